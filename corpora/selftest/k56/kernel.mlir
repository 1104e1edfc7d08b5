#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%n0: i32 {tt.divisibility = 16 : i32}, %in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32>, %out1: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<16> : tensor<8x1xi32, #blocked>
    %cst_0 = arith.constant dense<8> : tensor<16x1xi32, #blocked1>
    %c128_i32 = arith.constant 128 : i32
    %c5_i32 = arith.constant 5 : i32
    %v0 = tt.get_program_id x : i32
    %v1 = tt.get_program_id y : i32
    %v2 = arith.muli %v1, %c5_i32 : i32
    %v3 = arith.addi %v2, %v0 : i32
    %v5 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v5_1 = tt.expand_dims %v5 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<16x1xi32, #blocked1>
    %v7 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v7_2 = tt.expand_dims %v7 {axis = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x8xi32, #blocked1>
    %v9 = tt.splat %n0 : i32 -> tensor<16x1xi32, #blocked1>
    %v9_3 = arith.muli %v5_1, %v9 : tensor<16x1xi32, #blocked1>
    %v10 = tt.broadcast %v9_3 : tensor<16x1xi32, #blocked1> -> tensor<16x8xi32, #blocked1>
    %v10_4 = tt.broadcast %v7_2 : tensor<1x8xi32, #blocked1> -> tensor<16x8xi32, #blocked1>
    %v10_5 = arith.addi %v10, %v10_4 : tensor<16x8xi32, #blocked1>
    %v11 = arith.muli %v3, %c128_i32 : i32
    %v12 = tt.splat %v11 : i32 -> tensor<16x8xi32, #blocked1>
    %v12_6 = arith.addi %v10_5, %v12 : tensor<16x8xi32, #blocked1>
    %v14 = tt.splat %in0 : !tt.ptr<f32> -> tensor<16x8x!tt.ptr<f32>, #blocked1>
    %v14_7 = tt.addptr %v14, %v12_6 : tensor<16x8x!tt.ptr<f32>, #blocked1>, tensor<16x8xi32, #blocked1>
    %v15 = tt.load %v14_7 : tensor<16x8x!tt.ptr<f32>, #blocked1>
    %v16 = tt.trans %v15 {order = array<i32: 1, 0>} : tensor<16x8xf32, #blocked1> -> tensor<8x16xf32, #blocked2>
    %v18 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v18_8 = tt.expand_dims %v18 {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x16xi32, #blocked>
    %v20 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v20_9 = tt.expand_dims %v20 {axis = 1 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<8x1xi32, #blocked>
    %v21 = arith.muli %v20_9, %cst : tensor<8x1xi32, #blocked>
    %v22 = tt.broadcast %v21 : tensor<8x1xi32, #blocked> -> tensor<8x16xi32, #blocked>
    %v22_10 = tt.broadcast %v18_8 : tensor<1x16xi32, #blocked> -> tensor<8x16xi32, #blocked>
    %v22_11 = arith.addi %v22, %v22_10 : tensor<8x16xi32, #blocked>
    %v25 = tt.splat %v11 : i32 -> tensor<8x16xi32, #blocked>
    %v25_12 = arith.addi %v25, %v22_11 : tensor<8x16xi32, #blocked>
    %v26 = tt.splat %out0 : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>, #blocked>
    %v26_13 = tt.addptr %v26, %v25_12 : tensor<8x16x!tt.ptr<f32>, #blocked>, tensor<8x16xi32, #blocked>
    %0 = ttg.convert_layout %v16 : tensor<8x16xf32, #blocked2> -> tensor<8x16xf32, #blocked>
    tt.store %v26_13, %0 : tensor<8x16x!tt.ptr<f32>, #blocked>
    %v27 = arith.muli %v5_1, %cst_0 : tensor<16x1xi32, #blocked1>
    %v28 = tt.broadcast %v27 : tensor<16x1xi32, #blocked1> -> tensor<16x8xi32, #blocked1>
    %v28_14 = arith.addi %v28, %v10_4 : tensor<16x8xi32, #blocked1>
    %v31 = tt.addptr %out1, %v11 : !tt.ptr<f32>, i32
    %v32 = tt.splat %v31 : !tt.ptr<f32> -> tensor<16x8x!tt.ptr<f32>, #blocked1>
    %v32_15 = tt.addptr %v32, %v28_14 : tensor<16x8x!tt.ptr<f32>, #blocked1>, tensor<16x8xi32, #blocked1>
    tt.store %v32_15, %v15 : tensor<16x8x!tt.ptr<f32>, #blocked1>
    tt.return
  }
}
