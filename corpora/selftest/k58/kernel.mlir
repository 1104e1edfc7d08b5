#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [2, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 2], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%n0: i32, %in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<64> : tensor<16x1xi32, #blocked>
    %c0_i32 = arith.constant 0 : i32
    %c1024_i32 = arith.constant 1024 : i32
    %cst_0 = arith.constant dense<2.000000e+00> : tensor<16x64xf32, #blocked1>
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v2_1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v2_2 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<16x1xi32, #blocked1>
    %v2_3 = tt.expand_dims %v2_1 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
    %v4 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v4_4 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v4_5 = tt.expand_dims %v4 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x64xi32, #blocked1>
    %v4_6 = tt.expand_dims %v4_4 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xi32, #blocked>
    %v6 = tt.splat %n0 : i32 -> tensor<1x64xi32, #blocked1>
    %v6_7 = arith.muli %v4_5, %v6 : tensor<1x64xi32, #blocked1>
    %v7 = tt.broadcast %v2_2 : tensor<16x1xi32, #blocked1> -> tensor<16x64xi32, #blocked1>
    %v7_8 = tt.broadcast %v6_7 : tensor<1x64xi32, #blocked1> -> tensor<16x64xi32, #blocked1>
    %v7_9 = arith.addi %v7, %v7_8 : tensor<16x64xi32, #blocked1>
    %v8 = arith.muli %v0, %c1024_i32 : i32
    %v9 = tt.splat %v8 : i32 -> tensor<16x64xi32, #blocked1>
    %v9_10 = tt.splat %v8 : i32 -> tensor<16x64xi32, #blocked>
    %v9_11 = arith.addi %v7_9, %v9 : tensor<16x64xi32, #blocked1>
    %v10 = arith.extsi %v9_11 : tensor<16x64xi32, #blocked1> to tensor<16x64xi64, #blocked1>
    %v12 = tt.splat %in0 : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>, #blocked1>
    %v12_12 = tt.addptr %v12, %v10 : tensor<16x64x!tt.ptr<f32>, #blocked1>, tensor<16x64xi64, #blocked1>
    %v18 = tt.load %v12_12 : tensor<16x64x!tt.ptr<f32>, #blocked1>
    %v14 = arith.cmpi slt, %v8, %c0_i32 : i32
    %0 = scf.if %v14 -> (tensor<16x64xf32, #blocked1>) {
      %v15 = "tt.reduce"(%v18) <{axis = 0 : i32}> ({
      ^bb0(%v15_17: f32, %v15_18: f32):
        %v15_19 = arith.maxnumf %v15_17, %v15_18 : f32
        tt.reduce.return %v15_19 : f32
      }) : (tensor<16x64xf32, #blocked1>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
      %v16 = tt.expand_dims %v15 {axis = 0 : i32} : tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x64xf32, #blocked1>
      %v18_16 = tt.broadcast %v16 : tensor<1x64xf32, #blocked1> -> tensor<16x64xf32, #blocked1>
      scf.yield %v18_16 : tensor<16x64xf32, #blocked1>
    } else {
      scf.yield %v18 : tensor<16x64xf32, #blocked1>
    }
    %v19 = arith.negf %0 : tensor<16x64xf32, #blocked1>
    %v20 = arith.subf %v19, %cst_0 : tensor<16x64xf32, #blocked1>
    %v21 = arith.muli %v2_3, %cst : tensor<16x1xi32, #blocked>
    %v22 = tt.broadcast %v21 : tensor<16x1xi32, #blocked> -> tensor<16x64xi32, #blocked>
    %v22_13 = tt.broadcast %v4_6 : tensor<1x64xi32, #blocked> -> tensor<16x64xi32, #blocked>
    %v22_14 = arith.addi %v22, %v22_13 : tensor<16x64xi32, #blocked>
    %v25 = arith.addi %v9_10, %v22_14 : tensor<16x64xi32, #blocked>
    %v26 = tt.splat %out0 : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>, #blocked>
    %v26_15 = tt.addptr %v26, %v25 : tensor<16x64x!tt.ptr<f32>, #blocked>, tensor<16x64xi32, #blocked>
    %1 = ttg.convert_layout %v20 : tensor<16x64xf32, #blocked1> -> tensor<16x64xf32, #blocked>
    tt.store %v26_15, %1 : tensor<16x64x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
