#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<16> : tensor<16x1xi32, #blocked>
    %c256_i32 = arith.constant 256 : i32
    %c16_i32 = arith.constant 16 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<16xf32, #blocked1>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<16xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v0 = tt.get_program_id x : i32
    %v1 = tt.get_program_id y : i32
    %v2 = tt.get_num_programs x : i32
    %v3 = arith.muli %v1, %v2 : i32
    %v4 = arith.addi %v3, %v0 : i32
    %v9 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #blocked1>
    %v10 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v10_2 = tt.expand_dims %v10 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
    %v12 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v12_3 = tt.expand_dims %v12 {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x16xi32, #blocked>
    %v13 = arith.muli %v10_2, %cst : tensor<16x1xi32, #blocked>
    %v14 = tt.broadcast %v13 : tensor<16x1xi32, #blocked> -> tensor<16x16xi32, #blocked>
    %v14_4 = tt.broadcast %v12_3 : tensor<1x16xi32, #blocked> -> tensor<16x16xi32, #blocked>
    %v14_5 = arith.addi %v14, %v14_4 : tensor<16x16xi32, #blocked>
    %v15 = arith.muli %v4, %c256_i32 : i32
    %v18 = tt.splat %v15 : i32 -> tensor<16x16xi32, #blocked>
    %v18_6 = arith.addi %v14_5, %v18 : tensor<16x16xi32, #blocked>
    %v20 = tt.splat %in0 : !tt.ptr<i32> -> tensor<16x16x!tt.ptr<i32>, #blocked>
    %v20_7 = tt.addptr %v20, %v18_6 : tensor<16x16x!tt.ptr<i32>, #blocked>, tensor<16x16xi32, #blocked>
    %v21 = tt.load %v20_7 : tensor<16x16x!tt.ptr<i32>, #blocked>
    %v26 = arith.muli %v4, %c16_i32 : i32
    %v28 = tt.splat %v26 : i32 -> tensor<16xi32, #blocked1>
    %v28_8 = arith.addi %v28, %v9 : tensor<16xi32, #blocked1>
    %v29 = tt.splat %out0 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>, #blocked1>
    %v29_9 = tt.addptr %v29, %v28_8 : tensor<16x!tt.ptr<f32>, #blocked1>, tensor<16xi32, #blocked1>
    tt.store %v29_9, %cst_0 : tensor<16x!tt.ptr<f32>, #blocked1>
    %v30 = arith.uitofp %v21 : tensor<16x16xi32, #blocked> to tensor<16x16xf32, #blocked>
    %v31 = "tt.reduce"(%v30) <{axis = 0 : i32}> ({
    ^bb0(%v31_11: f32, %v31_12: f32):
      %v31_13 = arith.addf %v31_11, %v31_12 : f32
      tt.reduce.return %v31_13 : f32
    }) : (tensor<16x16xf32, #blocked>) -> tensor<16xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v32 = arith.addf %v31, %cst_1 : tensor<16xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v38 = tt.splat %out1 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>, #blocked1>
    %v38_10 = tt.addptr %v38, %v28_8 : tensor<16x!tt.ptr<f32>, #blocked1>, tensor<16xi32, #blocked1>
    %0 = ttg.convert_layout %v32 : tensor<16xf32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<16xf32, #blocked1>
    tt.store %v38_10, %0 : tensor<16x!tt.ptr<f32>, #blocked1>
    tt.return
  }
}
