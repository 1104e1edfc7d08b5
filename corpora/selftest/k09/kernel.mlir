module {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %v20 = arith.constant 1024 : i32
    %v18 = arith.constant dense<32> : tensor<1x32xi32>
    %v17 = arith.constant dense<32> : tensor<32x1xi32>
    %v16 = arith.constant dense<30> : tensor<32x1xi32>
    %v11 = arith.constant 2720 : i32
    %v5 = arith.constant dense<6> : tensor<32x1xi32>
    %cst = arith.constant dense<16> : tensor<32x1xi32>
    %v3 = arith.constant dense<64> : tensor<32x1xi32>
    %v0 = tt.get_program_id x : i32
    %v1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %v2 = tt.expand_dims %v1 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %v3_0 = arith.subi %v2, %v3 : tensor<32x1xi32>
    %v4 = arith.muli %v3_0, %cst : tensor<32x1xi32>
    %v5_1 = arith.divsi %v4, %v5 : tensor<32x1xi32>
    %v6 = arith.muli %v5_1, %cst : tensor<32x1xi32>
    %v8 = tt.expand_dims %v1 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %v9 = tt.broadcast %v6 : tensor<32x1xi32> -> tensor<32x32xi32>
    %v9_2 = tt.broadcast %v8 : tensor<1x32xi32> -> tensor<32x32xi32>
    %v9_3 = arith.addi %v9, %v9_2 : tensor<32x32xi32>
    %v11_4 = tt.addptr %in0, %v11 : !tt.ptr<f32>, i32
    %v12 = tt.splat %v11_4 : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %v12_5 = tt.addptr %v12, %v9_3 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %v13 = tt.load %v12_5 : tensor<32x32x!tt.ptr<f32>>
    %v14 = arith.sitofp %v5_1 : tensor<32x1xi32> to tensor<32x1xf32>
    %v15 = tt.broadcast %v14 : tensor<32x1xf32> -> tensor<32x32xf32>
    %v15_6 = arith.subf %v13, %v15 : tensor<32x32xf32>
    %v16_7 = arith.addi %v2, %v16 : tensor<32x1xi32>
    %v17_8 = arith.remsi %v16_7, %v17 : tensor<32x1xi32>
    %v18_9 = arith.muli %v8, %v18 : tensor<1x32xi32>
    %v19 = tt.broadcast %v18_9 : tensor<1x32xi32> -> tensor<32x32xi32>
    %v19_10 = tt.broadcast %v17_8 : tensor<32x1xi32> -> tensor<32x32xi32>
    %v19_11 = arith.addi %v19, %v19_10 : tensor<32x32xi32>
    %v20_12 = arith.muli %v0, %v20 : i32
    %v22 = tt.addptr %out0, %v20_12 : !tt.ptr<f32>, i32
    %v23 = tt.splat %v22 : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %v23_13 = tt.addptr %v23, %v19_11 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    tt.store %v23_13, %v15_6 : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}
