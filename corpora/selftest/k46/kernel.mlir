#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 2], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i64> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<2> : tensor<2x1xi32, #blocked>
    %cst_0 = arith.constant dense<192> : tensor<2x1xi32, #blocked>
    %cst_1 = arith.constant dense<0> : tensor<2x1xi32, #blocked>
    %cst_2 = arith.constant dense<7> : tensor<2x64xi64, #blocked>
    %cst_3 = arith.constant dense<5> : tensor<2x64xi64, #blocked>
    %c2_i32 = arith.constant 2 : i32
    %c64_i32 = arith.constant 64 : i32
    %v0 = tt.get_program_id x : i32
    %v1 = tt.get_program_id y : i32
    %v2 = tt.get_num_programs x : i32
    %v3 = arith.muli %v1, %v2 : i32
    %v4 = arith.addi %v3, %v0 : i32
    %v5 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #blocked1>
    %v6 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v6_4 = tt.expand_dims %v6 {axis = 1 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<2x1xi32, #blocked>
    %v8 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v8_5 = tt.expand_dims %v8 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xi32, #blocked>
    %v9 = arith.muli %v4, %c64_i32 : i32
    %v10 = tt.splat %v9 : i32 -> tensor<2x1xi32, #blocked>
    %v10_6 = arith.addi %v6_4, %v10 : tensor<2x1xi32, #blocked>
    %v12 = arith.remsi %v10_6, %cst : tensor<2x1xi32, #blocked>
    %v13 = arith.muli %v12, %cst_0 : tensor<2x1xi32, #blocked>
    %v14 = tt.broadcast %v13 : tensor<2x1xi32, #blocked> -> tensor<2x64xi32, #blocked>
    %v14_7 = tt.broadcast %v8_5 : tensor<1x64xi32, #blocked> -> tensor<2x64xi32, #blocked>
    %v14_8 = arith.addi %v14, %v14_7 : tensor<2x64xi32, #blocked>
    %v15 = arith.cmpi slt, %v12, %cst_1 : tensor<2x1xi32, #blocked>
    %v17 = tt.splat %in0 : !tt.ptr<i64> -> tensor<2x64x!tt.ptr<i64>, #blocked>
    %v17_9 = tt.addptr %v17, %v14_8 : tensor<2x64x!tt.ptr<i64>, #blocked>, tensor<2x64xi32, #blocked>
    %v18 = tt.broadcast %v15 : tensor<2x1xi1, #blocked> -> tensor<2x64xi1, #blocked>
    %v18_10 = tt.load %v17_9, %v18, %cst_3 : tensor<2x64x!tt.ptr<i64>, #blocked>
    %v20 = arith.extsi %v10_6 : tensor<2x1xi32, #blocked> to tensor<2x1xi64, #blocked>
    %v20_11 = tt.broadcast %v20 : tensor<2x1xi64, #blocked> -> tensor<2x64xi64, #blocked>
    %v21 = arith.addi %v18_10, %v20_11 : tensor<2x64xi64, #blocked>
    %v22 = arith.andi %v21, %cst_2 : tensor<2x64xi64, #blocked>
    %v23 = arith.shrsi %v21, %v22 : tensor<2x64xi64, #blocked>
    %v25 = "tt.reduce"(%v23) <{axis = 1 : i32}> ({
    ^bb0(%v25_14: i64, %v25_15: i64):
      %v25_16 = arith.addi %v25_14, %v25_15 : i64
      tt.reduce.return %v25_16 : i64
    }) : (tensor<2x64xi64, #blocked>) -> tensor<2xi64, #ttg.slice<{dim = 1, parent = #blocked}>>
    %0 = ttg.convert_layout %v25 : tensor<2xi64, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<2xi64, #blocked1>
    %v27 = arith.muli %v4, %c2_i32 : i32
    %v29 = tt.splat %v27 : i32 -> tensor<2xi32, #blocked1>
    %v29_12 = arith.addi %v29, %v5 : tensor<2xi32, #blocked1>
    %v30 = tt.splat %out0 : !tt.ptr<i64> -> tensor<2x!tt.ptr<i64>, #blocked1>
    %v30_13 = tt.addptr %v30, %v29_12 : tensor<2x!tt.ptr<i64>, #blocked1>, tensor<2xi32, #blocked1>
    tt.store %v30_13, %0 : tensor<2x!tt.ptr<i64>, #blocked1>
    tt.return
  }
}
