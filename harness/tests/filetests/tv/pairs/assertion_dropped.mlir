// different: An assertion that failed does not any more.
module {
  tt.func public @k(%X: !tt.ptr<i32>, %O: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %true = arith.constant true
    %false = arith.constant false
    %m = arith.cmpi slt, %n, %c4 : i32
    tt.assert %m, "bad" : i1
    tt.store %O, %n : !tt.ptr<i32>
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
    tt.store %O, %n : !tt.ptr<i32>
    tt.return
  }
}
