// arg: x i32 1 0
tt.func public @f(%x: !tt.ptr<i32>) {
  %0 = ub.poison : i32
  tt.store %x, %0 : !tt.ptr<i32>
  %1 = arith.constant 0 : i32
  %2 = tt.atomic_cas acq_rel, gpu, %x, %1, %1 : (!tt.ptr<i32>, i32, i32) -> i32
  tt.return
}
// = error: undefined behaviour, the comparison of an atomic is undefined: tt.atomic_cas at 6:8, program (0, 0, 0)
