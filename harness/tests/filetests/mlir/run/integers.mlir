// Wrapping, truncating division, unsigned operations, promises that are not kept.
// arg: x i8 8 -128 -7 -1 0 1 7 100 127
// arg: out i8 56 0
tt.func public @f(%x: !tt.ptr<i8>, %out: !tt.ptr<i8>) {
  %c3 = arith.constant dense<3> : tensor<8xi8>
  %c1 = arith.constant dense<1> : tensor<8xi8>
  %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %0 = tt.splat %x : !tt.ptr<i8> -> tensor<8x!tt.ptr<i8>>
  %1 = tt.addptr %0, %range : tensor<8x!tt.ptr<i8>>, tensor<8xi32>
  %2 = tt.load %1 : tensor<8x!tt.ptr<i8>>
  %a = arith.divsi %2, %c3 : tensor<8xi8>
  %b = arith.remui %2, %c3 : tensor<8xi8>
  %c = arith.muli %2, %c3 : tensor<8xi8>
  %d = arith.addi %2, %c1 overflow<nsw> : tensor<8xi8>
  %e = arith.shrui %2, %c1 : tensor<8xi8>
  %f = arith.maxui %2, %c3 : tensor<8xi8>
  %cond = arith.cmpi ugt, %2, %c3 : tensor<8xi8>
  %g = arith.extui %cond : tensor<8xi1> to tensor<8xi8>
  %p = tt.splat %out : !tt.ptr<i8> -> tensor<8x!tt.ptr<i8>>
  %c8 = arith.constant dense<8> : tensor<8xi32>
  %p0 = tt.addptr %p, %range : tensor<8x!tt.ptr<i8>>, tensor<8xi32>
  tt.store %p0, %a : tensor<8x!tt.ptr<i8>>
  %p1 = tt.addptr %p0, %c8 : tensor<8x!tt.ptr<i8>>, tensor<8xi32>
  tt.store %p1, %b : tensor<8x!tt.ptr<i8>>
  %p2 = tt.addptr %p1, %c8 : tensor<8x!tt.ptr<i8>>, tensor<8xi32>
  tt.store %p2, %c : tensor<8x!tt.ptr<i8>>
  %p3 = tt.addptr %p2, %c8 : tensor<8x!tt.ptr<i8>>, tensor<8xi32>
  tt.store %p3, %d : tensor<8x!tt.ptr<i8>>
  %p4 = tt.addptr %p3, %c8 : tensor<8x!tt.ptr<i8>>, tensor<8xi32>
  tt.store %p4, %e : tensor<8x!tt.ptr<i8>>
  %p5 = tt.addptr %p4, %c8 : tensor<8x!tt.ptr<i8>>, tensor<8xi32>
  tt.store %p5, %f : tensor<8x!tt.ptr<i8>>
  %p6 = tt.addptr %p5, %c8 : tensor<8x!tt.ptr<i8>>, tensor<8xi32>
  tt.store %p6, %g : tensor<8x!tt.ptr<i8>>
  tt.return
}
// = out: -42 -2 0 0 0 2 33 42 2 0 0 0 1 1 1 1 -128 -21 -3 0 3 21 44 125 -127 -6 0 1 2 8 101 undef 64 124 127 0 0 3 50 63 -128 -7 -1 3 3 7 100 127 1 1 1 0 0 1 1 1
