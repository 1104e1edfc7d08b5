// inconclusive: Inputs keep the promises of the text before only.
module {
  tt.func public @k(%X: !tt.ptr<i32>, %O: !tt.ptr<i32>, %n: i32) {
    %v = tt.load %X : !tt.ptr<i32>
    tt.store %O, %n : !tt.ptr<i32>
    tt.return
  }
}
// -----
module {
  tt.func public @k(%X: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %O: !tt.ptr<i32>, %n: i32) {
    %v = tt.load %X : !tt.ptr<i32>
    tt.store %O, %n : !tt.ptr<i32>
    tt.return
  }
}
