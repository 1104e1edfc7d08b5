#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<128> : tensor<16x1xi32, #blocked>
    %c256_i32 = arith.constant 256 : i32
    %cst_0 = arith.constant dense<255> : tensor<256xi32, #blocked1>
    %cst_1 = arith.constant dense<235> : tensor<256xi32, #blocked1>
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<256xf32, #blocked2>
    %v0 = tt.get_program_id x : i32
    %v3 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v3_3 = tt.expand_dims %v3 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
    %v5 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v5_4 = tt.expand_dims %v5 {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x16xi32, #blocked>
    %v6 = arith.muli %v3_3, %cst : tensor<16x1xi32, #blocked>
    %v7 = tt.broadcast %v6 : tensor<16x1xi32, #blocked> -> tensor<16x16xi32, #blocked>
    %v7_5 = tt.broadcast %v5_4 : tensor<1x16xi32, #blocked> -> tensor<16x16xi32, #blocked>
    %v7_6 = arith.addi %v7, %v7_5 : tensor<16x16xi32, #blocked>
    %v8 = arith.muli %v0, %c256_i32 : i32
    %v11 = tt.splat %v8 : i32 -> tensor<16x16xi32, #blocked>
    %v11_7 = arith.addi %v7_6, %v11 : tensor<16x16xi32, #blocked>
    %v13 = tt.splat %in0 : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>, #blocked>
    %v13_8 = tt.addptr %v13, %v11_7 : tensor<16x16x!tt.ptr<f32>, #blocked>, tensor<16x16xi32, #blocked>
    %v14 = tt.load %v13_8 : tensor<16x16x!tt.ptr<f32>, #blocked>
    %v15 = tt.reshape %v14 : tensor<16x16xf32, #blocked> -> tensor<256xf32, #blocked2>
    %v16 = arith.minnumf %v15, %cst_2 : tensor<256xf32, #blocked2>
    %v17 = arith.minnumf %v16, %cst_2 : tensor<256xf32, #blocked2>
    %v18 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #blocked1>
    %v19 = arith.muli %v18, %cst_1 : tensor<256xi32, #blocked1>
    %v20 = arith.andi %v19, %cst_0 : tensor<256xi32, #blocked1>
    %v25 = tt.splat %v8 : i32 -> tensor<256xi32, #blocked1>
    %v25_9 = arith.addi %v25, %v20 : tensor<256xi32, #blocked1>
    %v26 = tt.splat %out0 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #blocked1>
    %v26_10 = tt.addptr %v26, %v25_9 : tensor<256x!tt.ptr<f32>, #blocked1>, tensor<256xi32, #blocked1>
    %0 = ttg.convert_layout %v17 : tensor<256xf32, #blocked2> -> tensor<256xf32, #blocked1>
    tt.store %v26_10, %0 : tensor<256x!tt.ptr<f32>, #blocked1>
    %v28 = tt.addptr %out1, %v0 : !tt.ptr<i32>, i32
    tt.store %v28, %v0 : !tt.ptr<i32>
    tt.return
  }
}
