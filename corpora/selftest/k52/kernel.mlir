#blocked = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 4], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<8> : tensor<1x64xi32, #blocked>
    %c512_i32 = arith.constant 512 : i32
    %c64_i32 = arith.constant 64 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<64xf32, #blocked1>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v0 = tt.get_program_id x : i32
    %v7 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v7_2 = tt.expand_dims %v7 {axis = 1 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<8x1xi32, #blocked>
    %v8 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #blocked1>
    %v9 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v9_3 = tt.expand_dims %v9 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xi32, #blocked>
    %v10 = arith.muli %v9_3, %cst : tensor<1x64xi32, #blocked>
    %v11 = tt.broadcast %v7_2 : tensor<8x1xi32, #blocked> -> tensor<8x64xi32, #blocked>
    %v11_4 = tt.broadcast %v10 : tensor<1x64xi32, #blocked> -> tensor<8x64xi32, #blocked>
    %v11_5 = arith.addi %v11, %v11_4 : tensor<8x64xi32, #blocked>
    %v12 = arith.muli %v0, %c512_i32 : i32
    %v15 = tt.splat %v12 : i32 -> tensor<8x64xi32, #blocked>
    %v15_6 = arith.addi %v11_5, %v15 : tensor<8x64xi32, #blocked>
    %v17 = tt.splat %in0 : !tt.ptr<f16> -> tensor<8x64x!tt.ptr<f16>, #blocked>
    %v17_7 = tt.addptr %v17, %v15_6 : tensor<8x64x!tt.ptr<f16>, #blocked>, tensor<8x64xi32, #blocked>
    %v18 = tt.load %v17_7 : tensor<8x64x!tt.ptr<f16>, #blocked>
    %v22 = arith.muli %v0, %c64_i32 : i32
    %v24 = tt.addptr %out0, %v22 : !tt.ptr<f32>, i32
    %v25 = tt.splat %v24 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #blocked1>
    %v25_8 = tt.addptr %v25, %v8 : tensor<64x!tt.ptr<f32>, #blocked1>, tensor<64xi32, #blocked1>
    tt.store %v25_8, %cst_0 : tensor<64x!tt.ptr<f32>, #blocked1>
    %v26 = arith.extf %v18 : tensor<8x64xf16, #blocked> to tensor<8x64xf32, #blocked>
    %v27 = "tt.reduce"(%v26) <{axis = 0 : i32}> ({
    ^bb0(%v27_11: f32, %v27_12: f32):
      %v27_13 = arith.addf %v27_11, %v27_12 : f32
      tt.reduce.return %v27_13 : f32
    }) : (tensor<8x64xf32, #blocked>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v28 = arith.addf %v27, %cst_1 : tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v33 = tt.splat %v22 : i32 -> tensor<64xi32, #blocked1>
    %v33_9 = arith.addi %v33, %v8 : tensor<64xi32, #blocked1>
    %v34 = tt.splat %out1 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #blocked1>
    %v34_10 = tt.addptr %v34, %v33_9 : tensor<64x!tt.ptr<f32>, #blocked1>, tensor<64xi32, #blocked1>
    %0 = ttg.convert_layout %v28 : tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<64xf32, #blocked1>
    tt.store %v34_10, %0 : tensor<64x!tt.ptr<f32>, #blocked1>
    tt.return
  }
}
