// arg: n i32 = 2000000000
tt.func public @f(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1  : i32 {
    %0 = arith.addi %i, %c1 : i32
  }
  tt.return
}
// = error: more than 100000 steps
