module {
  tt.func public @kernel(%n0: i32, %in0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %n1: i32 {tt.divisibility = 16 : i32}, %in1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i64>, %out1: !tt.ptr<i32>) attributes {noinline = false} {
    %c5_i32 = arith.constant 5 : i32
    %cst = arith.constant dense<16> : tensor<16x1xi32>
    %cst_0 = arith.constant dense<15> : tensor<1x16xi32>
    %cst_1 = arith.constant dense<5> : tensor<16x16xi64>
    %c256_i32 = arith.constant 256 : i32
    %cst_2 = arith.constant dense<128> : tensor<16x1xi32>
    %c1_i32 = arith.constant 1 : i32
    %v0 = tt.get_program_id x : i32
    scf.for %v2 = %c1_i32 to %n0 step %c1_i32 : i32 {
      %v3 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %v4 = tt.expand_dims %v3 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %v6 = tt.expand_dims %v3 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %v7 = arith.muli %v4, %cst_2 : tensor<16x1xi32>
      %v8 = tt.broadcast %v7 : tensor<16x1xi32> -> tensor<16x16xi32>
      %v8_3 = tt.broadcast %v6 : tensor<1x16xi32> -> tensor<16x16xi32>
      %v8_4 = arith.addi %v8, %v8_3 : tensor<16x16xi32>
      %v9 = arith.muli %v0, %c256_i32 : i32
      %v10 = arith.muli %v2, %c256_i32 : i32
      %v11 = arith.addi %v9, %v10 : i32
      %v12 = tt.splat %v11 : i32 -> tensor<16x16xi32>
      %v12_5 = arith.addi %v8_4, %v12 : tensor<16x16xi32>
      %v14 = tt.splat %in0 : !tt.ptr<i64> -> tensor<16x16x!tt.ptr<i64>>
      %v14_6 = tt.addptr %v14, %v12_5 : tensor<16x16x!tt.ptr<i64>>, tensor<16x16xi32>
      %v15 = tt.load %v14_6 : tensor<16x16x!tt.ptr<i64>>
      %v17 = tt.splat %n1 : i32 -> tensor<16x1xi32>
      %v17_7 = arith.muli %v4, %v17 : tensor<16x1xi32>
      %v18 = tt.broadcast %v17_7 : tensor<16x1xi32> -> tensor<16x16xi32>
      %v18_8 = arith.addi %v18, %v8_3 : tensor<16x16xi32>
      %v22 = arith.addi %v18_8, %v12 : tensor<16x16xi32>
      %v24 = tt.splat %in1 : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
      %v24_9 = tt.addptr %v24, %v22 : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
      %v25 = tt.load %v24_9 : tensor<16x16x!tt.ptr<f32>>
      %v26 = arith.fptosi %v25 : tensor<16x16xf32> to tensor<16x16xi64>
      %v27 = tt.expand_dims %v15 {axis = 2 : i32} : tensor<16x16xi64> -> tensor<16x16x1xi64>
      %v28 = tt.expand_dims %v26 {axis = 0 : i32} : tensor<16x16xi64> -> tensor<1x16x16xi64>
      %v29 = tt.broadcast %v27 : tensor<16x16x1xi64> -> tensor<16x16x16xi64>
      %v29_10 = tt.broadcast %v28 : tensor<1x16x16xi64> -> tensor<16x16x16xi64>
      %v29_11 = arith.muli %v29, %v29_10 : tensor<16x16x16xi64>
      %v30 = "tt.reduce"(%v29_11) <{axis = 2 : i32}> ({
      ^bb0(%v30_15: i64, %v30_16: i64):
        %v30_17 = arith.xori %v30_15, %v30_16 : i64
        tt.reduce.return %v30_17 : i64
      }) : (tensor<16x16x16xi64>) -> tensor<16x16xi64>
      %v31 = arith.divsi %v30, %cst_1 : tensor<16x16xi64>
      %v32 = arith.muli %v6, %cst_0 : tensor<1x16xi32>
      %v33 = arith.andi %v32, %cst_0 : tensor<1x16xi32>
      %v34 = arith.muli %v4, %cst : tensor<16x1xi32>
      %v35 = tt.broadcast %v34 : tensor<16x1xi32> -> tensor<16x16xi32>
      %v35_12 = tt.broadcast %v33 : tensor<1x16xi32> -> tensor<16x16xi32>
      %v35_13 = arith.addi %v35, %v35_12 : tensor<16x16xi32>
      %v36 = arith.muli %v0, %c5_i32 : i32
      %v37 = arith.subi %v2, %c1_i32 : i32
      %v38 = arith.addi %v36, %v37 : i32
      %v39 = arith.muli %v38, %c256_i32 : i32
      %v41 = tt.addptr %out0, %v39 : !tt.ptr<i64>, i32
      %v42 = tt.splat %v41 : !tt.ptr<i64> -> tensor<16x16x!tt.ptr<i64>>
      %v42_14 = tt.addptr %v42, %v35_13 : tensor<16x16x!tt.ptr<i64>>, tensor<16x16xi32>
      tt.store %v42_14, %v31 : tensor<16x16x!tt.ptr<i64>>
    }
    %v44 = tt.addptr %out1, %v0 : !tt.ptr<i32>, i32
    tt.store %v44, %v0 : !tt.ptr<i32>
    tt.return
  }
}
