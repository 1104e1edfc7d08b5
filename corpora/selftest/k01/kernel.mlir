#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<bf16>) attributes {noinline = false} {
    %cst = arith.constant dense<192> : tensor<16x1xi32, #blocked>
    %cst_0 = arith.constant dense<128> : tensor<16x1xi32, #blocked>
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<16x1xbf16, #blocked>
    %cst_2 = arith.constant dense<2.000000e+00> : tensor<16x1xbf16, #blocked>
    %c16_i32 = arith.constant 16 : i32
    %c64_i32 = arith.constant 64 : i32
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v2_3 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
    %v5 = arith.muli %v0, %c64_i32 : i32
    %v6 = tt.splat %v5 : i32 -> tensor<16x1xi32, #blocked>
    %v6_4 = arith.addi %v2_3, %v6 : tensor<16x1xi32, #blocked>
    %v7 = arith.divsi %v6_4, %cst : tensor<16x1xi32, #blocked>
    %v8 = arith.remsi %v6_4, %cst : tensor<16x1xi32, #blocked>
    %v9 = arith.muli %v8, %cst_0 : tensor<16x1xi32, #blocked>
    %v12 = tt.splat %in0 : !tt.ptr<bf16> -> tensor<16x1x!tt.ptr<bf16>, #blocked>
    %v12_5 = tt.addptr %v12, %v9 : tensor<16x1x!tt.ptr<bf16>, #blocked>, tensor<16x1xi32, #blocked>
    %v13 = tt.load %v12_5 : tensor<16x1x!tt.ptr<bf16>, #blocked>
    %v14 = arith.muli %v7, %cst_0 : tensor<16x1xi32, #blocked>
    %v15 = arith.addi %v14, %v8 : tensor<16x1xi32, #blocked>
    %v16 = arith.muli %v15, %cst_0 : tensor<16x1xi32, #blocked>
    %v19 = tt.splat %in1 : !tt.ptr<bf16> -> tensor<16x1x!tt.ptr<bf16>, #blocked>
    %v19_6 = tt.addptr %v19, %v16 : tensor<16x1x!tt.ptr<bf16>, #blocked>, tensor<16x1xi32, #blocked>
    %v20 = tt.load %v19_6 : tensor<16x1x!tt.ptr<bf16>, #blocked>
    %v21 = arith.addf %v13, %v20 : tensor<16x1xbf16, #blocked>
    %v22 = arith.negf %v21 : tensor<16x1xbf16, #blocked>
    %v23 = arith.subf %v22, %cst_1 : tensor<16x1xbf16, #blocked>
    %v24 = arith.mulf %v23, %cst_2 : tensor<16x1xbf16, #blocked>
    %v27 = arith.muli %v0, %c16_i32 : i32
    %v29 = tt.addptr %out0, %v27 : !tt.ptr<bf16>, i32
    %v30 = tt.splat %v29 : !tt.ptr<bf16> -> tensor<16x1x!tt.ptr<bf16>, #blocked>
    %v30_7 = tt.addptr %v30, %v2_3 : tensor<16x1x!tt.ptr<bf16>, #blocked>, tensor<16x1xi32, #blocked>
    tt.store %v30_7, %v24 : tensor<16x1x!tt.ptr<bf16>, #blocked>
    tt.return
  }
}
