#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f16> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<10> : tensor<4x1xi32, #blocked>
    %cst_0 = arith.constant dense<16> : tensor<4x1xi32, #blocked>
    %cst_1 = arith.constant dense<8> : tensor<4x1xi32, #blocked>
    %c32_i32 = arith.constant 32 : i32
    %c37_i32 = arith.constant 37 : i32
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v2_2 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<4x1xi32, #blocked>
    %v4 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v4_3 = tt.expand_dims %v4 {axis = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x8xi32, #blocked>
    %v5 = arith.muli %v0, %c37_i32 : i32
    %v6 = tt.splat %v5 : i32 -> tensor<4x1xi32, #blocked>
    %v6_4 = arith.addi %v2_2, %v6 : tensor<4x1xi32, #blocked>
    %v8 = arith.remsi %v6_4, %cst : tensor<4x1xi32, #blocked>
    %v9 = arith.muli %v8, %cst_0 : tensor<4x1xi32, #blocked>
    %v10 = tt.broadcast %v9 : tensor<4x1xi32, #blocked> -> tensor<4x8xi32, #blocked>
    %v10_5 = tt.broadcast %v4_3 : tensor<1x8xi32, #blocked> -> tensor<4x8xi32, #blocked>
    %v10_6 = arith.addi %v10, %v10_5 : tensor<4x8xi32, #blocked>
    %v12 = tt.splat %in0 : !tt.ptr<f16> -> tensor<4x8x!tt.ptr<f16>, #blocked>
    %v12_7 = tt.addptr %v12, %v10_6 : tensor<4x8x!tt.ptr<f16>, #blocked>, tensor<4x8xi32, #blocked>
    %v13 = tt.load %v12_7 : tensor<4x8x!tt.ptr<f16>, #blocked>
    %v15 = arith.sitofp %v6_4 : tensor<4x1xi32, #blocked> to tensor<4x1xf16, #blocked>
    %v15_8 = tt.broadcast %v15 : tensor<4x1xf16, #blocked> -> tensor<4x8xf16, #blocked>
    %v16 = arith.addf %v13, %v15_8 : tensor<4x8xf16, #blocked>
    %v17 = arith.muli %v2_2, %cst_1 : tensor<4x1xi32, #blocked>
    %v18 = tt.broadcast %v17 : tensor<4x1xi32, #blocked> -> tensor<4x8xi32, #blocked>
    %v18_9 = arith.addi %v18, %v10_5 : tensor<4x8xi32, #blocked>
    %v19 = arith.muli %v0, %c32_i32 : i32
    %v21 = tt.splat %v19 : i32 -> tensor<4x8xi32, #blocked>
    %v21_10 = arith.addi %v21, %v18_9 : tensor<4x8xi32, #blocked>
    %v22 = tt.splat %out0 : !tt.ptr<f16> -> tensor<4x8x!tt.ptr<f16>, #blocked>
    %v22_11 = tt.addptr %v22, %v21_10 : tensor<4x8x!tt.ptr<f16>, #blocked>, tensor<4x8xi32, #blocked>
    tt.store %v22_11, %v16 : tensor<4x8x!tt.ptr<f16>, #blocked>
    tt.return
  }
}
