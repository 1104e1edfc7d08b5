// Up to 3.5 the tokens of a group had no word before them.
module {
  tt.func @f() {
    %0 = ttg.async_commit_group
    %1 = ttg.async_commit_group %0
    tt.return
  }
}
// = module {
// =   tt.func @f() {
// =     %0 = ttg.async_commit_group
// =     %1 = ttg.async_commit_group tokens %0
// =     tt.return
// =   }
// = }
