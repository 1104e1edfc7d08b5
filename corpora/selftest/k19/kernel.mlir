#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#blocked3 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 1, 1], order = [2, 1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<16> : tensor<8x1xi32, #blocked>
    %cst_0 = arith.constant dense<59> : tensor<8x8xi32, #blocked>
    %cst_1 = arith.constant dense<17> : tensor<1x8xi32, #blocked1>
    %cst_2 = arith.constant dense<0> : tensor<8x8xi8, #blocked>
    %c64_i32 = arith.constant 64 : i32
    %c8_i32 = arith.constant 8 : i32
    %v0 = tt.get_program_id x : i32
    %v3 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #blocked2>
    %v4 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v4_3 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 2, parent = #blocked3}>}>>
    %v4_4 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v4_5 = tt.expand_dims %v4 {axis = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x8xi32, #blocked>
    %v4_6 = tt.expand_dims %v4_3 {axis = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 2, parent = #blocked3}>}>> -> tensor<1x8xi32, #ttg.slice<{dim = 2, parent = #blocked3}>>
    %v4_7 = tt.expand_dims %v4_4 {axis = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x8xi32, #blocked1>
    %v7 = arith.muli %v0, %c8_i32 : i32
    %v8 = tt.splat %v7 : i32 -> tensor<1x8xi32, #ttg.slice<{dim = 2, parent = #blocked3}>>
    %v8_8 = arith.addi %v4_6, %v8 : tensor<1x8xi32, #ttg.slice<{dim = 2, parent = #blocked3}>>
    %v10 = tt.splat %in0 : !tt.ptr<f16> -> tensor<1x8x!tt.ptr<f16>, #ttg.slice<{dim = 2, parent = #blocked3}>>
    %v10_9 = tt.addptr %v10, %v8_8 : tensor<1x8x!tt.ptr<f16>, #ttg.slice<{dim = 2, parent = #blocked3}>>, tensor<1x8xi32, #ttg.slice<{dim = 2, parent = #blocked3}>>
    %v11 = tt.load %v10_9 : tensor<1x8x!tt.ptr<f16>, #ttg.slice<{dim = 2, parent = #blocked3}>>
    %v13 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v13_10 = tt.expand_dims %v13 {axis = 1 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<8x1xi32, #blocked>
    %v14 = arith.muli %v13_10, %cst : tensor<8x1xi32, #blocked>
    %v15 = tt.broadcast %v14 : tensor<8x1xi32, #blocked> -> tensor<8x8xi32, #blocked>
    %v15_11 = tt.broadcast %v4_5 : tensor<1x8xi32, #blocked> -> tensor<8x8xi32, #blocked>
    %v15_12 = arith.addi %v15, %v15_11 : tensor<8x8xi32, #blocked>
    %v16 = arith.muli %v0, %c64_i32 : i32
    %v17 = tt.splat %v16 : i32 -> tensor<8x8xi32, #blocked>
    %v17_13 = arith.addi %v15_12, %v17 : tensor<8x8xi32, #blocked>
    %v18 = arith.cmpi ne, %v17_13, %cst_0 : tensor<8x8xi32, #blocked>
    %v20 = tt.splat %in1 : !tt.ptr<i8> -> tensor<8x8x!tt.ptr<i8>, #blocked>
    %v20_14 = tt.addptr %v20, %v17_13 : tensor<8x8x!tt.ptr<i8>, #blocked>, tensor<8x8xi32, #blocked>
    %v21 = tt.load %v20_14, %v18, %cst_2 : tensor<8x8x!tt.ptr<i8>, #blocked>
    %v22 = arith.uitofp %v21 : tensor<8x8xi8, #blocked> to tensor<8x8xf16, #blocked>
    %v23 = tt.expand_dims %v11 {axis = 2 : i32} : tensor<1x8xf16, #ttg.slice<{dim = 2, parent = #blocked3}>> -> tensor<1x8x1xf16, #blocked3>
    %v24 = ttg.convert_layout %v22 : tensor<8x8xf16, #blocked> -> tensor<8x8xf16, #ttg.slice<{dim = 0, parent = #blocked3}>>
    %v24_15 = tt.expand_dims %v24 {axis = 0 : i32} : tensor<8x8xf16, #ttg.slice<{dim = 0, parent = #blocked3}>> -> tensor<1x8x8xf16, #blocked3>
    %v25 = tt.broadcast %v23 : tensor<1x8x1xf16, #blocked3> -> tensor<1x8x8xf16, #blocked3>
    %v25_16 = arith.mulf %v25, %v24_15 : tensor<1x8x8xf16, #blocked3>
    %v29 = arith.extf %v25_16 : tensor<1x8x8xf16, #blocked3> to tensor<1x8x8xf32, #blocked3>
    %v29_17 = arith.fptosi %v29 : tensor<1x8x8xf32, #blocked3> to tensor<1x8x8xi32, #blocked3>
    %v30 = "tt.reduce"(%v29_17) <{axis = 2 : i32}> ({
    ^bb0(%v30_22: i32, %v30_23: i32):
      %v30_24 = arith.addi %v30_22, %v30_23 : i32
      tt.reduce.return %v30_24 : i32
    }) : (tensor<1x8x8xi32, #blocked3>) -> tensor<1x8xi32, #ttg.slice<{dim = 2, parent = #blocked3}>>
    %v32 = ttg.convert_layout %v30 : tensor<1x8xi32, #ttg.slice<{dim = 2, parent = #blocked3}>> -> tensor<1x8xi32, #blocked1>
    %v31 = "tt.reduce"(%v32) <{axis = 0 : i32}> ({
    ^bb0(%v31_22: i32, %v31_23: i32):
      %v31_24 = arith.addi %v31_22, %v31_23 : i32
      tt.reduce.return %v31_24 : i32
    }) : (tensor<1x8xi32, #blocked1>) -> tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %0 = ttg.convert_layout %v31 : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<8xi32, #blocked2>
    %v32_18 = arith.shli %v32, %cst_1 : tensor<1x8xi32, #blocked1>
    %v36 = tt.splat %v7 : i32 -> tensor<8xi32, #blocked2>
    %v36_19 = arith.addi %v36, %v3 : tensor<8xi32, #blocked2>
    %v37 = tt.splat %out0 : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>, #blocked2>
    %v37_20 = tt.addptr %v37, %v36_19 : tensor<8x!tt.ptr<i32>, #blocked2>, tensor<8xi32, #blocked2>
    tt.store %v37_20, %0 : tensor<8x!tt.ptr<i32>, #blocked2>
    %v42 = tt.addptr %out1, %v7 : !tt.ptr<i32>, i32
    %v43 = tt.splat %v42 : !tt.ptr<i32> -> tensor<1x8x!tt.ptr<i32>, #blocked1>
    %v43_21 = tt.addptr %v43, %v4_7 : tensor<1x8x!tt.ptr<i32>, #blocked1>, tensor<1x8xi32, #blocked1>
    tt.store %v43_21, %v32_18 : tensor<1x8x!tt.ptr<i32>, #blocked1>
    tt.return
  }
}
