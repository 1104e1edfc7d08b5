#blocked = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 2], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %in2: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out2: !tt.ptr<i64> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<16> : tensor<1x16xi32, #blocked>
    %c16_i32 = arith.constant 16 : i32
    %c1024_i32 = arith.constant 1024 : i32
    %c64_i32 = arith.constant 64 : i32
    %cst_0 = arith.constant dense<1> : tensor<1024xi64, #blocked1>
    %cst_1 = arith.constant dense<15> : tensor<1024xi64, #blocked1>
    %cst_2 = arith.constant dense<-1> : tensor<1024xi64, #blocked1>
    %cst_3 = arith.constant dense<16> : tensor<1024xi64, #blocked1>
    %cst_4 = arith.constant dense<44> : tensor<1024xi64, #blocked1>
    %cst_5 = arith.constant dense<0> : tensor<1024xi64, #blocked1>
    %v0 = tt.get_program_id x : i32
    %v1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #blocked2>
    %v2 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v2_6 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64x1xi32, #blocked>
    %v3 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #blocked2>
    %v4 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v4_7 = tt.expand_dims %v4 {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x16xi32, #blocked>
    %v5 = arith.muli %v4_7, %cst : tensor<1x16xi32, #blocked>
    %v6 = tt.broadcast %v2_6 : tensor<64x1xi32, #blocked> -> tensor<64x16xi32, #blocked>
    %v6_8 = tt.broadcast %v5 : tensor<1x16xi32, #blocked> -> tensor<64x16xi32, #blocked>
    %v6_9 = arith.addi %v6, %v6_8 : tensor<64x16xi32, #blocked>
    %v7 = arith.muli %v0, %c1024_i32 : i32
    %v8 = tt.splat %v7 : i32 -> tensor<64x16xi32, #blocked>
    %v8_10 = arith.addi %v6_9, %v8 : tensor<64x16xi32, #blocked>
    %v10 = tt.splat %in0 : !tt.ptr<i32> -> tensor<64x16x!tt.ptr<i32>, #blocked>
    %v10_11 = tt.addptr %v10, %v8_10 : tensor<64x16x!tt.ptr<i32>, #blocked>, tensor<64x16xi32, #blocked>
    %v11 = tt.load %v10_11 : tensor<64x16x!tt.ptr<i32>, #blocked>
    %v12 = "tt.reduce"(%v11) <{axis = 0 : i32}> ({
    ^bb0(%v12_19: i32, %v12_20: i32):
      %v12_21 = arith.minsi %v12_19, %v12_20 : i32
      tt.reduce.return %v12_21 : i32
    }) : (tensor<64x16xi32, #blocked>) -> tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v13 = "tt.reduce"(%v11) <{axis = 1 : i32}> ({
    ^bb0(%v13_19: i32, %v13_20: i32):
      %v13_21 = arith.addi %v13_19, %v13_20 : i32
      tt.reduce.return %v13_21 : i32
    }) : (tensor<64x16xi32, #blocked>) -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v14 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked1>
    %v16 = tt.splat %v7 : i32 -> tensor<1024xi32, #blocked1>
    %v16_12 = arith.addi %v14, %v16 : tensor<1024xi32, #blocked1>
    %v18 = tt.splat %in1 : !tt.ptr<i64> -> tensor<1024x!tt.ptr<i64>, #blocked1>
    %v18_13 = tt.addptr %v18, %v16_12 : tensor<1024x!tt.ptr<i64>, #blocked1>, tensor<1024xi32, #blocked1>
    %v19 = tt.load %v18_13 : tensor<1024x!tt.ptr<i64>, #blocked1>
    %v23 = tt.splat %in2 : !tt.ptr<i64> -> tensor<1024x!tt.ptr<i64>, #blocked1>
    %v23_14 = tt.addptr %v23, %v16_12 : tensor<1024x!tt.ptr<i64>, #blocked1>, tensor<1024xi32, #blocked1>
    %v24 = tt.load %v23_14 : tensor<1024x!tt.ptr<i64>, #blocked1>
    %v25 = arith.subi %cst_5, %v19 : tensor<1024xi64, #blocked1>
    %v26 = arith.shli %v24, %cst_4 : tensor<1024xi64, #blocked1>
    %v27 = arith.maxsi %v26, %cst_5 : tensor<1024xi64, #blocked1>
    %v28 = arith.cmpi sle, %v27, %cst_3 : tensor<1024xi64, #blocked1>
    %v29 = arith.xori %v27, %cst_2 : tensor<1024xi64, #blocked1>
    %v30 = arith.select %v28, %v27, %v29 : tensor<1024xi1, #blocked1>, tensor<1024xi64, #blocked1>
    %v31 = arith.addi %v25, %v30 : tensor<1024xi64, #blocked1>
    %v32 = arith.andi %v30, %cst_1 : tensor<1024xi64, #blocked1>
    %v33 = arith.ori %v32, %cst_0 : tensor<1024xi64, #blocked1>
    %v34 = arith.maxsi %v33, %cst_0 : tensor<1024xi64, #blocked1>
    %v35 = arith.divsi %v31, %v34 : tensor<1024xi64, #blocked1>
    %v37 = arith.muli %v0, %c16_i32 : i32
    %v39 = tt.addptr %out0, %v37 : !tt.ptr<i32>, i32
    %v40 = tt.splat %v39 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>, #blocked2>
    %v40_15 = tt.addptr %v40, %v3 : tensor<16x!tt.ptr<i32>, #blocked2>, tensor<16xi32, #blocked2>
    %0 = ttg.convert_layout %v12 : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<16xi32, #blocked2>
    tt.store %v40_15, %0 : tensor<16x!tt.ptr<i32>, #blocked2>
    %v42 = arith.muli %v0, %c64_i32 : i32
    %v44 = tt.splat %v42 : i32 -> tensor<64xi32, #blocked2>
    %v44_16 = arith.addi %v44, %v1 : tensor<64xi32, #blocked2>
    %v45 = tt.splat %out1 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #blocked2>
    %v45_17 = tt.addptr %v45, %v44_16 : tensor<64x!tt.ptr<i32>, #blocked2>, tensor<64xi32, #blocked2>
    %1 = ttg.convert_layout %v13 : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64xi32, #blocked2>
    tt.store %v45_17, %1 : tensor<64x!tt.ptr<i32>, #blocked2>
    %v49 = tt.splat %out2 : !tt.ptr<i64> -> tensor<1024x!tt.ptr<i64>, #blocked1>
    %v49_18 = tt.addptr %v49, %v16_12 : tensor<1024x!tt.ptr<i64>, #blocked1>, tensor<1024xi32, #blocked1>
    tt.store %v49_18, %v35 : tensor<1024x!tt.ptr<i64>, #blocked1>
    tt.return
  }
}
