// The order of a concatenation is open, but not its sum. A function applied to each element.
// arg: out i32 3 0
tt.func public @f(%out: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %b = tt.make_range {end = 8 : i32, start = 4 : i32} : tensor<4xi32>
  %both = tt.cat %a, %b : tensor<4xi32> -> tensor<8xi32>
  %sum = "tt.reduce"(%both) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %z = arith.addi %x, %y : i32
    tt.reduce.return %z : i32
  }) : (tensor<8xi32>) -> i32
  tt.store %out, %sum : !tt.ptr<i32>
  %mapped = "tt.map_elementwise"(%a, %b) <{pack = 1 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %odd = arith.andi %x, %c1 : i32
    %is = arith.cmpi ne, %odd, %c0 : i32
    cf.cond_br %is, ^bb1, ^bb2
  ^bb1:
    tt.map_elementwise.return %y : i32
  ^bb2:
    tt.map_elementwise.return %x : i32
  }) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %all = "tt.reduce"(%mapped) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %z = arith.addi %x, %y : i32
    tt.reduce.return %z : i32
  }) : (tensor<4xi32>) -> i32
  %p1 = tt.addptr %out, %c1 : !tt.ptr<i32>, i32
  tt.store %p1, %all : !tt.ptr<i32>
  tt.return
}
// = out: 28 14 0
