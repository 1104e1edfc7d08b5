// not different: Lanes of one store are in no order.
module {
  tt.func public @k(%X: !tt.ptr<i32>, %O: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %true = arith.constant true
    %false = arith.constant false
    %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %c2t = arith.constant dense<2> : tensor<8xi32>
    %d = arith.divsi %r, %c2t : tensor<8xi32>
    %ps = tt.splat %O : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %pp = tt.addptr %ps, %d : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %m = arith.constant dense<true> : tensor<8xi1>
    tt.store %pp, %r : tensor<8x!tt.ptr<i32>>
    tt.return
  }
}
// -----
module {
  tt.func public @k(%X: !tt.ptr<i32>, %O: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %true = arith.constant true
    %false = arith.constant false
    %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %c2t = arith.constant dense<2> : tensor<8xi32>
    %d = arith.divsi %r, %c2t : tensor<8xi32>
    %ps = tt.splat %O : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %pp = tt.addptr %ps, %d : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %m = arith.constant dense<true> : tensor<8xi1>
    %one = arith.constant dense<1> : tensor<8xi32>
    %rr = arith.andi %r, %one : tensor<8xi32>
    %zz = arith.constant dense<0> : tensor<8xi32>
    %mm = arith.cmpi eq, %rr, %zz : tensor<8xi32>
    tt.store %pp, %r, %mm : tensor<8x!tt.ptr<i32>>
    tt.return
  }
}
