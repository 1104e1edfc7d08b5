#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f16> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<48> : tensor<2x1xi32, #blocked>
    %cst_0 = arith.constant dense<16> : tensor<2x1xi32, #blocked>
    %cst_1 = arith.constant dense<3> : tensor<2x1xi32, #blocked>
    %cst_2 = arith.constant dense<24> : tensor<2x1xi32, #blocked>
    %cst_3 = arith.constant dense<2> : tensor<1x8xi32, #blocked>
    %cst_4 = arith.constant dense<-2.000000e+00> : tensor<2x8xf16, #blocked>
    %cst_5 = arith.constant dense<1.000000e+00> : tensor<2x8xf16, #blocked>
    %cst_6 = arith.constant dense<3> : tensor<2x1xi32, #blocked1>
    %c16_i32 = arith.constant 16 : i32
    %cst_7 = arith.constant dense<48> : tensor<2x1xi32, #blocked1>
    %c64_i32 = arith.constant 64 : i32
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v2_8 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v2_9 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<2x1xi32, #blocked>
    %v2_10 = tt.expand_dims %v2_8 {axis = 1 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<2x1xi32, #blocked1>
    %v4 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v4_11 = tt.expand_dims %v4 {axis = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x8xi32, #blocked>
    %v5 = arith.muli %v0, %c64_i32 : i32
    %v6 = tt.splat %v5 : i32 -> tensor<2x1xi32, #blocked>
    %v6_12 = tt.splat %v5 : i32 -> tensor<2x1xi32, #blocked1>
    %v6_13 = arith.addi %v2_9, %v6 : tensor<2x1xi32, #blocked>
    %v6_14 = arith.addi %v2_10, %v6_12 : tensor<2x1xi32, #blocked1>
    %v7 = arith.divsi %v6_13, %cst : tensor<2x1xi32, #blocked>
    %v7_15 = arith.divsi %v6_14, %cst_7 : tensor<2x1xi32, #blocked1>
    %v8 = arith.remsi %v6_13, %cst : tensor<2x1xi32, #blocked>
    %v9 = arith.muli %v8, %cst_0 : tensor<2x1xi32, #blocked>
    %v10 = tt.broadcast %v9 : tensor<2x1xi32, #blocked> -> tensor<2x8xi32, #blocked>
    %v10_16 = tt.broadcast %v4_11 : tensor<1x8xi32, #blocked> -> tensor<2x8xi32, #blocked>
    %v10_17 = arith.addi %v10, %v10_16 : tensor<2x8xi32, #blocked>
    %v11 = arith.cmpi slt, %v7, %cst_1 : tensor<2x1xi32, #blocked>
    %v11_18 = arith.cmpi slt, %v7_15, %cst_6 : tensor<2x1xi32, #blocked1>
    %v13 = tt.splat %in0 : !tt.ptr<f16> -> tensor<2x8x!tt.ptr<f16>, #blocked>
    %v13_19 = tt.addptr %v13, %v10_17 : tensor<2x8x!tt.ptr<f16>, #blocked>, tensor<2x8xi32, #blocked>
    %v14 = tt.broadcast %v11 : tensor<2x1xi1, #blocked> -> tensor<2x8xi1, #blocked>
    %v14_20 = tt.broadcast %v11_18 : tensor<2x1xi1, #blocked1> -> tensor<2x8xi1, #blocked>
    %v14_21 = tt.load %v13_19, %v14, %cst_4 : tensor<2x8x!tt.ptr<f16>, #blocked>
    %v15 = arith.muli %v7, %cst_0 : tensor<2x1xi32, #blocked>
    %v16 = arith.addi %v15, %v8 : tensor<2x1xi32, #blocked>
    %v17 = arith.muli %v16, %cst_0 : tensor<2x1xi32, #blocked>
    %v18 = tt.broadcast %v17 : tensor<2x1xi32, #blocked> -> tensor<2x8xi32, #blocked>
    %v18_22 = arith.addi %v18, %v10_16 : tensor<2x8xi32, #blocked>
    %v19 = arith.cmpi slt, %v16, %cst_2 : tensor<2x1xi32, #blocked>
    %v21 = tt.splat %in1 : !tt.ptr<f16> -> tensor<2x8x!tt.ptr<f16>, #blocked>
    %v21_23 = tt.addptr %v21, %v18_22 : tensor<2x8x!tt.ptr<f16>, #blocked>, tensor<2x8xi32, #blocked>
    %v22 = tt.broadcast %v19 : tensor<2x1xi1, #blocked> -> tensor<2x8xi1, #blocked>
    %v22_24 = tt.load %v21_23, %v22, %cst_5 : tensor<2x8x!tt.ptr<f16>, #blocked>
    %v23 = arith.addf %v14_21, %v22_24 : tensor<2x8xf16, #blocked>
    %v26 = arith.muli %v4_11, %cst_3 : tensor<1x8xi32, #blocked>
    %v27 = tt.broadcast %v26 : tensor<1x8xi32, #blocked> -> tensor<2x8xi32, #blocked>
    %v27_25 = tt.broadcast %v2_9 : tensor<2x1xi32, #blocked> -> tensor<2x8xi32, #blocked>
    %v27_26 = arith.addi %v27, %v27_25 : tensor<2x8xi32, #blocked>
    %v28 = arith.muli %v0, %c16_i32 : i32
    %v30 = tt.splat %v28 : i32 -> tensor<2x8xi32, #blocked>
    %v30_27 = arith.addi %v30, %v27_26 : tensor<2x8xi32, #blocked>
    %v31 = tt.splat %out0 : !tt.ptr<f16> -> tensor<2x8x!tt.ptr<f16>, #blocked>
    %v31_28 = tt.addptr %v31, %v30_27 : tensor<2x8x!tt.ptr<f16>, #blocked>, tensor<2x8xi32, #blocked>
    tt.store %v31_28, %v23, %v14_20 : tensor<2x8x!tt.ptr<f16>, #blocked>
    tt.return
  }
}
