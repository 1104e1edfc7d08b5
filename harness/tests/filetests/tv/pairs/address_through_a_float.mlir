// different: Only the text after rounds, and only in the one way that its operations have.
module {
  tt.func public @k(%X: !tt.ptr<i32>, %O: !tt.ptr<i32>, %n: i32) {
    %p = tt.get_program_id x : i32
    %a = tt.addptr %O, %p : !tt.ptr<i32>, i32
    tt.store %a, %p : !tt.ptr<i32>
    tt.return
  }
}
// -----
module {
  tt.func public @k(%X: !tt.ptr<i32>, %O: !tt.ptr<i32>, %n: i32) {
    %p = tt.get_program_id x : i32
    %f = arith.sitofp %p : i32 to bf16
    %i = arith.fptosi %f : bf16 to i32
    %a = tt.addptr %O, %i : !tt.ptr<i32>, i32
    tt.store %a, %p : !tt.ptr<i32>
    tt.return
  }
}
