#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 2], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<bf16>, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<16> : tensor<16x1xi32, #blocked>
    %c1024_i32 = arith.constant 1024 : i32
    %c256_i32 = arith.constant 256 : i32
    %cst_0 = arith.constant dense<2> : tensor<256xi32, #blocked1>
    %c512_i32 = arith.constant 512 : i32
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %c2_i32 = arith.constant 2 : i32
    %c4_i32 = arith.constant 4 : i32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<256xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v0 = tt.get_program_id x : i32
    %v1 = tt.get_program_id y : i32
    %v2 = arith.muli %v1, %c2_i32 : i32
    %v3 = arith.addi %v2, %v0 : i32
    %v8 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v8_2 = tt.expand_dims %v8 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
    %v9 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #blocked2>
    %v10 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v10_3 = tt.expand_dims %v10 {axis = 0 : i32} : tensor<256xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x256xi32, #blocked>
    %v11 = arith.muli %v8_2, %cst : tensor<16x1xi32, #blocked>
    %v12 = tt.broadcast %v11 : tensor<16x1xi32, #blocked> -> tensor<16x256xi32, #blocked>
    %v12_4 = tt.broadcast %v10_3 : tensor<1x256xi32, #blocked> -> tensor<16x256xi32, #blocked>
    %v12_5 = arith.addi %v12, %v12_4 : tensor<16x256xi32, #blocked>
    %v13 = arith.muli %v3, %c1024_i32 : i32
    %v18 = tt.splat %in0 : !tt.ptr<bf16> -> tensor<16x256x!tt.ptr<bf16>, #blocked>
    %v21 = arith.muli %v3, %c4_i32 : i32
    %v6 = scf.for %v5 = %c0_i32 to %c4_i32 step %c1_i32 iter_args(%v6_7 = %cst_1) -> (tensor<256xf32, #ttg.slice<{dim = 0, parent = #blocked}>>)  : i32 {
      %v14 = arith.muli %v5, %c1024_i32 : i32
      %v15 = arith.addi %v13, %v14 : i32
      %v16 = tt.splat %v15 : i32 -> tensor<16x256xi32, #blocked>
      %v16_8 = arith.addi %v12_5, %v16 : tensor<16x256xi32, #blocked>
      %v18_9 = tt.addptr %v18, %v16_8 : tensor<16x256x!tt.ptr<bf16>, #blocked>, tensor<16x256xi32, #blocked>
      %v19 = tt.load %v18_9 : tensor<16x256x!tt.ptr<bf16>, #blocked>
      %v22 = arith.addi %v21, %v5 : i32
      %v23 = arith.muli %v22, %c256_i32 : i32
      %v25 = tt.addptr %out0, %v23 : !tt.ptr<f32>, i32
      %v26 = tt.splat %v25 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #blocked2>
      %v26_10 = tt.addptr %v26, %v9 : tensor<256x!tt.ptr<f32>, #blocked2>, tensor<256xi32, #blocked2>
      %1 = ttg.convert_layout %v6_7 : tensor<256xf32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<256xf32, #blocked2>
      tt.store %v26_10, %1 : tensor<256x!tt.ptr<f32>, #blocked2>
      %v27 = arith.extf %v19 : tensor<16x256xbf16, #blocked> to tensor<16x256xf32, #blocked>
      %v28 = "tt.reduce"(%v27) <{axis = 0 : i32}> ({
      ^bb0(%v28_11: f32, %v28_12: f32):
        %v28_13 = arith.addf %v28_11, %v28_12 : f32
        tt.reduce.return %v28_13 : f32
      }) : (tensor<16x256xf32, #blocked>) -> tensor<256xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
      %v29 = arith.addf %v6_7, %v28 : tensor<256xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
      scf.yield %v29 : tensor<256xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
    } {tt.num_stages = 1 : i32}
    %v31 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #blocked1>
    %v32 = arith.muli %v31, %cst_0 : tensor<256xi32, #blocked1>
    %v33 = arith.muli %v3, %c512_i32 : i32
    %v35 = tt.addptr %out1, %v33 : !tt.ptr<f32>, i32
    %v36 = tt.splat %v35 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #blocked1>
    %v36_6 = tt.addptr %v36, %v32 : tensor<256x!tt.ptr<f32>, #blocked1>, tensor<256xi32, #blocked1>
    %0 = ttg.convert_layout %v6 : tensor<256xf32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<256xf32, #blocked1>
    tt.store %v36_6, %0 : tensor<256x!tt.ptr<f32>, #blocked1>
    tt.return
  }
}
