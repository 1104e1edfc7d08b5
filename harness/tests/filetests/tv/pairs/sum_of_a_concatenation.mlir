// different: The order of the elements that tt.cat gives does not matter to a sum; what is added to it does.
module {
  tt.func public @f(%a: tensor<8xi32>, %b: tensor<8xi32>, %out: !tt.ptr<i32>) {
    %k = arith.constant 1 : i32
    %0 = tt.cat %a, %b : tensor<8xi32> -> tensor<16xi32>
    %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
    ^bb0(%x: i32, %y: i32):
      %s = arith.addi %x, %y : i32
      tt.reduce.return %s : i32
    }) : (tensor<16xi32>) -> i32
    %2 = arith.addi %1, %k : i32
    tt.store %out, %2 : !tt.ptr<i32>
    tt.return
  }
}
// -----
module {
  tt.func public @f(%a: tensor<8xi32>, %b: tensor<8xi32>, %out: !tt.ptr<i32>) {
    %k = arith.constant 1 : i32
    %0 = tt.cat %a, %b : tensor<8xi32> -> tensor<16xi32>
    %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
    ^bb0(%x: i32, %y: i32):
      %s = arith.addi %x, %y : i32
      tt.reduce.return %s : i32
    }) : (tensor<16xi32>) -> i32
    %2 = arith.subi %1, %k : i32
    tt.store %out, %2 : !tt.ptr<i32>
    tt.return
  }
}
