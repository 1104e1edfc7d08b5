// arg: x i32 1 0
tt.func public @f(%x: !tt.ptr<i32>) {
  %0 = ub.poison : i1
  scf.if %0 {
    %c1 = arith.constant 1 : i32
    tt.store %x, %c1 : !tt.ptr<i32>
  }
  tt.return
}
// = error: undefined behaviour, a condition is undefined: scf.if at 4:3, program (0, 0, 0)
