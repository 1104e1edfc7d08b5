#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<17> : tensor<2x1xi32, #blocked>
    %c32_i32 = arith.constant 32 : i32
    %c16_i32 = arith.constant 16 : i32
    %c2_i32 = arith.constant 2 : i32
    %c0_i32 = arith.constant 0 : i32
    %c15_i32 = arith.constant 15 : i32
    %c3_i32 = arith.constant 3 : i32
    %cst_0 = arith.constant dense<0> : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %cst_1 = arith.constant dense<0> : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v0 = tt.get_program_id x : i32
    %v7 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v7_2 = tt.expand_dims %v7 {axis = 1 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<2x1xi32, #blocked>
    %v9 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v9_3 = tt.expand_dims %v9 {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x16xi32, #blocked>
    %v10 = arith.muli %v7_2, %cst : tensor<2x1xi32, #blocked>
    %v11 = tt.broadcast %v10 : tensor<2x1xi32, #blocked> -> tensor<2x16xi32, #blocked>
    %v11_4 = tt.broadcast %v9_3 : tensor<1x16xi32, #blocked> -> tensor<2x16xi32, #blocked>
    %v11_5 = arith.addi %v11, %v11_4 : tensor<2x16xi32, #blocked>
    %v12 = arith.muli %v0, %c32_i32 : i32
    %v18 = tt.splat %in0 : !tt.ptr<i32> -> tensor<2x16x!tt.ptr<i32>, #blocked>
    %v5:2 = scf.for %v3 = %c0_i32 to %c15_i32 step %c3_i32 iter_args(%v4 = %cst_1, %v5_9 = %cst_0) -> (tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>, tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>)  : i32 {
      %v13 = arith.muli %v3, %c32_i32 : i32
      %v14 = arith.addi %v12, %v13 : i32
      %v15 = tt.splat %v14 : i32 -> tensor<2x16xi32, #blocked>
      %v15_10 = arith.addi %v11_5, %v15 : tensor<2x16xi32, #blocked>
      %v16 = arith.extsi %v15_10 : tensor<2x16xi32, #blocked> to tensor<2x16xi64, #blocked>
      %v18_11 = tt.addptr %v18, %v16 : tensor<2x16x!tt.ptr<i32>, #blocked>, tensor<2x16xi64, #blocked>
      %v19 = tt.load %v18_11 : tensor<2x16x!tt.ptr<i32>, #blocked>
      %v20 = "tt.reduce"(%v19) <{axis = 0 : i32}> ({
      ^bb0(%v20_12: i32, %v20_13: i32):
        %v20_14 = arith.addi %v20_12, %v20_13 : i32
        tt.reduce.return %v20_14 : i32
      }) : (tensor<2x16xi32, #blocked>) -> tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
      %v21 = arith.xori %v4, %v20 : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
      %v22 = "tt.reduce"(%v19) <{axis = 1 : i32}> ({
      ^bb0(%v22_12: i32, %v22_13: i32):
        %v22_14 = arith.xori %v22_12, %v22_13 : i32
        tt.reduce.return %v22_14 : i32
      }) : (tensor<2x16xi32, #blocked>) -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
      %v23 = arith.maxsi %v5_9, %v22 : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
      scf.yield %v21, %v23 : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>, tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    } {tt.num_stages = 1 : i32}
    %v26 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #blocked1>
    %v27 = arith.muli %v0, %c16_i32 : i32
    %v29 = tt.splat %v27 : i32 -> tensor<16xi32, #blocked1>
    %v29_6 = arith.addi %v29, %v26 : tensor<16xi32, #blocked1>
    %v30 = tt.splat %out0 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>, #blocked1>
    %v30_7 = tt.addptr %v30, %v29_6 : tensor<16x!tt.ptr<i32>, #blocked1>, tensor<16xi32, #blocked1>
    %0 = ttg.convert_layout %v5#0 : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<16xi32, #blocked1>
    tt.store %v30_7, %0 : tensor<16x!tt.ptr<i32>, #blocked1>
    %v31 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #blocked1>
    %v32 = arith.muli %v0, %c2_i32 : i32
    %v34 = tt.addptr %out1, %v32 : !tt.ptr<i32>, i32
    %v35 = tt.splat %v34 : !tt.ptr<i32> -> tensor<2x!tt.ptr<i32>, #blocked1>
    %v35_8 = tt.addptr %v35, %v31 : tensor<2x!tt.ptr<i32>, #blocked1>, tensor<2xi32, #blocked1>
    %1 = ttg.convert_layout %v5#1 : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<2xi32, #blocked1>
    tt.store %v35_8, %1 : tensor<2x!tt.ptr<i32>, #blocked1>
    tt.return
  }
}
