#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<bf16>, %out0: !tt.ptr<bf16> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<64> : tensor<16x1xi32, #blocked>
    %cst_0 = arith.constant dense<32> : tensor<1x32xi32, #blocked>
    %cst_1 = arith.constant dense<32> : tensor<16x1xi32, #blocked>
    %c512_i32 = arith.constant 512 : i32
    %c63_i32 = arith.constant 63 : i32
    %c16_i32 = arith.constant 16 : i32
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v2_2 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
    %v3 = arith.muli %v0, %c16_i32 : i32
    %v4 = tt.splat %v3 : i32 -> tensor<16x1xi32, #blocked>
    %v4_3 = arith.addi %v2_2, %v4 : tensor<16x1xi32, #blocked>
    %v6 = tt.splat %in0 : !tt.ptr<i32> -> tensor<16x1x!tt.ptr<i32>, #blocked>
    %v6_4 = tt.addptr %v6, %v4_3 : tensor<16x1x!tt.ptr<i32>, #blocked>, tensor<16x1xi32, #blocked>
    %v7 = tt.load %v6_4 : tensor<16x1x!tt.ptr<i32>, #blocked>
    %v8 = arith.remsi %v7, %cst : tensor<16x1xi32, #blocked>
    %v10 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v10_5 = tt.expand_dims %v10 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %v12 = arith.muli %v10_5, %cst_0 : tensor<1x32xi32, #blocked>
    %v13 = tt.broadcast %v8 : tensor<16x1xi32, #blocked> -> tensor<16x32xi32, #blocked>
    %v13_6 = tt.broadcast %v12 : tensor<1x32xi32, #blocked> -> tensor<16x32xi32, #blocked>
    %v13_7 = arith.addi %v13, %v13_6 : tensor<16x32xi32, #blocked>
    %v15 = tt.addptr %in1, %c63_i32 : !tt.ptr<bf16>, i32
    %v16 = tt.splat %v15 : !tt.ptr<bf16> -> tensor<16x32x!tt.ptr<bf16>, #blocked>
    %v16_8 = tt.addptr %v16, %v13_7 : tensor<16x32x!tt.ptr<bf16>, #blocked>, tensor<16x32xi32, #blocked>
    %v17 = tt.load %v16_8 : tensor<16x32x!tt.ptr<bf16>, #blocked>
    %v20 = arith.muli %v2_2, %cst_1 : tensor<16x1xi32, #blocked>
    %v21 = tt.broadcast %v20 : tensor<16x1xi32, #blocked> -> tensor<16x32xi32, #blocked>
    %v21_9 = tt.broadcast %v10_5 : tensor<1x32xi32, #blocked> -> tensor<16x32xi32, #blocked>
    %v21_10 = arith.addi %v21, %v21_9 : tensor<16x32xi32, #blocked>
    %v22 = arith.muli %v0, %c512_i32 : i32
    %v24 = tt.splat %v22 : i32 -> tensor<16x32xi32, #blocked>
    %v24_11 = arith.addi %v24, %v21_10 : tensor<16x32xi32, #blocked>
    %v25 = tt.splat %out0 : !tt.ptr<bf16> -> tensor<16x32x!tt.ptr<bf16>, #blocked>
    %v25_12 = tt.addptr %v25, %v24_11 : tensor<16x32x!tt.ptr<bf16>, #blocked>, tensor<16x32xi32, #blocked>
    tt.store %v25_12, %v17 : tensor<16x32x!tt.ptr<bf16>, #blocked>
    tt.return
  }
}
