// different: What an atomic operation orders is a part of it.
module {
  tt.func public @k(%X: !tt.ptr<i32>, %O: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %true = arith.constant true
    %false = arith.constant false
    tt.store %X, %n : !tt.ptr<i32>
    %o = tt.atomic_rmw exch, release, gpu, %O, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
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
    tt.store %X, %n : !tt.ptr<i32>
    %o = tt.atomic_rmw exch, relaxed, gpu, %O, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
    tt.return
  }
}
