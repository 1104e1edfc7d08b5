#blocked = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 8], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<16> : tensor<1x64xi32, #blocked>
    %c1024_i32 = arith.constant 1024 : i32
    %c4_i32 = arith.constant 4 : i32
    %v0 = tt.get_program_id x : i32
    %v1 = tt.get_program_id y : i32
    %v2 = arith.muli %v1, %c4_i32 : i32
    %v3 = arith.addi %v2, %v0 : i32
    %v5 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v5_0 = tt.expand_dims %v5 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
    %v7 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v7_1 = tt.expand_dims %v7 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xi32, #blocked>
    %v8 = arith.muli %v7_1, %cst : tensor<1x64xi32, #blocked>
    %v9 = tt.broadcast %v5_0 : tensor<16x1xi32, #blocked> -> tensor<16x64xi32, #blocked>
    %v9_2 = tt.broadcast %v8 : tensor<1x64xi32, #blocked> -> tensor<16x64xi32, #blocked>
    %v9_3 = arith.addi %v9, %v9_2 : tensor<16x64xi32, #blocked>
    %v10 = arith.muli %v3, %c1024_i32 : i32
    %v11 = tt.splat %v10 : i32 -> tensor<16x64xi32, #blocked>
    %v11_4 = arith.addi %v9_3, %v11 : tensor<16x64xi32, #blocked>
    %v13 = tt.splat %in0 : !tt.ptr<i32> -> tensor<16x64x!tt.ptr<i32>, #blocked>
    %v13_5 = tt.addptr %v13, %v11_4 : tensor<16x64x!tt.ptr<i32>, #blocked>, tensor<16x64xi32, #blocked>
    %v14 = tt.load %v13_5 : tensor<16x64x!tt.ptr<i32>, #blocked>
    %v15 = "tt.reduce"(%v14) <{axis = 0 : i32}> ({
    ^bb0(%v15_9: i32, %v15_10: i32):
      %v15_11 = arith.addi %v15_9, %v15_10 : i32
      tt.reduce.return %v15_11 : i32
    }) : (tensor<16x64xi32, #blocked>) -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v16 = "tt.reduce"(%v14) <{axis = 1 : i32}> ({
    ^bb0(%v16_9: i32, %v16_10: i32):
      %v16_11 = arith.addi %v16_9, %v16_10 : i32
      tt.reduce.return %v16_11 : i32
    }) : (tensor<16x64xi32, #blocked>) -> tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v17 = tt.expand_dims %v15 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xi32, #blocked>
    %v18 = tt.expand_dims %v16 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
    %v19 = tt.broadcast %v17 : tensor<1x64xi32, #blocked> -> tensor<16x64xi32, #blocked>
    %v19_6 = tt.broadcast %v18 : tensor<16x1xi32, #blocked> -> tensor<16x64xi32, #blocked>
    %v19_7 = arith.xori %v19, %v19_6 : tensor<16x64xi32, #blocked>
    %v20 = arith.addi %v19_7, %v14 : tensor<16x64xi32, #blocked>
    %v26 = tt.splat %out0 : !tt.ptr<i32> -> tensor<16x64x!tt.ptr<i32>, #blocked>
    %v26_8 = tt.addptr %v26, %v11_4 : tensor<16x64x!tt.ptr<i32>, #blocked>, tensor<16x64xi32, #blocked>
    tt.store %v26_8, %v20 : tensor<16x64x!tt.ptr<i32>, #blocked>
    tt.return
  }
}
