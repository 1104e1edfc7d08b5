#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [8, 1], order = [1, 0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [2, 4], order = [1, 0]}>
#blocked3 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 2], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out2: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<24> : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %cst_0 = arith.constant dense<24> : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %cst_1 = arith.constant dense<6> : tensor<32x1xi32, #blocked>
    %cst_2 = arith.constant dense<32> : tensor<32x1xi32, #blocked>
    %cst_3 = arith.constant dense<2> : tensor<256x1xi32, #blocked1>
    %cst_4 = arith.constant dense<2751> : tensor<2x256xi32, #blocked2>
    %cst_5 = arith.constant dense<128> : tensor<2x1xi32, #blocked2>
    %c1_i32 = arith.constant 1 : i32
    %c2_i32 = arith.constant 2 : i32
    %c6_i32 = arith.constant 6 : i32
    %cst_6 = arith.constant dense<1> : tensor<2x256xi32, #blocked2>
    %c512_i32 = arith.constant 512 : i32
    %cst_7 = arith.constant dense<1> : tensor<1x2xi32, #blocked1>
    %c1024_i32 = arith.constant 1024 : i32
    %cst_8 = arith.constant dense<10> : tensor<2x256xi32, #blocked2>
    %v0 = tt.get_program_id x : i32
    %v1 = arith.remsi %v0, %c6_i32 : i32
    %v2 = arith.addi %v1, %c2_i32 : i32
    %v5 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked2}>>
    %v5_9 = tt.expand_dims %v5 {axis = 1 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked2}>> -> tensor<2x1xi32, #blocked2>
    %v7 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>
    %v7_10 = tt.expand_dims %v7 {axis = 0 : i32} : tensor<256xi32, #ttg.slice<{dim = 0, parent = #blocked2}>> -> tensor<1x256xi32, #blocked2>
    %v8 = arith.muli %v5_9, %cst_5 : tensor<2x1xi32, #blocked2>
    %v9 = tt.broadcast %v8 : tensor<2x1xi32, #blocked2> -> tensor<2x256xi32, #blocked2>
    %v9_11 = tt.broadcast %v7_10 : tensor<1x256xi32, #blocked2> -> tensor<2x256xi32, #blocked2>
    %v9_12 = arith.addi %v9, %v9_11 : tensor<2x256xi32, #blocked2>
    %v10 = arith.muli %v0, %c512_i32 : i32
    %v16 = tt.splat %in0 : !tt.ptr<i32> -> tensor<2x256x!tt.ptr<i32>, #blocked2>
    %v20 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v20_13 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v21 = arith.remsi %v20, %cst_0 : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v21_14 = arith.remsi %v20_13, %cst : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v22 = tt.expand_dims %v21 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<32x1xi32, #blocked>
    %v23 = tt.expand_dims %v21_14 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %v25 = tt.broadcast %v22 : tensor<32x1xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %v25_15 = tt.broadcast %v23 : tensor<1x32xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %v25_16 = arith.addi %v25, %v25_15 : tensor<32x32xi32, #blocked>
    %v27 = tt.splat %in1 : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #blocked>
    %v27_17 = tt.addptr %v27, %v25_16 : tensor<32x32x!tt.ptr<f32>, #blocked>, tensor<32x32xi32, #blocked>
    %v30 = arith.sitofp %v25_16 : tensor<32x32xi32, #blocked> to tensor<32x32xf32, #blocked>
    %v33 = tt.expand_dims %v20_13 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %v35 = tt.expand_dims %v20 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<32x1xi32, #blocked>
    %v36 = arith.xori %v35, %cst_1 : tensor<32x1xi32, #blocked>
    %v37 = arith.muli %v36, %cst_2 : tensor<32x1xi32, #blocked>
    %v38 = tt.broadcast %v37 : tensor<32x1xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %v38_18 = tt.broadcast %v33 : tensor<1x32xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %v38_19 = arith.addi %v38, %v38_18 : tensor<32x32xi32, #blocked>
    %v39 = arith.muli %v0, %c6_i32 : i32
    %v47 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v47_20 = tt.expand_dims %v47 {axis = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x2xi32, #blocked1>
    %v49 = arith.andi %v47_20, %cst_7 : tensor<1x2xi32, #blocked1>
    %v51 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v51_21 = tt.expand_dims %v51 {axis = 1 : i32} : tensor<256xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<256x1xi32, #blocked1>
    %v52 = arith.muli %v51_21, %cst_3 : tensor<256x1xi32, #blocked1>
    %v53 = tt.broadcast %v52 : tensor<256x1xi32, #blocked1> -> tensor<256x2xi32, #blocked1>
    %v53_22 = tt.broadcast %v49 : tensor<1x2xi32, #blocked1> -> tensor<256x2xi32, #blocked1>
    %v53_23 = arith.addi %v53, %v53_22 : tensor<256x2xi32, #blocked1>
    %v60 = tt.splat %out1 : !tt.ptr<i32> -> tensor<256x2x!tt.ptr<i32>, #blocked1>
    scf.for %v3 = %c1_i32 to %v2 step %c1_i32 : i32 {
      %v11 = arith.muli %v3, %c512_i32 : i32
      %v12 = arith.addi %v10, %v11 : i32
      %v13 = tt.splat %v12 : i32 -> tensor<2x256xi32, #blocked2>
      %v13_24 = arith.addi %v9_12, %v13 : tensor<2x256xi32, #blocked2>
      %v14 = arith.cmpi ne, %v13_24, %cst_4 : tensor<2x256xi32, #blocked2>
      %v16_25 = tt.addptr %v16, %v13_24 : tensor<2x256x!tt.ptr<i32>, #blocked2>, tensor<2x256xi32, #blocked2>
      %v17 = tt.load %v16_25, %v14, %cst_6 : tensor<2x256x!tt.ptr<i32>, #blocked2>
      %v18 = arith.andi %v17, %cst_8 : tensor<2x256xi32, #blocked2>
      %v19 = tt.trans %v18 {order = array<i32: 1, 0>} : tensor<2x256xi32, #blocked2> -> tensor<256x2xi32, #blocked3>
      %v28 = tt.load %v27_17 : tensor<32x32x!tt.ptr<f32>, #blocked>
      %v31 = arith.addf %v28, %v30 : tensor<32x32xf32, #blocked>
      %v40 = arith.subi %v3, %c1_i32 : i32
      %v41 = arith.addi %v39, %v40 : i32
      %v42 = arith.muli %v41, %c1024_i32 : i32
      %v44 = tt.addptr %out0, %v42 : !tt.ptr<f32>, i32
      %v45 = tt.splat %v44 : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #blocked>
      %v45_26 = tt.addptr %v45, %v38_19 : tensor<32x32x!tt.ptr<f32>, #blocked>, tensor<32x32xi32, #blocked>
      tt.store %v45_26, %v31 : tensor<32x32x!tt.ptr<f32>, #blocked>
      %v57 = arith.muli %v41, %c512_i32 : i32
      %v59 = tt.splat %v57 : i32 -> tensor<256x2xi32, #blocked1>
      %v59_27 = arith.addi %v59, %v53_23 : tensor<256x2xi32, #blocked1>
      %v60_28 = tt.addptr %v60, %v59_27 : tensor<256x2x!tt.ptr<i32>, #blocked1>, tensor<256x2xi32, #blocked1>
      %0 = ttg.convert_layout %v19 : tensor<256x2xi32, #blocked3> -> tensor<256x2xi32, #blocked1>
      tt.store %v60_28, %0 : tensor<256x2x!tt.ptr<i32>, #blocked1>
    }
    %v62 = tt.addptr %out2, %v0 : !tt.ptr<i32>, i32
    tt.store %v62, %v0 : !tt.ptr<i32>
    tt.return
  }
}
