#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%n0: i32, %in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out2: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<128> : tensor<8x1xi32, #blocked>
    %c1024_i32 = arith.constant 1024 : i32
    %c5_i32 = arith.constant 5 : i32
    %c8_i32 = arith.constant 8 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant dense<2147483647> : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %cst_1 = arith.constant dense<0> : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v0 = tt.get_program_id x : i32
    %v5 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #blocked1>
    %v6 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v6_2 = tt.expand_dims %v6 {axis = 1 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<8x1xi32, #blocked>
    %v8 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v8_3 = tt.expand_dims %v8 {axis = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x128xi32, #blocked>
    %v9 = arith.muli %v6_2, %cst : tensor<8x1xi32, #blocked>
    %v10 = tt.broadcast %v9 : tensor<8x1xi32, #blocked> -> tensor<8x128xi32, #blocked>
    %v10_4 = tt.broadcast %v8_3 : tensor<1x128xi32, #blocked> -> tensor<8x128xi32, #blocked>
    %v10_5 = arith.addi %v10, %v10_4 : tensor<8x128xi32, #blocked>
    %v11 = arith.muli %v0, %c1024_i32 : i32
    %v16 = tt.splat %in0 : !tt.ptr<i32> -> tensor<8x128x!tt.ptr<i32>, #blocked>
    %v19 = arith.muli %v0, %c5_i32 : i32
    %v24 = tt.splat %out0 : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>, #blocked1>
    %v4 = scf.for %v3 = %c0_i32 to %n0 step %c1_i32 iter_args(%v4_9 = %cst_1) -> (tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>)  : i32 {
      %v12 = arith.muli %v3, %c1024_i32 : i32
      %v13 = arith.addi %v11, %v12 : i32
      %v14 = tt.splat %v13 : i32 -> tensor<8x128xi32, #blocked>
      %v14_10 = arith.addi %v10_5, %v14 : tensor<8x128xi32, #blocked>
      %v16_11 = tt.addptr %v16, %v14_10 : tensor<8x128x!tt.ptr<i32>, #blocked>, tensor<8x128xi32, #blocked>
      %v17 = tt.load %v16_11 : tensor<8x128x!tt.ptr<i32>, #blocked>
      %v20 = arith.addi %v19, %v3 : i32
      %v21 = arith.muli %v20, %c8_i32 : i32
      %v23 = tt.splat %v21 : i32 -> tensor<8xi32, #blocked1>
      %v23_12 = arith.addi %v23, %v5 : tensor<8xi32, #blocked1>
      %v24_13 = tt.addptr %v24, %v23_12 : tensor<8x!tt.ptr<i32>, #blocked1>, tensor<8xi32, #blocked1>
      %2 = ttg.convert_layout %v4_9 : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<8xi32, #blocked1>
      tt.store %v24_13, %2 : tensor<8x!tt.ptr<i32>, #blocked1>
      %v25 = "tt.reduce"(%v17) <{axis = 1 : i32}> ({
      ^bb0(%v25_14: i32, %v25_15: i32):
        %v25_16 = arith.addi %v25_14, %v25_15 : i32
        tt.reduce.return %v25_16 : i32
      }) : (tensor<8x128xi32, #blocked>) -> tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
      %v26 = arith.addi %v4_9, %v25 : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
      scf.yield %v26 : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    } {tt.num_stages = 1 : i32}
    %v28 = arith.muli %v4, %v4 : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v29 = arith.muli %v4, %cst_0 : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v31 = arith.muli %v0, %c8_i32 : i32
    %v33 = tt.splat %v31 : i32 -> tensor<8xi32, #blocked1>
    %v33_6 = arith.addi %v33, %v5 : tensor<8xi32, #blocked1>
    %v34 = tt.splat %out1 : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>, #blocked1>
    %v34_7 = tt.addptr %v34, %v33_6 : tensor<8x!tt.ptr<i32>, #blocked1>, tensor<8xi32, #blocked1>
    %0 = ttg.convert_layout %v28 : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<8xi32, #blocked1>
    tt.store %v34_7, %0 : tensor<8x!tt.ptr<i32>, #blocked1>
    %v38 = tt.splat %out2 : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>, #blocked1>
    %v38_8 = tt.addptr %v38, %v33_6 : tensor<8x!tt.ptr<i32>, #blocked1>, tensor<8xi32, #blocked1>
    %1 = ttg.convert_layout %v29 : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<8xi32, #blocked1>
    tt.store %v38_8, %1 : tensor<8x!tt.ptr<i32>, #blocked1>
    tt.return
  }
}
