module {
  tt.func public @kernel(%n0: i32 {tt.divisibility = 16 : i32}, %in0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out2: !tt.ptr<i64> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %v34 = arith.constant dense<16> : tensor<1x8xi32>
    %v31 = arith.constant dense<16> : tensor<16x1xi32>
    %v30 = arith.constant dense<12> : tensor<16x1xi32>
    %c16_i32 = arith.constant 16 : i32
    %v19 = arith.constant 8 : i32
    %v14 = arith.constant dense<10> : tensor<8x16xi64>
    %c128_i32 = arith.constant 128 : i32
    %v0 = tt.get_program_id x : i32
    %v1 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %v2 = tt.expand_dims %v1 {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %v3 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %v4 = tt.expand_dims %v3 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %v6 = tt.splat %n0 : i32 -> tensor<8x1xi32>
    %v6_0 = arith.muli %v2, %v6 : tensor<8x1xi32>
    %v7 = tt.broadcast %v6_0 : tensor<8x1xi32> -> tensor<8x16xi32>
    %v7_1 = tt.broadcast %v4 : tensor<1x16xi32> -> tensor<8x16xi32>
    %v7_2 = arith.addi %v7, %v7_1 : tensor<8x16xi32>
    %v8 = arith.muli %v0, %c128_i32 : i32
    %v9 = tt.splat %v8 : i32 -> tensor<8x16xi32>
    %v9_3 = arith.addi %v7_2, %v9 : tensor<8x16xi32>
    %v11 = tt.splat %in0 : !tt.ptr<i64> -> tensor<8x16x!tt.ptr<i64>>
    %v11_4 = tt.addptr %v11, %v9_3 : tensor<8x16x!tt.ptr<i64>>, tensor<8x16xi32>
    %v12 = tt.load %v11_4 : tensor<8x16x!tt.ptr<i64>>
    %v14_5 = arith.subi %v12, %v14 : tensor<8x16xi64>
    %v15 = tt.trans %v14_5 {order = array<i32: 1, 0>} : tensor<8x16xi64> -> tensor<16x8xi64>
    %v16 = "tt.reduce"(%v15) <{axis = 0 : i32}> ({
    ^bb0(%v16_18: i64, %v16_19: i64):
      %v16_20 = arith.maxsi %v16_18, %v16_19 : i64
      tt.reduce.return %v16_20 : i64
    }) : (tensor<16x8xi64>) -> tensor<8xi64>
    %v17 = "tt.reduce"(%v14_5) <{axis = 0 : i32}> ({
    ^bb0(%v17_18: i64, %v17_19: i64):
      %v17_20 = arith.addi %v17_18, %v17_19 : i64
      tt.reduce.return %v17_20 : i64
    }) : (tensor<8x16xi64>) -> tensor<16xi64>
    %v19_6 = arith.muli %v0, %v19 : i32
    %v21 = tt.splat %v19_6 : i32 -> tensor<8xi32>
    %v21_7 = arith.addi %v21, %v1 : tensor<8xi32>
    %v22 = tt.splat %out0 : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
    %v22_8 = tt.addptr %v22, %v21_7 : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
    tt.store %v22_8, %v16 : tensor<8x!tt.ptr<i64>>
    %v24 = arith.muli %v0, %c16_i32 : i32
    %v26 = tt.splat %v24 : i32 -> tensor<16xi32>
    %v26_9 = arith.addi %v26, %v3 : tensor<16xi32>
    %v27 = tt.splat %out1 : !tt.ptr<i64> -> tensor<16x!tt.ptr<i64>>
    %v27_10 = tt.addptr %v27, %v26_9 : tensor<16x!tt.ptr<i64>>, tensor<16xi32>
    tt.store %v27_10, %v17 : tensor<16x!tt.ptr<i64>>
    %v29 = tt.expand_dims %v3 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %v30_11 = arith.addi %v29, %v30 : tensor<16x1xi32>
    %v31_12 = arith.remsi %v30_11, %v31 : tensor<16x1xi32>
    %v33 = tt.expand_dims %v1 {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %v34_13 = arith.muli %v33, %v34 : tensor<1x8xi32>
    %v35 = tt.broadcast %v34_13 : tensor<1x8xi32> -> tensor<16x8xi32>
    %v35_14 = tt.broadcast %v31_12 : tensor<16x1xi32> -> tensor<16x8xi32>
    %v35_15 = arith.addi %v35, %v35_14 : tensor<16x8xi32>
    %v38 = tt.splat %v8 : i32 -> tensor<16x8xi32>
    %v38_16 = arith.addi %v38, %v35_15 : tensor<16x8xi32>
    %v39 = tt.splat %out2 : !tt.ptr<i64> -> tensor<16x8x!tt.ptr<i64>>
    %v39_17 = tt.addptr %v39, %v38_16 : tensor<16x8x!tt.ptr<i64>>, tensor<16x8xi32>
    tt.store %v39_17, %v15 : tensor<16x8x!tt.ptr<i64>>
    tt.return
  }
}
