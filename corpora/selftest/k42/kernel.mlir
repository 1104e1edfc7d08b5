module {
  tt.func public @kernel(%in0: !tt.ptr<f16>, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c1_i32 = arith.constant 1 : i32
    %c2_i32 = arith.constant 2 : i32
    %v28 = arith.constant dense<64> : tensor<8x1xi32>
    %v27 = arith.constant dense<2> : tensor<8x64xi32>
    %cst = arith.constant dense<1> : tensor<8x64xi32>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<8x64xf16>
    %v12 = arith.constant 3 : i32
    %v11 = arith.constant 6 : i32
    %cst_1 = arith.constant dense<7> : tensor<8x64xi32>
    %c512_i32 = arith.constant 512 : i32
    %cst_2 = arith.constant dense<8> : tensor<1x64xi32>
    %v1 = arith.constant dense<0> : tensor<8x64xi32>
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %v3 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %v4 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v5 = tt.expand_dims %v4 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %v6 = arith.muli %v5, %cst_2 : tensor<1x64xi32>
    %v7 = tt.broadcast %v3 : tensor<8x1xi32> -> tensor<8x64xi32>
    %v7_3 = tt.broadcast %v6 : tensor<1x64xi32> -> tensor<8x64xi32>
    %v7_4 = arith.addi %v7, %v7_3 : tensor<8x64xi32>
    %v8 = arith.muli %v0, %c512_i32 : i32
    %v9 = tt.splat %v8 : i32 -> tensor<8x64xi32>
    %v9_5 = arith.addi %v7_4, %v9 : tensor<8x64xi32>
    %v10 = arith.remsi %v9_5, %cst_1 : tensor<8x64xi32>
    %v11_6 = arith.remsi %v0, %v11 : i32
    %v12_7 = arith.addi %v11_6, %v12 : i32
    %v15:2 = scf.for %v13 = %c2_i32 to %v12_7 step %c1_i32 iter_args(%v14 = %v1, %v15_14 = %v10) -> (tensor<8x64xi32>, tensor<8x64xi32>)  : i32 {
      %v17 = tt.splat %in0 : !tt.ptr<f16> -> tensor<8x64x!tt.ptr<f16>>
      %v17_15 = tt.addptr %v17, %v15_14 : tensor<8x64x!tt.ptr<f16>>, tensor<8x64xi32>
      %v18 = tt.load %v17_15 : tensor<8x64x!tt.ptr<f16>>
      %v19 = math.absf %v18 : tensor<8x64xf16>
      %v20 = arith.minnumf %v19, %cst_0 : tensor<8x64xf16>
      %v21 = arith.extf %v20 : tensor<8x64xf16> to tensor<8x64xf32>
      %v21_16 = arith.fptosi %v21 : tensor<8x64xf32> to tensor<8x64xi32>
      %v22 = arith.addi %v14, %v21_16 : tensor<8x64xi32>
      %v23 = arith.addi %v15_14, %cst : tensor<8x64xi32>
      %v24 = arith.remsi %v23, %cst_1 : tensor<8x64xi32>
      scf.yield %v22, %v24 : tensor<8x64xi32>, tensor<8x64xi32>
    } {tt.num_stages = 4 : i32}
    %v27_8 = arith.addi %v15#0, %v27 : tensor<8x64xi32>
    %v28_9 = arith.muli %v3, %v28 : tensor<8x1xi32>
    %v29 = tt.broadcast %v28_9 : tensor<8x1xi32> -> tensor<8x64xi32>
    %v29_10 = tt.broadcast %v5 : tensor<1x64xi32> -> tensor<8x64xi32>
    %v29_11 = arith.addi %v29, %v29_10 : tensor<8x64xi32>
    %v32 = arith.addi %v9, %v29_11 : tensor<8x64xi32>
    %v33 = tt.splat %out0 : !tt.ptr<i32> -> tensor<8x64x!tt.ptr<i32>>
    %v33_12 = tt.addptr %v33, %v32 : tensor<8x64x!tt.ptr<i32>>, tensor<8x64xi32>
    tt.store %v33_12, %v27_8 : tensor<8x64x!tt.ptr<i32>>
    %v39 = tt.splat %out1 : !tt.ptr<i32> -> tensor<8x64x!tt.ptr<i32>>
    %v39_13 = tt.addptr %v39, %v9_5 : tensor<8x64x!tt.ptr<i32>>, tensor<8x64xi32>
    tt.store %v39_13, %v15#1 : tensor<8x64x!tt.ptr<i32>>
    tt.return
  }
}
