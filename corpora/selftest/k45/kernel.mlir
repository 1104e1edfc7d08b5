module {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out2: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %v42 = arith.constant dense<4> : tensor<4xi32>
    %v41 = arith.constant dense<3> : tensor<4xi32>
    %v34 = arith.constant dense<1.000000e+00> : tensor<4xf32>
    %v33 = arith.constant dense<-2.000000e+00> : tensor<16xf32>
    %c16_i32 = arith.constant 16 : i32
    %c64_i32 = arith.constant 64 : i32
    %cst = arith.constant dense<4> : tensor<16x1xi32>
    %c4_i32 = arith.constant 4 : i32
    %v2 = arith.constant dense<0.000000e+00> : tensor<4xf32>
    %v1 = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %v0 = tt.get_program_id x : i32
    %v7 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %v8 = tt.expand_dims %v7 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %v9 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %v10 = tt.expand_dims %v9 {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
    %v11 = arith.muli %v8, %cst : tensor<16x1xi32>
    %v12 = tt.broadcast %v11 : tensor<16x1xi32> -> tensor<16x4xi32>
    %v12_0 = tt.broadcast %v10 : tensor<1x4xi32> -> tensor<16x4xi32>
    %v12_1 = arith.addi %v12, %v12_0 : tensor<16x4xi32>
    %v13 = arith.muli %v0, %c64_i32 : i32
    %v16 = tt.splat %v13 : i32 -> tensor<16x4xi32>
    %v16_2 = arith.addi %v12_1, %v16 : tensor<16x4xi32>
    %v18 = tt.splat %in0 : !tt.ptr<f32> -> tensor<16x4x!tt.ptr<f32>>
    %v18_3 = tt.addptr %v18, %v16_2 : tensor<16x4x!tt.ptr<f32>>, tensor<16x4xi32>
    %v19 = tt.load %v18_3 : tensor<16x4x!tt.ptr<f32>>
    %v23 = arith.muli %v0, %c16_i32 : i32
    %v25 = tt.addptr %out0, %v23 : !tt.ptr<f32>, i32
    %v26 = tt.splat %v25 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %v26_4 = tt.addptr %v26, %v7 : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %v26_4, %v1 : tensor<16x!tt.ptr<f32>>
    %v27 = "tt.reduce"(%v19) <{axis = 1 : i32}> ({
    ^bb0(%v27_11: f32, %v27_12: f32):
      %v27_13 = arith.addf %v27_11, %v27_12 : f32
      tt.reduce.return %v27_13 : f32
    }) : (tensor<16x4xf32>) -> tensor<16xf32>
    %v28 = arith.addf %v27, %v1 : tensor<16xf32>
    %v29 = "tt.reduce"(%v19) <{axis = 0 : i32}> ({
    ^bb0(%v29_11: f32, %v29_12: f32):
      %v29_13 = arith.addf %v29_11, %v29_12 : f32
      tt.reduce.return %v29_13 : f32
    }) : (tensor<16x4xf32>) -> tensor<4xf32>
    %v30 = arith.addf %v29, %v2 : tensor<4xf32>
    %v33_5 = arith.addf %v28, %v33 : tensor<16xf32>
    %v34_6 = arith.minnumf %v30, %v34 : tensor<4xf32>
    %v38 = tt.addptr %out1, %v23 : !tt.ptr<f32>, i32
    %v39 = tt.splat %v38 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %v39_7 = tt.addptr %v39, %v7 : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %v39_7, %v33_5 : tensor<16x!tt.ptr<f32>>
    %v41_8 = arith.addi %v9, %v41 : tensor<4xi32>
    %v42_9 = arith.remsi %v41_8, %v42 : tensor<4xi32>
    %v43 = arith.muli %v0, %c4_i32 : i32
    %v45 = tt.addptr %out2, %v43 : !tt.ptr<f32>, i32
    %v46 = tt.splat %v45 : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
    %v46_10 = tt.addptr %v46, %v42_9 : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
    tt.store %v46_10, %v34_6 : tensor<4x!tt.ptr<f32>>
    tt.return
  }
}
