// Which one runs must be said.
tt.func public @f() {
  tt.return
}
tt.func public @g() {
  tt.return
}
// = error: malformed: several public functions: say which one runs
