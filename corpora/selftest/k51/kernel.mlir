module {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %v19 = arith.constant dense<0> : tensor<1x256xi64>
    %v28 = arith.constant dense<3.000000e+00> : tensor<1x256xf32>
    %v25 = arith.constant dense<31> : tensor<1x256xi64>
    %v24 = arith.constant dense<-9223372036854775807> : tensor<1x256xi64>
    %v23 = arith.constant dense<45> : tensor<1x256xi64>
    %v22 = arith.constant dense<1> : tensor<1x256xi64>
    %v20 = arith.constant dense<-2.000000e+00> : tensor<1x256xf32>
    %v16 = arith.constant dense<383> : tensor<1x256xi32>
    %c256_i32 = arith.constant 256 : i32
    %v0 = tt.get_program_id x : i32
    %v3 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
    %v4 = tt.expand_dims %v3 {axis = 0 : i32} : tensor<256xi32> -> tensor<1x256xi32>
    %v7 = arith.muli %v0, %c256_i32 : i32
    %v8 = tt.splat %v7 : i32 -> tensor<1x256xi32>
    %v8_0 = arith.addi %v4, %v8 : tensor<1x256xi32>
    %v10 = tt.splat %in0 : !tt.ptr<f32> -> tensor<1x256x!tt.ptr<f32>>
    %v10_1 = tt.addptr %v10, %v8_0 : tensor<1x256x!tt.ptr<f32>>, tensor<1x256xi32>
    %v11 = tt.load %v10_1 : tensor<1x256x!tt.ptr<f32>>
    %v16_2 = arith.cmpi ne, %v8_0, %v16 : tensor<1x256xi32>
    %v18 = tt.splat %in1 : !tt.ptr<i64> -> tensor<1x256x!tt.ptr<i64>>
    %v18_3 = tt.addptr %v18, %v8_0 : tensor<1x256x!tt.ptr<i64>>, tensor<1x256xi32>
    %v19_4 = tt.load %v18_3, %v16_2, %v19 : tensor<1x256x!tt.ptr<i64>>
    %v20_5 = arith.subf %v11, %v20 : tensor<1x256xf32>
    %v21 = math.absf %v20_5 : tensor<1x256xf32>
    %v22_6 = arith.andi %v19_4, %v22 : tensor<1x256xi64>
    %v23_7 = arith.shrsi %v22_6, %v23 : tensor<1x256xi64>
    %v24_8 = arith.addi %v23_7, %v24 : tensor<1x256xi64>
    %v25_9 = arith.andi %v24_8, %v25 : tensor<1x256xi64>
    %v26 = arith.sitofp %v25_9 : tensor<1x256xi64> to tensor<1x256xf32>
    %v27 = arith.mulf %v21, %v26 : tensor<1x256xf32>
    %v28_10 = arith.addf %v27, %v28 : tensor<1x256xf32>
    %v34 = tt.splat %out0 : !tt.ptr<f32> -> tensor<1x256x!tt.ptr<f32>>
    %v34_11 = tt.addptr %v34, %v8_0 : tensor<1x256x!tt.ptr<f32>>, tensor<1x256xi32>
    tt.store %v34_11, %v28_10 : tensor<1x256x!tt.ptr<f32>>
    tt.return
  }
}
