#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<5> : tensor<1x32xi32, #blocked>
    %cst_0 = arith.constant dense<33> : tensor<4x1xi32, #blocked1>
    %c128_i32 = arith.constant 128 : i32
    %c160_i32 = arith.constant 160 : i32
    %cst_1 = arith.constant dense<3.000000e+00> : tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %cst_2 = arith.constant dense<-2.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v2_4 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v2_5 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<4x1xi32, #blocked>
    %v2_6 = tt.expand_dims %v2_4 {axis = 1 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<4x1xi32, #blocked1>
    %v4 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v4_7 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v4_8 = tt.expand_dims %v4 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %v4_9 = tt.expand_dims %v4_7 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x32xi32, #blocked1>
    %v5 = arith.muli %v2_6, %cst_0 : tensor<4x1xi32, #blocked1>
    %v6 = tt.broadcast %v5 : tensor<4x1xi32, #blocked1> -> tensor<4x32xi32, #blocked1>
    %v6_10 = tt.broadcast %v4_9 : tensor<1x32xi32, #blocked1> -> tensor<4x32xi32, #blocked1>
    %v6_11 = arith.addi %v6, %v6_10 : tensor<4x32xi32, #blocked1>
    %v7 = arith.muli %v0, %c128_i32 : i32
    %v8 = tt.splat %v7 : i32 -> tensor<4x32xi32, #blocked1>
    %v8_12 = arith.addi %v6_11, %v8 : tensor<4x32xi32, #blocked1>
    %v10 = tt.splat %in0 : !tt.ptr<f32> -> tensor<4x32x!tt.ptr<f32>, #blocked1>
    %v10_13 = tt.addptr %v10, %v8_12 : tensor<4x32x!tt.ptr<f32>, #blocked1>, tensor<4x32xi32, #blocked1>
    %v11 = tt.load %v10_13 : tensor<4x32x!tt.ptr<f32>, #blocked1>
    %v12 = "tt.reduce"(%v11) <{axis = 0 : i32}> ({
    ^bb0(%v12_20: f32, %v12_21: f32):
      %v12_22 = arith.addf %v12_20, %v12_21 : f32
      tt.reduce.return %v12_22 : f32
    }) : (tensor<4x32xf32, #blocked1>) -> tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v13 = "tt.reduce"(%v11) <{axis = 1 : i32}> ({
    ^bb0(%v13_20: f32, %v13_21: f32):
      %v13_22 = arith.addf %v13_20, %v13_21 : f32
      tt.reduce.return %v13_22 : f32
    }) : (tensor<4x32xf32, #blocked1>) -> tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v14 = arith.minnumf %v12, %cst_3 : tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v15 = arith.negf %v14 : tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v16 = arith.subf %v15, %cst_2 : tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v17 = arith.subf %v13, %cst_1 : tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v20 = arith.fptosi %v16 : tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked1}>> to tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v21 = "tt.reduce"(%v20) <{axis = 0 : i32}> ({
    ^bb0(%v21_20: i32, %v21_21: i32):
      %v21_22 = arith.addi %v21_20, %v21_21 : i32
      tt.reduce.return %v21_22 : i32
    }) : (tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>) -> i32
    %v22 = "tt.reduce"(%v17) <{axis = 0 : i32}> ({
    ^bb0(%v22_20: f32, %v22_21: f32):
      %v22_22 = arith.maxnumf %v22_20, %v22_21 : f32
      tt.reduce.return %v22_22 : f32
    }) : (tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>) -> f32
    %v23 = tt.expand_dims %v17 {axis = 1 : i32} : tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<4x1xf32, #blocked1>
    %v24 = arith.sitofp %v21 : i32 to f32
    %v25 = tt.splat %v24 : f32 -> tensor<4x1xf32, #blocked1>
    %v25_14 = arith.addf %v23, %v25 : tensor<4x1xf32, #blocked1>
    %v26 = tt.splat %v22 : f32 -> tensor<4x1xf32, #blocked1>
    %v26_15 = arith.subf %v25_14, %v26 : tensor<4x1xf32, #blocked1>
    %v27 = tt.broadcast %v26_15 : tensor<4x1xf32, #blocked1> -> tensor<4x32xf32, #blocked1>
    %v27_16 = arith.subf %v27, %v11 : tensor<4x32xf32, #blocked1>
    %v30 = arith.muli %v4_8, %cst : tensor<1x32xi32, #blocked>
    %v31 = tt.broadcast %v30 : tensor<1x32xi32, #blocked> -> tensor<4x32xi32, #blocked>
    %v31_17 = tt.broadcast %v2_5 : tensor<4x1xi32, #blocked> -> tensor<4x32xi32, #blocked>
    %v31_18 = arith.addi %v31, %v31_17 : tensor<4x32xi32, #blocked>
    %v32 = arith.muli %v0, %c160_i32 : i32
    %v34 = tt.addptr %out0, %v32 : !tt.ptr<f32>, i32
    %v35 = tt.splat %v34 : !tt.ptr<f32> -> tensor<4x32x!tt.ptr<f32>, #blocked>
    %v35_19 = tt.addptr %v35, %v31_18 : tensor<4x32x!tt.ptr<f32>, #blocked>, tensor<4x32xi32, #blocked>
    %0 = ttg.convert_layout %v27_16 : tensor<4x32xf32, #blocked1> -> tensor<4x32xf32, #blocked>
    tt.store %v35_19, %0 : tensor<4x32x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
