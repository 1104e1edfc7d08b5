module {
  tt.func public @kernel(%in0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out2: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c3_i32 = arith.constant 3 : i32
    %c14_i32 = arith.constant 14 : i32
    %c0_i32 = arith.constant 0 : i32
    %c15_i32 = arith.constant 15 : i32
    %c256_i32 = arith.constant 256 : i32
    %cst = arith.constant dense<16> : tensor<16x1xi32>
    %c16_i32 = arith.constant 16 : i32
    %v0 = tt.get_program_id x : i32
    scf.for %v1 = %c0_i32 to %c14_i32 step %c3_i32 : i32 {
      %v2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %v3 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %v5 = tt.expand_dims %v2 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %v6 = arith.muli %v3, %cst : tensor<16x1xi32>
      %v7 = tt.broadcast %v6 : tensor<16x1xi32> -> tensor<16x16xi32>
      %v7_0 = tt.broadcast %v5 : tensor<1x16xi32> -> tensor<16x16xi32>
      %v7_1 = arith.addi %v7, %v7_0 : tensor<16x16xi32>
      %v8 = arith.muli %v0, %c256_i32 : i32
      %v9 = arith.muli %v1, %c256_i32 : i32
      %v10 = arith.addi %v8, %v9 : i32
      %v11 = tt.splat %v10 : i32 -> tensor<16x16xi32>
      %v11_2 = arith.addi %v7_1, %v11 : tensor<16x16xi32>
      %v13 = tt.splat %in0 : !tt.ptr<i64> -> tensor<16x16x!tt.ptr<i64>>
      %v13_3 = tt.addptr %v13, %v11_2 : tensor<16x16x!tt.ptr<i64>>, tensor<16x16xi32>
      %v14 = tt.load %v13_3 : tensor<16x16x!tt.ptr<i64>>
      %v22 = tt.splat %in1 : !tt.ptr<i64> -> tensor<16x16x!tt.ptr<i64>>
      %v22_4 = tt.addptr %v22, %v11_2 : tensor<16x16x!tt.ptr<i64>>, tensor<16x16xi32>
      %v23 = tt.load %v22_4 : tensor<16x16x!tt.ptr<i64>>
      %v24 = tt.expand_dims %v14 {axis = 2 : i32} : tensor<16x16xi64> -> tensor<16x16x1xi64>
      %v25 = tt.expand_dims %v23 {axis = 0 : i32} : tensor<16x16xi64> -> tensor<1x16x16xi64>
      %v26 = tt.broadcast %v24 : tensor<16x16x1xi64> -> tensor<16x16x16xi64>
      %v27 = tt.broadcast %v25 : tensor<1x16x16xi64> -> tensor<16x16x16xi64>
      %v28 = arith.muli %v26, %v27 : tensor<16x16x16xi64>
      %v29 = "tt.reduce"(%v28) <{axis = 2 : i32}> ({
      ^bb0(%v29_8: i64, %v29_9: i64):
        %v29_10 = arith.maxui %v29_8, %v29_9 : i64
        tt.reduce.return %v29_10 : i64
      }) : (tensor<16x16x16xi64>) -> tensor<16x16xi64>
      %v30 = "tt.reduce"(%v29) <{axis = 0 : i32}> ({
      ^bb0(%v30_8: i64, %v30_9: i64):
        %v30_10 = arith.addi %v30_8, %v30_9 : i64
        tt.reduce.return %v30_10 : i64
      }) : (tensor<16x16xi64>) -> tensor<16xi64>
      %v32 = arith.muli %v0, %c15_i32 : i32
      %v33 = arith.addi %v32, %v1 : i32
      %v34 = arith.muli %v33, %c16_i32 : i32
      %v36 = tt.addptr %out0, %v34 : !tt.ptr<i64>, i32
      %v37 = tt.splat %v36 : !tt.ptr<i64> -> tensor<16x!tt.ptr<i64>>
      %v37_5 = tt.addptr %v37, %v2 : tensor<16x!tt.ptr<i64>>, tensor<16xi32>
      tt.store %v37_5, %v30 : tensor<16x!tt.ptr<i64>>
      %v42 = arith.muli %v33, %c256_i32 : i32
      %v44 = tt.splat %v42 : i32 -> tensor<16x16xi32>
      %v44_6 = arith.addi %v44, %v7_1 : tensor<16x16xi32>
      %v45 = tt.splat %out1 : !tt.ptr<i64> -> tensor<16x16x!tt.ptr<i64>>
      %v45_7 = tt.addptr %v45, %v44_6 : tensor<16x16x!tt.ptr<i64>>, tensor<16x16xi32>
      tt.store %v45_7, %v29 : tensor<16x16x!tt.ptr<i64>>
    } {tt.num_stages = 4 : i32}
    %v47 = tt.addptr %out2, %v0 : !tt.ptr<i32>, i32
    tt.store %v47, %v0 : !tt.ptr<i32>
    tt.return
  }
}
