#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked3 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i8>, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i8>, %out2: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<16> : tensor<1x16xi32, #blocked>
    %cst_0 = arith.constant dense<16> : tensor<1x16xi32, #blocked1>
    %c32_i32 = arith.constant 32 : i32
    %c12_i32 = arith.constant 12 : i32
    %c0_i32 = arith.constant 0 : i32
    %c11_i32 = arith.constant 11 : i32
    %c3_i32 = arith.constant 3 : i32
    %c16_i32 = arith.constant 16 : i32
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #blocked2>
    %v3 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v3_1 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v3_2 = tt.expand_dims %v3 {axis = 1 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<2x1xi32, #blocked>
    %v3_3 = tt.expand_dims %v3_1 {axis = 1 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<2x1xi32, #blocked1>
    %v4 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #blocked2>
    %v5 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v5_4 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v5_5 = tt.expand_dims %v5 {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x16xi32, #blocked>
    %v5_6 = tt.expand_dims %v5_4 {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x16xi32, #blocked1>
    %v7 = arith.muli %v5_5, %cst : tensor<1x16xi32, #blocked>
    %v7_7 = arith.muli %v5_6, %cst_0 : tensor<1x16xi32, #blocked1>
    %v8 = tt.broadcast %v3_2 : tensor<2x1xi32, #blocked> -> tensor<2x16xi32, #blocked>
    %v8_8 = tt.broadcast %v3_3 : tensor<2x1xi32, #blocked1> -> tensor<2x16xi32, #blocked1>
    %v8_9 = tt.broadcast %v7 : tensor<1x16xi32, #blocked> -> tensor<2x16xi32, #blocked>
    %v8_10 = tt.broadcast %v7_7 : tensor<1x16xi32, #blocked1> -> tensor<2x16xi32, #blocked1>
    %v8_11 = arith.addi %v8, %v8_9 : tensor<2x16xi32, #blocked>
    %v8_12 = arith.addi %v8_8, %v8_10 : tensor<2x16xi32, #blocked1>
    %v9 = arith.muli %v0, %c32_i32 : i32
    %v14 = tt.splat %in0 : !tt.ptr<i8> -> tensor<2x16x!tt.ptr<i8>, #blocked>
    %v14_13 = tt.splat %in0 : !tt.ptr<i8> -> tensor<2x16x!tt.ptr<i8>, #blocked1>
    %v20 = arith.muli %v0, %c12_i32 : i32
    %v25 = tt.splat %out0 : !tt.ptr<i32> -> tensor<2x!tt.ptr<i32>, #blocked2>
    %v32 = tt.splat %out1 : !tt.ptr<i8> -> tensor<16x!tt.ptr<i8>, #blocked2>
    scf.for %v1 = %c0_i32 to %c11_i32 step %c3_i32 : i32 {
      %v10 = arith.muli %v1, %c32_i32 : i32
      %v11 = arith.addi %v9, %v10 : i32
      %v12 = tt.splat %v11 : i32 -> tensor<2x16xi32, #blocked>
      %v12_14 = tt.splat %v11 : i32 -> tensor<2x16xi32, #blocked1>
      %v12_15 = arith.addi %v8_11, %v12 : tensor<2x16xi32, #blocked>
      %v12_16 = arith.addi %v8_12, %v12_14 : tensor<2x16xi32, #blocked1>
      %v14_17 = tt.addptr %v14, %v12_15 : tensor<2x16x!tt.ptr<i8>, #blocked>, tensor<2x16xi32, #blocked>
      %v14_18 = tt.addptr %v14_13, %v12_16 : tensor<2x16x!tt.ptr<i8>, #blocked1>, tensor<2x16xi32, #blocked1>
      %v15 = tt.load %v14_17 : tensor<2x16x!tt.ptr<i8>, #blocked>
      %v16 = tt.trans %v15 {order = array<i32: 1, 0>} : tensor<2x16xi8, #blocked> -> tensor<16x2xi8, #blocked3>
      %v15_19 = tt.load %v14_18 : tensor<2x16x!tt.ptr<i8>, #blocked1>
      %input = arith.extsi %v16 : tensor<16x2xi8, #blocked3> to tensor<16x2xi32, #blocked3>
      %v17 = "tt.reduce"(%input) <{axis = 0 : i32}> ({
      ^bb0(%v17_24: i32, %v17_25: i32):
        %v17_26 = arith.addi %v17_24, %v17_25 : i32
        tt.reduce.return %v17_26 : i32
      }) : (tensor<16x2xi32, #blocked3>) -> tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked3}>>
      %0 = ttg.convert_layout %v17 : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked3}>> -> tensor<2xi32, #blocked2>
      %v18 = "tt.reduce"(%v15_19) <{axis = 0 : i32}> ({
      ^bb0(%v18_24: i8, %v18_25: i8):
        %v18_26 = arith.xori %v18_24, %v18_25 : i8
        tt.reduce.return %v18_26 : i8
      }) : (tensor<2x16xi8, #blocked1>) -> tensor<16xi8, #ttg.slice<{dim = 0, parent = #blocked1}>>
      %1 = ttg.convert_layout %v18 : tensor<16xi8, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<16xi8, #blocked2>
      %v21 = arith.addi %v20, %v1 : i32
      %v22 = arith.muli %v21, %c3_i32 : i32
      %v24 = tt.splat %v22 : i32 -> tensor<2xi32, #blocked2>
      %v24_20 = arith.addi %v24, %v2 : tensor<2xi32, #blocked2>
      %v25_21 = tt.addptr %v25, %v24_20 : tensor<2x!tt.ptr<i32>, #blocked2>, tensor<2xi32, #blocked2>
      tt.store %v25_21, %0 : tensor<2x!tt.ptr<i32>, #blocked2>
      %v29 = arith.muli %v21, %c16_i32 : i32
      %v31 = tt.splat %v29 : i32 -> tensor<16xi32, #blocked2>
      %v31_22 = arith.addi %v31, %v4 : tensor<16xi32, #blocked2>
      %v32_23 = tt.addptr %v32, %v31_22 : tensor<16x!tt.ptr<i8>, #blocked2>, tensor<16xi32, #blocked2>
      tt.store %v32_23, %1 : tensor<16x!tt.ptr<i8>, #blocked2>
    }
    %v34 = tt.addptr %out2, %v0 : !tt.ptr<i32>, i32
    tt.store %v34, %v0 : !tt.ptr<i32>
    tt.return
  }
}
