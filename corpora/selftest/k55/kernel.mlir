#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1, 4], threadsPerWarp = [1, 32, 1, 1], warpsPerCTA = [2, 2, 1, 1], order = [3, 1, 2, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked3 = #ttg.blocked<{sizePerThread = [1, 1, 1, 4], threadsPerWarp = [1, 1, 32, 1], warpsPerCTA = [2, 1, 2, 1], order = [3, 2, 1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x64xf32, #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<16xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>}>>
    %c3_i32 = arith.constant 3 : i32
    %c1_i32 = arith.constant 1 : i32
    %c16_i32 = arith.constant 16 : i32
    %c1024_i32 = arith.constant 1024 : i32
    %cst_1 = arith.constant dense<5.000000e+00> : tensor<16x256xf32, #blocked1>
    %c0_i32 = arith.constant 0 : i32
    %cst_2 = arith.constant dense<3> : tensor<16xi32, #blocked2>
    %cst_3 = arith.constant dense<5367> : tensor<16x256xi32, #blocked1>
    %cst_4 = arith.constant dense<16> : tensor<16x1xi32, #blocked1>
    %v0 = tt.get_program_id x : i32
    %v1 = tt.get_program_id y : i32
    %v2 = tt.get_num_programs x : i32
    %v3 = arith.muli %v1, %v2 : i32
    %v4 = arith.addi %v3, %v0 : i32
    %v6 = arith.remsi %v4, %c3_i32 : i32
    %v7 = arith.addi %v6, %c1_i32 : i32
    %v11 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v11_5 = tt.expand_dims %v11 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<16x1xi32, #blocked1>
    %v13 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v13_6 = tt.expand_dims %v13 {axis = 0 : i32} : tensor<256xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x256xi32, #blocked1>
    %v14 = arith.muli %v11_5, %cst_4 : tensor<16x1xi32, #blocked1>
    %v15 = tt.broadcast %v14 : tensor<16x1xi32, #blocked1> -> tensor<16x256xi32, #blocked1>
    %v15_7 = tt.broadcast %v13_6 : tensor<1x256xi32, #blocked1> -> tensor<16x256xi32, #blocked1>
    %v15_8 = arith.addi %v15, %v15_7 : tensor<16x256xi32, #blocked1>
    %v16 = arith.muli %v4, %c1024_i32 : i32
    %v22 = tt.splat %in0 : !tt.ptr<f32> -> tensor<16x256x!tt.ptr<f32>, #blocked1>
    %v9 = scf.for %v8 = %c0_i32 to %v7 step %c1_i32 iter_args(%v5 = %cst) -> (tensor<16x64xf32, #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>)  : i32 {
      %v17 = arith.muli %v8, %c1024_i32 : i32
      %v18 = arith.addi %v16, %v17 : i32
      %v19 = tt.splat %v18 : i32 -> tensor<16x256xi32, #blocked1>
      %v19_10 = arith.addi %v15_8, %v19 : tensor<16x256xi32, #blocked1>
      %v20 = arith.cmpi sge, %v19_10, %cst_3 : tensor<16x256xi32, #blocked1>
      %v22_11 = tt.addptr %v22, %v19_10 : tensor<16x256x!tt.ptr<f32>, #blocked1>, tensor<16x256xi32, #blocked1>
      %v23 = tt.load %v22_11, %v20, %cst_1 : tensor<16x256x!tt.ptr<f32>, #blocked1>
      %v24_12 = tt.reshape %v23 : tensor<16x256xf32, #blocked1> -> tensor<16x1x64x4xf32, #blocked3>
      %v24_13 = tt.trans %v24_12 {order = array<i32: 0, 2, 1, 3>} : tensor<16x1x64x4xf32, #blocked3> -> tensor<16x64x1x4xf32, #blocked>
      %v24_14 = tt.reshape %v24_13 efficient_layout : tensor<16x64x1x4xf32, #blocked> -> tensor<16x64x4xf32, #ttg.slice<{dim = 2, parent = #blocked}>>
      %v24_15 = "tt.reduce"(%v24_14) <{axis = 2 : i32}> ({
      ^bb0(%v24_17: f32, %v24_18: f32):
        %v24_19 = arith.addf %v24_17, %v24_18 : f32
        tt.reduce.return %v24_19 : f32
      }) : (tensor<16x64x4xf32, #ttg.slice<{dim = 2, parent = #blocked}>>) -> tensor<16x64xf32, #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>
      %v25_16 = arith.addf %v5, %v24_15 : tensor<16x64xf32, #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>
      scf.yield %v25_16 : tensor<16x64xf32, #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>
    }
    %v24 = "tt.reduce"(%v9) <{axis = 1 : i32}> ({
    ^bb0(%v24_10: f32, %v24_11: f32):
      %v24_12 = arith.addf %v24_10, %v24_11 : f32
      tt.reduce.return %v24_12 : f32
    }) : (tensor<16x64xf32, #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>) -> tensor<16xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>}>>
    %v25 = arith.addf %v24, %cst_0 : tensor<16xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>}>>
    %v27 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #blocked2>
    %v28 = arith.xori %v27, %cst_2 : tensor<16xi32, #blocked2>
    %v29 = arith.muli %v4, %c16_i32 : i32
    %v31 = tt.addptr %out0, %v29 : !tt.ptr<f32>, i32
    %v32 = tt.splat %v31 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>, #blocked2>
    %v32_9 = tt.addptr %v32, %v28 : tensor<16x!tt.ptr<f32>, #blocked2>, tensor<16xi32, #blocked2>
    %0 = ttg.convert_layout %v25 : tensor<16xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>}>> -> tensor<16xf32, #blocked2>
    tt.store %v32_9, %0 : tensor<16x!tt.ptr<f32>, #blocked2>
    tt.return
  }
}
