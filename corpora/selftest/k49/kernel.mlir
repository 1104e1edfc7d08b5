#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%n0: i32 {tt.divisibility = 16 : i32}, %in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32>) attributes {noinline = false} {
    %cst = arith.constant dense<16> : tensor<16x1xi32, #blocked>
    %cst_0 = arith.constant dense<4> : tensor<16x1xi32, #blocked>
    %cst_1 = arith.constant dense<2> : tensor<16x1xi32, #blocked>
    %cst_2 = arith.constant dense<64> : tensor<16x1xi32, #blocked1>
    %c1024_i32 = arith.constant 1024 : i32
    %cst_3 = arith.constant dense<-2.000000e+00> : tensor<16x64xf32, #blocked>
    %c256_i32 = arith.constant 256 : i32
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v2_4 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v2_5 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
    %v2_6 = tt.expand_dims %v2_4 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<16x1xi32, #blocked1>
    %v3 = arith.subi %v2_5, %cst : tensor<16x1xi32, #blocked>
    %v4 = arith.divsi %v3, %cst_0 : tensor<16x1xi32, #blocked>
    %v6 = tt.splat %n0 : i32 -> tensor<16x1xi32, #blocked>
    %v6_7 = arith.muli %v4, %v6 : tensor<16x1xi32, #blocked>
    %v8 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v8_8 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v8_9 = tt.expand_dims %v8 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xi32, #blocked>
    %v8_10 = tt.expand_dims %v8_8 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x64xi32, #blocked1>
    %v9 = tt.broadcast %v6_7 : tensor<16x1xi32, #blocked> -> tensor<16x64xi32, #blocked>
    %v9_11 = tt.broadcast %v8_9 : tensor<1x64xi32, #blocked> -> tensor<16x64xi32, #blocked>
    %v9_12 = tt.broadcast %v8_10 : tensor<1x64xi32, #blocked1> -> tensor<16x64xi32, #blocked1>
    %v9_13 = arith.addi %v9, %v9_11 : tensor<16x64xi32, #blocked>
    %v10 = arith.cmpi sge, %v4, %cst_1 : tensor<16x1xi32, #blocked>
    %v12 = tt.addptr %in0, %c256_i32 : !tt.ptr<f32>, i32
    %v13 = tt.splat %v12 : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>, #blocked>
    %v13_14 = tt.addptr %v13, %v9_13 : tensor<16x64x!tt.ptr<f32>, #blocked>, tensor<16x64xi32, #blocked>
    %v14 = tt.broadcast %v10 : tensor<16x1xi1, #blocked> -> tensor<16x64xi1, #blocked>
    %v14_15 = tt.load %v13_14, %v14, %cst_3 : tensor<16x64x!tt.ptr<f32>, #blocked>
    %v15 = arith.sitofp %v4 : tensor<16x1xi32, #blocked> to tensor<16x1xf32, #blocked>
    %v16 = tt.broadcast %v15 : tensor<16x1xf32, #blocked> -> tensor<16x64xf32, #blocked>
    %v16_16 = arith.mulf %v14_15, %v16 : tensor<16x64xf32, #blocked>
    %v17 = arith.muli %v2_6, %cst_2 : tensor<16x1xi32, #blocked1>
    %v18 = tt.broadcast %v17 : tensor<16x1xi32, #blocked1> -> tensor<16x64xi32, #blocked1>
    %v18_17 = arith.addi %v18, %v9_12 : tensor<16x64xi32, #blocked1>
    %v19 = arith.muli %v0, %c1024_i32 : i32
    %v21 = tt.splat %v19 : i32 -> tensor<16x64xi32, #blocked1>
    %v21_18 = arith.addi %v21, %v18_17 : tensor<16x64xi32, #blocked1>
    %v22 = tt.splat %out0 : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>, #blocked1>
    %v22_19 = tt.addptr %v22, %v21_18 : tensor<16x64x!tt.ptr<f32>, #blocked1>, tensor<16x64xi32, #blocked1>
    %0 = ttg.convert_layout %v16_16 : tensor<16x64xf32, #blocked> -> tensor<16x64xf32, #blocked1>
    tt.store %v22_19, %0 : tensor<16x64x!tt.ptr<f32>, #blocked1>
    tt.return
  }
}
