#blocked = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked3 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 8, 4], warpsPerCTA = [1, 1, 1], order = [2, 1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<4> : tensor<1x16xi32, #blocked>
    %cst_0 = arith.constant dense<12> : tensor<16x1xi32, #blocked1>
    %cst_1 = arith.constant dense<2> : tensor<4x1xi32, #blocked2>
    %cst_2 = arith.constant dense<4> : tensor<4x1xi32, #blocked2>
    %c16_i32 = arith.constant 16 : i32
    %c2_i32 = arith.constant 2 : i32
    %c64_i32 = arith.constant 64 : i32
    %c12_i32 = arith.constant 12 : i32
    %c1_i32 = arith.constant 1 : i32
    %v0 = tt.get_program_id x : i32
    %v3 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v3_3 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked2}>>
    %v3_4 = tt.expand_dims %v3 {axis = 1 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<4x1xi32, #blocked>
    %v3_5 = tt.expand_dims %v3_3 {axis = 1 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked2}>> -> tensor<4x1xi32, #blocked2>
    %v5 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v5_6 = tt.expand_dims %v5 {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x16xi32, #blocked>
    %v6 = arith.muli %v5_6, %cst : tensor<1x16xi32, #blocked>
    %v7 = tt.broadcast %v3_4 : tensor<4x1xi32, #blocked> -> tensor<4x16xi32, #blocked>
    %v7_7 = tt.broadcast %v6 : tensor<1x16xi32, #blocked> -> tensor<4x16xi32, #blocked>
    %v7_8 = arith.addi %v7, %v7_7 : tensor<4x16xi32, #blocked>
    %v8 = arith.muli %v0, %c64_i32 : i32
    %v13 = tt.splat %in0 : !tt.ptr<i64> -> tensor<4x16x!tt.ptr<i64>, #blocked>
    %v16 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v16_9 = tt.expand_dims %v16 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<16x1xi32, #blocked1>
    %v18 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v18_10 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>
    %v18_11 = tt.expand_dims %v18 {axis = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x4xi32, #blocked1>
    %v18_12 = tt.expand_dims %v18_10 {axis = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 0, parent = #blocked2}>> -> tensor<1x4xi32, #blocked2>
    %v19 = arith.muli %v16_9, %cst_0 : tensor<16x1xi32, #blocked1>
    %v20 = tt.broadcast %v19 : tensor<16x1xi32, #blocked1> -> tensor<16x4xi32, #blocked1>
    %v20_13 = tt.broadcast %v18_11 : tensor<1x4xi32, #blocked1> -> tensor<16x4xi32, #blocked1>
    %v20_14 = arith.addi %v20, %v20_13 : tensor<16x4xi32, #blocked1>
    %v26 = tt.splat %in1 : !tt.ptr<i64> -> tensor<16x4x!tt.ptr<i64>, #blocked1>
    %v32 = arith.addi %v3_5, %cst_1 : tensor<4x1xi32, #blocked2>
    %v33 = arith.remsi %v32, %cst_2 : tensor<4x1xi32, #blocked2>
    %v34 = arith.muli %v33, %cst_2 : tensor<4x1xi32, #blocked2>
    %v35 = tt.broadcast %v34 : tensor<4x1xi32, #blocked2> -> tensor<4x4xi32, #blocked2>
    %v35_15 = tt.broadcast %v18_12 : tensor<1x4xi32, #blocked2> -> tensor<4x4xi32, #blocked2>
    %v35_16 = arith.addi %v35, %v35_15 : tensor<4x4xi32, #blocked2>
    %v36 = arith.muli %v0, %c12_i32 : i32
    scf.for %v1 = %c1_i32 to %c12_i32 step %c2_i32 : i32 {
      %v9 = arith.muli %v1, %c64_i32 : i32
      %v10 = arith.addi %v8, %v9 : i32
      %v11 = tt.splat %v10 : i32 -> tensor<4x16xi32, #blocked>
      %v11_17 = arith.addi %v7_8, %v11 : tensor<4x16xi32, #blocked>
      %v13_18 = tt.addptr %v13, %v11_17 : tensor<4x16x!tt.ptr<i64>, #blocked>, tensor<4x16xi32, #blocked>
      %v14 = tt.load %v13_18 : tensor<4x16x!tt.ptr<i64>, #blocked>
      %v24 = tt.splat %v10 : i32 -> tensor<16x4xi32, #blocked1>
      %v24_19 = arith.addi %v20_14, %v24 : tensor<16x4xi32, #blocked1>
      %v26_20 = tt.addptr %v26, %v24_19 : tensor<16x4x!tt.ptr<i64>, #blocked1>, tensor<16x4xi32, #blocked1>
      %v27 = tt.load %v26_20 : tensor<16x4x!tt.ptr<i64>, #blocked1>
      %v28 = ttg.convert_layout %v14 : tensor<4x16xi64, #blocked> -> tensor<4x16xi64, #ttg.slice<{dim = 2, parent = #blocked3}>>
      %v28_21 = tt.expand_dims %v28 {axis = 2 : i32} : tensor<4x16xi64, #ttg.slice<{dim = 2, parent = #blocked3}>> -> tensor<4x16x1xi64, #blocked3>
      %v29 = ttg.convert_layout %v27 : tensor<16x4xi64, #blocked1> -> tensor<16x4xi64, #ttg.slice<{dim = 0, parent = #blocked3}>>
      %v29_22 = tt.expand_dims %v29 {axis = 0 : i32} : tensor<16x4xi64, #ttg.slice<{dim = 0, parent = #blocked3}>> -> tensor<1x16x4xi64, #blocked3>
      %v30 = tt.broadcast %v28_21 : tensor<4x16x1xi64, #blocked3> -> tensor<4x16x4xi64, #blocked3>
      %v30_23 = tt.broadcast %v29_22 : tensor<1x16x4xi64, #blocked3> -> tensor<4x16x4xi64, #blocked3>
      %v30_24 = arith.muli %v30, %v30_23 : tensor<4x16x4xi64, #blocked3>
      %v31 = "tt.reduce"(%v30_24) <{axis = 1 : i32}> ({
      ^bb0(%v31_26: i64, %v31_27: i64):
        %v31_28 = arith.xori %v31_26, %v31_27 : i64
        tt.reduce.return %v31_28 : i64
      }) : (tensor<4x16x4xi64, #blocked3>) -> tensor<4x4xi64, #ttg.slice<{dim = 1, parent = #blocked3}>>
      %0 = ttg.convert_layout %v31 : tensor<4x4xi64, #ttg.slice<{dim = 1, parent = #blocked3}>> -> tensor<4x4xi64, #blocked2>
      %v37 = arith.subi %v1, %c1_i32 : i32
      %v38 = arith.addi %v36, %v37 : i32
      %v39 = arith.muli %v38, %c16_i32 : i32
      %v41 = tt.addptr %out0, %v39 : !tt.ptr<i64>, i32
      %v42 = tt.splat %v41 : !tt.ptr<i64> -> tensor<4x4x!tt.ptr<i64>, #blocked2>
      %v42_25 = tt.addptr %v42, %v35_16 : tensor<4x4x!tt.ptr<i64>, #blocked2>, tensor<4x4xi32, #blocked2>
      tt.store %v42_25, %0 : tensor<4x4x!tt.ptr<i64>, #blocked2>
    }
    %v44 = tt.addptr %out1, %v0 : !tt.ptr<i32>, i32
    tt.store %v44, %v0 : !tt.ptr<i32>
    tt.return
  }
}
