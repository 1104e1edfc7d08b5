// arg: n i32 = 1
tt.func public @f(%n: i32) {
  %0 = my.thing %n, %n : i32 -> i32
  tt.return
}
// = error: my.thing is not supported
