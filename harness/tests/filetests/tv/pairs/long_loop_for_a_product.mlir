// inconclusive: A loop of a billion iterations is long, not endless.
module {
  tt.func public @k(%X: !tt.ptr<i32>, %O: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %true = arith.constant true
    %false = arith.constant false
    %t = arith.maxsi %n, %c0 : i32
    %r = arith.muli %t, %c2 : i32
    tt.store %O, %r : !tt.ptr<i32>
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
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (i32) : i32 {
      %b = arith.addi %a, %c2 : i32
      scf.yield %b : i32
    }
    tt.store %O, %r : !tt.ptr<i32>
    tt.return
  }
}
