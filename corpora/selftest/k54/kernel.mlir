module {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %v19 = arith.constant dense<7> : tensor<8xi32>
    %v18 = arith.constant dense<5> : tensor<8xi32>
    %v16 = arith.constant dense<-2.000000e+00> : tensor<8xf32>
    %v15 = arith.constant dense<3.000000e+00> : tensor<8xf32>
    %v14 = arith.constant dense<2.000000e+00> : tensor<8xf32>
    %v13 = arith.constant dense<2.500000e-01> : tensor<8xf32>
    %c8_i32 = arith.constant 8 : i32
    %v0 = tt.get_program_id x : i32
    %v1 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %v2 = arith.muli %v0, %c8_i32 : i32
    %v3 = tt.splat %v2 : i32 -> tensor<8xi32>
    %v3_0 = arith.addi %v1, %v3 : tensor<8xi32>
    %v5 = tt.splat %in0 : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %v5_1 = tt.addptr %v5, %v3_0 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %v6 = tt.load %v5_1 : tensor<8x!tt.ptr<f32>>
    %v10 = tt.splat %in1 : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %v10_2 = tt.addptr %v10, %v3_0 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %v11 = tt.load %v10_2 : tensor<8x!tt.ptr<f32>>
    %v12 = math.absf %v6 : tensor<8xf32>
    %v13_3 = arith.mulf %v12, %v13 : tensor<8xf32>
    %v14_4 = arith.addf %v13_3, %v14 : tensor<8xf32>
    %v15_5 = arith.maxnumf %v14_4, %v15 : tensor<8xf32>
    %v16_6 = arith.addf %v11, %v16 : tensor<8xf32>
    %v17 = arith.subf %v15_5, %v16_6 : tensor<8xf32>
    %v18_7 = arith.muli %v1, %v18 : tensor<8xi32>
    %v19_8 = arith.andi %v18_7, %v19 : tensor<8xi32>
    %v22 = tt.addptr %out0, %v2 : !tt.ptr<f32>, i32
    %v23 = tt.splat %v22 : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %v23_9 = tt.addptr %v23, %v19_8 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    tt.store %v23_9, %v17 : tensor<8x!tt.ptr<f32>>
    tt.return
  }
}
