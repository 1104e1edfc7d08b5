module {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c1_i32 = arith.constant 1 : i32
    %c5_i32 = arith.constant 5 : i32
    %c0_i32 = arith.constant 0 : i32
    %v45 = arith.constant dense<16> : tensor<64x1xi32>
    %cst = arith.constant dense<16> : tensor<16x1xi32>
    %c1024_i32 = arith.constant 1024 : i32
    %cst_0 = arith.constant dense<17> : tensor<64x1xi32>
    %v5 = arith.constant dense<0.000000e+00> : tensor<64x16xf32>
    %v0 = tt.get_program_id x : i32
    %v1 = tt.get_program_id y : i32
    %v2 = tt.get_num_programs x : i32
    %v3 = arith.muli %v1, %v2 : i32
    %v4 = arith.addi %v3, %v0 : i32
    %v7 = scf.for %v6 = %c0_i32 to %c5_i32 step %c1_i32 iter_args(%v7_6 = %v5) -> (tensor<64x16xf32>)  : i32 {
      %v8 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      %v9 = tt.expand_dims %v8 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
      %v10 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %v11 = tt.expand_dims %v10 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %v12 = arith.muli %v9, %cst_0 : tensor<64x1xi32>
      %v13 = tt.broadcast %v12 : tensor<64x1xi32> -> tensor<64x16xi32>
      %v13_7 = tt.broadcast %v11 : tensor<1x16xi32> -> tensor<64x16xi32>
      %v13_8 = arith.addi %v13, %v13_7 : tensor<64x16xi32>
      %v14 = arith.muli %v4, %c1024_i32 : i32
      %v15 = arith.muli %v6, %c1024_i32 : i32
      %v16 = arith.addi %v14, %v15 : i32
      %v17 = tt.splat %v16 : i32 -> tensor<64x16xi32>
      %v17_9 = arith.addi %v13_8, %v17 : tensor<64x16xi32>
      %v19 = tt.splat %in0 : !tt.ptr<f32> -> tensor<64x16x!tt.ptr<f32>>
      %v19_10 = tt.addptr %v19, %v17_9 : tensor<64x16x!tt.ptr<f32>>, tensor<64x16xi32>
      %v20 = tt.load %v19_10 : tensor<64x16x!tt.ptr<f32>>
      %v22 = tt.expand_dims %v10 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %v24 = tt.expand_dims %v8 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
      %v25 = arith.muli %v22, %cst : tensor<16x1xi32>
      %v26 = tt.broadcast %v25 : tensor<16x1xi32> -> tensor<16x64xi32>
      %v26_11 = tt.broadcast %v24 : tensor<1x64xi32> -> tensor<16x64xi32>
      %v26_12 = arith.addi %v26, %v26_11 : tensor<16x64xi32>
      %v30 = tt.splat %v16 : i32 -> tensor<16x64xi32>
      %v30_13 = arith.addi %v26_12, %v30 : tensor<16x64xi32>
      %v32 = tt.splat %in1 : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>>
      %v32_14 = tt.addptr %v32, %v30_13 : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
      %v33 = tt.load %v32_14 : tensor<16x64x!tt.ptr<f32>>
      %v34 = tt.trans %v33 {order = array<i32: 1, 0>} : tensor<16x64xf32> -> tensor<64x16xf32>
      %v38 = arith.addf %v20, %v34 : tensor<64x16xf32>
      %v39 = arith.addf %v7_6, %v38 : tensor<64x16xf32>
      scf.yield %v39 : tensor<64x16xf32>
    }
    %v41 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %v42 = tt.expand_dims %v41 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %v43 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v44 = tt.expand_dims %v43 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %v45_1 = arith.muli %v44, %v45 : tensor<64x1xi32>
    %v46 = tt.broadcast %v45_1 : tensor<64x1xi32> -> tensor<64x16xi32>
    %v46_2 = tt.broadcast %v42 : tensor<1x16xi32> -> tensor<64x16xi32>
    %v46_3 = arith.addi %v46, %v46_2 : tensor<64x16xi32>
    %v47 = arith.muli %v4, %c1024_i32 : i32
    %v49 = tt.splat %v47 : i32 -> tensor<64x16xi32>
    %v49_4 = arith.addi %v49, %v46_3 : tensor<64x16xi32>
    %v50 = tt.splat %out0 : !tt.ptr<f32> -> tensor<64x16x!tt.ptr<f32>>
    %v50_5 = tt.addptr %v50, %v49_4 : tensor<64x16x!tt.ptr<f32>>, tensor<64x16xi32>
    tt.store %v50_5, %v7 : tensor<64x16x!tt.ptr<f32>>
    tt.return
  }
}
