tt.func public @f(%c: f32) {
  llvm.intr.assume %c : f32
  tt.return
}
