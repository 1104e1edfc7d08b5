module {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %v29 = arith.constant 2048 : i32
    %v27 = arith.constant dense<128> : tensor<16x1xi32>
    %v26 = arith.constant dense<2> : tensor<1x64xi32>
    %v25 = arith.constant dense<-2.000000e+00> : tensor<16x64xf32>
    %v19 = arith.constant dense<0> : tensor<16x64xi32>
    %v18 = arith.constant dense<192> : tensor<16x64xi32>
    %cst = arith.constant dense<100> : tensor<16x1xi32>
    %cst_0 = arith.constant dense<6> : tensor<16x1xi32>
    %v5 = arith.constant 16 : i32
    %v0 = tt.get_program_id x : i32
    %v1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %v2 = tt.expand_dims %v1 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %v3 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v4 = tt.expand_dims %v3 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %v5_1 = arith.muli %v0, %v5 : i32
    %v6 = tt.splat %v5_1 : i32 -> tensor<16x1xi32>
    %v6_2 = arith.addi %v2, %v6 : tensor<16x1xi32>
    %v7 = arith.divsi %v6_2, %cst_0 : tensor<16x1xi32>
    %v8 = arith.remsi %v6_2, %cst_0 : tensor<16x1xi32>
    %v9 = arith.muli %v8, %cst : tensor<16x1xi32>
    %v10 = tt.broadcast %v9 : tensor<16x1xi32> -> tensor<16x64xi32>
    %v10_3 = tt.broadcast %v4 : tensor<1x64xi32> -> tensor<16x64xi32>
    %v10_4 = arith.addi %v10, %v10_3 : tensor<16x64xi32>
    %v12 = tt.splat %in0 : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>>
    %v12_5 = tt.addptr %v12, %v10_4 : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
    %v13 = tt.load %v12_5 : tensor<16x64x!tt.ptr<f32>>
    %v14 = arith.muli %v7, %cst : tensor<16x1xi32>
    %v15 = arith.addi %v14, %v8 : tensor<16x1xi32>
    %v16 = arith.muli %v15, %cst : tensor<16x1xi32>
    %v17 = tt.broadcast %v16 : tensor<16x1xi32> -> tensor<16x64xi32>
    %v17_6 = arith.addi %v17, %v10_3 : tensor<16x64xi32>
    %v18_7 = arith.minsi %v17_6, %v18 : tensor<16x64xi32>
    %v19_8 = arith.maxsi %v18_7, %v19 : tensor<16x64xi32>
    %v21 = tt.splat %in1 : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>>
    %v21_9 = tt.addptr %v21, %v19_8 : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
    %v22 = tt.load %v21_9 : tensor<16x64x!tt.ptr<f32>>
    %v23 = arith.addf %v13, %v22 : tensor<16x64xf32>
    %v24 = arith.negf %v23 : tensor<16x64xf32>
    %v25_10 = arith.subf %v24, %v25 : tensor<16x64xf32>
    %v26_11 = arith.muli %v4, %v26 : tensor<1x64xi32>
    %v27_12 = arith.muli %v2, %v27 : tensor<16x1xi32>
    %v28 = tt.broadcast %v27_12 : tensor<16x1xi32> -> tensor<16x64xi32>
    %v28_13 = tt.broadcast %v26_11 : tensor<1x64xi32> -> tensor<16x64xi32>
    %v28_14 = arith.addi %v28, %v28_13 : tensor<16x64xi32>
    %v29_15 = arith.muli %v0, %v29 : i32
    %v31 = tt.splat %v29_15 : i32 -> tensor<16x64xi32>
    %v31_16 = arith.addi %v31, %v28_14 : tensor<16x64xi32>
    %v32 = tt.splat %out0 : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>>
    %v32_17 = tt.addptr %v32, %v31_16 : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
    tt.store %v32_17, %v25_10 : tensor<16x64x!tt.ptr<f32>>
    tt.return
  }
}
