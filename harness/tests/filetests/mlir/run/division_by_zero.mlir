// arg: x i32 1 0
tt.func public @f(%x: !tt.ptr<i32>) {
  %0 = tt.load %x : !tt.ptr<i32>
  %1 = arith.remsi %0, %0 : i32
  tt.return
}
// = error: undefined behaviour, division by zero: arith.remsi at 4:8, program (0, 0, 0)
