// inconclusive: The loop loads what it stored; loads and stores of a launch are in no order, so a pass may load early.
tt.func public @f(%p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    %x = tt.load %p : !tt.ptr<i32>
    %y = arith.addi %x, %c1 : i32
    tt.store %p, %y : !tt.ptr<i32>
  }
  tt.return
}
// -----
tt.func public @f(%p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %x = tt.load %p : !tt.ptr<i32>
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    %y = arith.addi %x, %c1 : i32
    tt.store %p, %y : !tt.ptr<i32>
  }
  tt.return
}
