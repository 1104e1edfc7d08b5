// arg: out i32 2 0
module {
  tt.func public @f(%out: !tt.ptr<i32>) {
    gpu.barrier
    %0 = arith.constant 3 : i32
    tt.store %out, %0 : !tt.ptr<i32>
    tt.return
  }
}
// = out: 3 0
