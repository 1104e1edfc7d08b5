module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %n1: i32, %n2: i32, %in1: !tt.ptr<f32>, %in2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c6_i32 = arith.constant 6 : i32
    %c0_i32 = arith.constant 0 : i32
    %c2_i32 = arith.constant 2 : i32
    %v0 = tt.get_program_id x : i32
    %v36 = arith.muli %v0, %c6_i32 : i32
    scf.for %v13 = %c0_i32 to %n1 step %c2_i32 : i32 {
      %v37 = arith.addi %v36, %v13 : i32
      %v39 = tt.addptr %out0, %v37 : !tt.ptr<i32>, i32
      tt.store %v39, %v13 : !tt.ptr<i32>
    } {tt.num_stages = 3 : i32}
    %v41 = tt.addptr %out1, %v0 : !tt.ptr<i32>, i32
    tt.store %v41, %v0 : !tt.ptr<i32>
    tt.return
  }
}
