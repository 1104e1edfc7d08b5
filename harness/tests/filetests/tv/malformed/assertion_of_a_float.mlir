tt.func public @f(%c: f32) {
  cf.assert %c, "m"
  tt.return
}
