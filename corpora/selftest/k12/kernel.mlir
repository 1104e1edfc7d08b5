module {
  tt.func public @kernel(%in0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i64>, %out1: !tt.ptr<i64> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %v12 = arith.constant dense<-2> : tensor<8x32xi64>
    %v24 = arith.constant 8 : i32
    %v19 = arith.constant 32 : i32
    %v17 = arith.constant dense<16> : tensor<32xi64>
    %v15 = arith.constant dense<7> : tensor<32xi64>
    %v9 = arith.constant dense<527> : tensor<8x32xi32>
    %v7 = arith.constant 256 : i32
    %v5 = arith.constant dense<9> : tensor<1x32xi32>
    %v0 = tt.get_program_id x : i32
    %v1 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %v2 = tt.expand_dims %v1 {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %v3 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %v4 = tt.expand_dims %v3 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %v5_0 = arith.muli %v4, %v5 : tensor<1x32xi32>
    %v6 = tt.broadcast %v2 : tensor<8x1xi32> -> tensor<8x32xi32>
    %v6_1 = tt.broadcast %v5_0 : tensor<1x32xi32> -> tensor<8x32xi32>
    %v6_2 = arith.addi %v6, %v6_1 : tensor<8x32xi32>
    %v7_3 = arith.muli %v0, %v7 : i32
    %v8 = tt.splat %v7_3 : i32 -> tensor<8x32xi32>
    %v8_4 = arith.addi %v6_2, %v8 : tensor<8x32xi32>
    %v9_5 = arith.cmpi sge, %v8_4, %v9 : tensor<8x32xi32>
    %v11 = tt.splat %in0 : !tt.ptr<i64> -> tensor<8x32x!tt.ptr<i64>>
    %v11_6 = tt.addptr %v11, %v8_4 : tensor<8x32x!tt.ptr<i64>>, tensor<8x32xi32>
    %v12_7 = tt.load %v11_6, %v9_5, %v12 : tensor<8x32x!tt.ptr<i64>>
    %v13 = "tt.reduce"(%v12_7) <{axis = 0 : i32}> ({
    ^bb0(%v13_15: i64, %v13_16: i64):
      %v13_17 = arith.addi %v13_15, %v13_16 : i64
      tt.reduce.return %v13_17 : i64
    }) : (tensor<8x32xi64>) -> tensor<32xi64>
    %v14 = "tt.reduce"(%v12_7) <{axis = 1 : i32}> ({
    ^bb0(%v14_15: i64, %v14_16: i64):
      %v14_17 = arith.addi %v14_15, %v14_16 : i64
      tt.reduce.return %v14_17 : i64
    }) : (tensor<8x32xi64>) -> tensor<8xi64>
    %v15_8 = arith.andi %v13, %v15 : tensor<32xi64>
    %v16 = arith.shrsi %v13, %v15_8 : tensor<32xi64>
    %v17_9 = arith.xori %v16, %v17 : tensor<32xi64>
    %v19_10 = arith.muli %v0, %v19 : i32
    %v21 = tt.splat %v19_10 : i32 -> tensor<32xi32>
    %v21_11 = arith.addi %v21, %v3 : tensor<32xi32>
    %v22 = tt.splat %out0 : !tt.ptr<i64> -> tensor<32x!tt.ptr<i64>>
    %v22_12 = tt.addptr %v22, %v21_11 : tensor<32x!tt.ptr<i64>>, tensor<32xi32>
    tt.store %v22_12, %v17_9 : tensor<32x!tt.ptr<i64>>
    %v24_13 = arith.muli %v0, %v24 : i32
    %v26 = tt.addptr %out1, %v24_13 : !tt.ptr<i64>, i32
    %v27 = tt.splat %v26 : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
    %v27_14 = tt.addptr %v27, %v1 : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
    tt.store %v27_14, %v14 : tensor<8x!tt.ptr<i64>>
    tt.return
  }
}
