#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [4, 2, 4], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [4, 1, 8], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<17> : tensor<1x16xi32, #blocked>
    %cst_0 = arith.constant dense<22> : tensor<16x2x8xi32, #blocked1>
    %cst_1 = arith.constant dense<8> : tensor<1x2x1xi32, #blocked1>
    %cst_2 = arith.constant dense<16> : tensor<16x1x1xi32, #blocked1>
    %c256_i32 = arith.constant 256 : i32
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v2_3 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #blocked1}>}>>
    %v2_4 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
    %v2_5 = tt.expand_dims %v2_3 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #blocked1}>}>> -> tensor<16x1xi32, #ttg.slice<{dim = 2, parent = #blocked1}>>
    %v4 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v4_6 = tt.expand_dims %v4 {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x16xi32, #blocked>
    %v5 = arith.muli %v4_6, %cst : tensor<1x16xi32, #blocked>
    %v6 = tt.broadcast %v2_4 : tensor<16x1xi32, #blocked> -> tensor<16x16xi32, #blocked>
    %v6_7 = tt.broadcast %v5 : tensor<1x16xi32, #blocked> -> tensor<16x16xi32, #blocked>
    %v6_8 = arith.addi %v6, %v6_7 : tensor<16x16xi32, #blocked>
    %v7 = arith.muli %v0, %c256_i32 : i32
    %v8 = tt.splat %v7 : i32 -> tensor<16x16xi32, #blocked>
    %v8_9 = arith.addi %v6_8, %v8 : tensor<16x16xi32, #blocked>
    %v10 = tt.splat %in0 : !tt.ptr<i32> -> tensor<16x16x!tt.ptr<i32>, #blocked>
    %v10_10 = tt.addptr %v10, %v8_9 : tensor<16x16x!tt.ptr<i32>, #blocked>, tensor<16x16xi32, #blocked>
    %v11 = tt.load %v10_10 : tensor<16x16x!tt.ptr<i32>, #blocked>
    %v12 = ttg.convert_layout %v11 : tensor<16x16xi32, #blocked> -> tensor<16x16xi32, #ttg.slice<{dim = 1, parent = #blocked2}>>
    %v12_11 = tt.expand_dims %v12 {axis = 1 : i32} : tensor<16x16xi32, #ttg.slice<{dim = 1, parent = #blocked2}>> -> tensor<16x1x16xi32, #blocked2>
    %v13 = tt.reshape %v12_11 : tensor<16x1x16xi32, #blocked2> -> tensor<16x2x8xi32, #blocked1>
    %v14 = arith.shrsi %v13, %cst_0 : tensor<16x2x8xi32, #blocked1>
    %v16 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 1, parent = #blocked1}>}>>
    %v16_12 = tt.expand_dims %v16 {axis = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 1, parent = #blocked1}>}>> -> tensor<1x8xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v17 = tt.expand_dims %v16_12 {axis = 1 : i32} : tensor<1x8xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<1x1x8xi32, #blocked1>
    %v19 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 2, parent = #blocked1}>}>>
    %v19_13 = tt.expand_dims %v19 {axis = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 2, parent = #blocked1}>}>> -> tensor<1x2xi32, #ttg.slice<{dim = 2, parent = #blocked1}>>
    %v20 = tt.expand_dims %v19_13 {axis = 2 : i32} : tensor<1x2xi32, #ttg.slice<{dim = 2, parent = #blocked1}>> -> tensor<1x2x1xi32, #blocked1>
    %v21 = arith.muli %v20, %cst_1 : tensor<1x2x1xi32, #blocked1>
    %v22 = tt.broadcast %v21 : tensor<1x2x1xi32, #blocked1> -> tensor<1x2x8xi32, #blocked1>
    %v22_14 = tt.broadcast %v17 : tensor<1x1x8xi32, #blocked1> -> tensor<1x2x8xi32, #blocked1>
    %v22_15 = arith.addi %v22, %v22_14 : tensor<1x2x8xi32, #blocked1>
    %v25 = tt.expand_dims %v2_5 {axis = 2 : i32} : tensor<16x1xi32, #ttg.slice<{dim = 2, parent = #blocked1}>> -> tensor<16x1x1xi32, #blocked1>
    %v26 = arith.muli %v25, %cst_2 : tensor<16x1x1xi32, #blocked1>
    %v27 = tt.broadcast %v26 : tensor<16x1x1xi32, #blocked1> -> tensor<16x2x8xi32, #blocked1>
    %v27_16 = tt.broadcast %v22_15 : tensor<1x2x8xi32, #blocked1> -> tensor<16x2x8xi32, #blocked1>
    %v27_17 = arith.addi %v27, %v27_16 : tensor<16x2x8xi32, #blocked1>
    %v30 = tt.splat %v7 : i32 -> tensor<16x2x8xi32, #blocked1>
    %v30_18 = arith.addi %v30, %v27_17 : tensor<16x2x8xi32, #blocked1>
    %v31 = tt.splat %out0 : !tt.ptr<i32> -> tensor<16x2x8x!tt.ptr<i32>, #blocked1>
    %v31_19 = tt.addptr %v31, %v30_18 : tensor<16x2x8x!tt.ptr<i32>, #blocked1>, tensor<16x2x8xi32, #blocked1>
    tt.store %v31_19, %v14 : tensor<16x2x8x!tt.ptr<i32>, #blocked1>
    tt.return
  }
}
