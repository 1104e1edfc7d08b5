#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<256> : tensor<4x1xi32, #blocked>
    %cst_0 = arith.constant dense<192> : tensor<4x1xi32, #blocked>
    %cst_1 = arith.constant dense<3> : tensor<4x1xi32, #blocked>
    %c100_i32 = arith.constant 100 : i32
    %c1024_i32 = arith.constant 1024 : i32
    %cst_2 = arith.constant dense<7> : tensor<4x256xi32, #blocked>
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v2_3 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<4x1xi32, #blocked>
    %v4 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v4_4 = tt.expand_dims %v4 {axis = 0 : i32} : tensor<256xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x256xi32, #blocked>
    %v5 = arith.muli %v0, %c100_i32 : i32
    %v6 = tt.splat %v5 : i32 -> tensor<4x1xi32, #blocked>
    %v6_5 = arith.addi %v2_3, %v6 : tensor<4x1xi32, #blocked>
    %v8 = arith.remsi %v6_5, %cst_1 : tensor<4x1xi32, #blocked>
    %v9 = arith.muli %v8, %cst_0 : tensor<4x1xi32, #blocked>
    %v10 = tt.broadcast %v9 : tensor<4x1xi32, #blocked> -> tensor<4x256xi32, #blocked>
    %v10_6 = tt.broadcast %v4_4 : tensor<1x256xi32, #blocked> -> tensor<4x256xi32, #blocked>
    %v10_7 = arith.addi %v10, %v10_6 : tensor<4x256xi32, #blocked>
    %v12 = tt.splat %in0 : !tt.ptr<i32> -> tensor<4x256x!tt.ptr<i32>, #blocked>
    %v12_8 = tt.addptr %v12, %v10_7 : tensor<4x256x!tt.ptr<i32>, #blocked>, tensor<4x256xi32, #blocked>
    %v13 = tt.load %v12_8 : tensor<4x256x!tt.ptr<i32>, #blocked>
    %v14 = tt.broadcast %v6_5 : tensor<4x1xi32, #blocked> -> tensor<4x256xi32, #blocked>
    %v15 = arith.muli %v13, %v14 : tensor<4x256xi32, #blocked>
    %v16 = arith.divsi %v15, %cst_2 : tensor<4x256xi32, #blocked>
    %v17 = arith.muli %v2_3, %cst : tensor<4x1xi32, #blocked>
    %v18 = tt.broadcast %v17 : tensor<4x1xi32, #blocked> -> tensor<4x256xi32, #blocked>
    %v18_9 = arith.addi %v18, %v10_6 : tensor<4x256xi32, #blocked>
    %v19 = arith.muli %v0, %c1024_i32 : i32
    %v21 = tt.splat %v19 : i32 -> tensor<4x256xi32, #blocked>
    %v21_10 = arith.addi %v21, %v18_9 : tensor<4x256xi32, #blocked>
    %v22 = tt.splat %out0 : !tt.ptr<i32> -> tensor<4x256x!tt.ptr<i32>, #blocked>
    %v22_11 = tt.addptr %v22, %v21_10 : tensor<4x256x!tt.ptr<i32>, #blocked>, tensor<4x256xi32, #blocked>
    tt.store %v22_11, %v16 : tensor<4x256x!tt.ptr<i32>, #blocked>
    tt.return
  }
}
