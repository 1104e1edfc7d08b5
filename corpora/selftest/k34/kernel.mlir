#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 2], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n1: i32 {tt.divisibility = 16 : i32}, %in1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f16> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<32> : tensor<32x1xi32, #blocked>
    %cst_0 = arith.constant dense<1007> : tensor<32x32xi32, #blocked1>
    %cst_1 = arith.constant dense<16> : tensor<32x1xi32, #blocked>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<32x32xf16, #blocked1>
    %c1024_i32 = arith.constant 1024 : i32
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<32x32xf16, #blocked>
    %cst_4 = arith.constant dense<5.000000e-01> : tensor<32x32xf16, #blocked>
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v2_5 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v2_6 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<32x1xi32, #blocked>
    %v2_7 = tt.expand_dims %v2_5 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<32x1xi32, #blocked1>
    %v4 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v4_8 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v4_9 = tt.expand_dims %v4 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %v4_10 = tt.expand_dims %v4_8 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x32xi32, #blocked1>
    %v6 = arith.muli %v2_6, %cst_1 : tensor<32x1xi32, #blocked>
    %v7 = tt.broadcast %v6 : tensor<32x1xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %v7_11 = tt.broadcast %v4_9 : tensor<1x32xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %v7_12 = arith.addi %v7, %v7_11 : tensor<32x32xi32, #blocked>
    %v8 = arith.muli %v0, %c1024_i32 : i32
    %v9 = tt.splat %v8 : i32 -> tensor<32x32xi32, #blocked>
    %v9_13 = tt.splat %v8 : i32 -> tensor<32x32xi32, #blocked1>
    %v9_14 = arith.addi %v7_12, %v9 : tensor<32x32xi32, #blocked>
    %v10 = arith.extsi %v9_14 : tensor<32x32xi32, #blocked> to tensor<32x32xi64, #blocked>
    %v12 = tt.splat %in0 : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, #blocked>
    %v12_15 = tt.addptr %v12, %v10 : tensor<32x32x!tt.ptr<f16>, #blocked>, tensor<32x32xi64, #blocked>
    %v13 = tt.load %v12_15 : tensor<32x32x!tt.ptr<f16>, #blocked>
    %v15 = tt.splat %n1 : i32 -> tensor<1x32xi32, #blocked1>
    %v15_16 = arith.muli %v4_10, %v15 : tensor<1x32xi32, #blocked1>
    %v16 = tt.broadcast %v2_7 : tensor<32x1xi32, #blocked1> -> tensor<32x32xi32, #blocked1>
    %v16_17 = tt.broadcast %v15_16 : tensor<1x32xi32, #blocked1> -> tensor<32x32xi32, #blocked1>
    %v16_18 = arith.addi %v16, %v16_17 : tensor<32x32xi32, #blocked1>
    %v18 = arith.addi %v16_18, %v9_13 : tensor<32x32xi32, #blocked1>
    %v19 = arith.cmpi sge, %v18, %cst_0 : tensor<32x32xi32, #blocked1>
    %v21 = tt.splat %in1 : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, #blocked1>
    %v21_19 = tt.addptr %v21, %v18 : tensor<32x32x!tt.ptr<f16>, #blocked1>, tensor<32x32xi32, #blocked1>
    %v22 = tt.load %v21_19, %v19, %cst_2 : tensor<32x32x!tt.ptr<f16>, #blocked1>
    %v23 = arith.mulf %v13, %cst_4 : tensor<32x32xf16, #blocked>
    %v24 = arith.mulf %v23, %cst_3 : tensor<32x32xf16, #blocked>
    %v24_20 = ttg.convert_layout %v24 : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #blocked1>
    %v25 = arith.subf %v24_20, %v22 : tensor<32x32xf16, #blocked1>
    %v26 = arith.muli %v2_6, %cst : tensor<32x1xi32, #blocked>
    %v27 = tt.broadcast %v26 : tensor<32x1xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %v27_21 = arith.addi %v27, %v7_11 : tensor<32x32xi32, #blocked>
    %v30 = tt.addptr %out0, %v8 : !tt.ptr<f16>, i32
    %v31 = tt.splat %v30 : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, #blocked>
    %v31_22 = tt.addptr %v31, %v27_21 : tensor<32x32x!tt.ptr<f16>, #blocked>, tensor<32x32xi32, #blocked>
    %0 = ttg.convert_layout %v25 : tensor<32x32xf16, #blocked1> -> tensor<32x32xf16, #blocked>
    tt.store %v31_22, %0 : tensor<32x32x!tt.ptr<f16>, #blocked>
    tt.return
  }
}
