module {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %v23 = arith.constant 2048 : i32
    %v21 = arith.constant dense<32> : tensor<64x1xi32>
    %v18 = arith.constant dense<2> : tensor<1x16xi32>
    %v17 = arith.constant dense<15> : tensor<64x16xi32>
    %v16 = arith.constant dense<-2> : tensor<64x16xi32>
    %v13 = arith.constant dense<543> : tensor<64x16xi32>
    %v11 = arith.constant dense<17> : tensor<64x1xi32>
    %v8 = arith.constant dense<64> : tensor<64x1xi32>
    %c64_i32 = arith.constant 64 : i32
    %v0 = tt.get_program_id x : i32
    %v1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v2 = tt.expand_dims %v1 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %v3 = arith.muli %v0, %c64_i32 : i32
    %v4 = tt.splat %v3 : i32 -> tensor<64x1xi32>
    %v4_0 = arith.addi %v2, %v4 : tensor<64x1xi32>
    %v6 = tt.splat %in0 : !tt.ptr<i32> -> tensor<64x1x!tt.ptr<i32>>
    %v6_1 = tt.addptr %v6, %v4_0 : tensor<64x1x!tt.ptr<i32>>, tensor<64x1xi32>
    %v7 = tt.load %v6_1 : tensor<64x1x!tt.ptr<i32>>
    %v8_2 = arith.remsi %v7, %v8 : tensor<64x1xi32>
    %v9 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %v10 = tt.expand_dims %v9 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %v11_3 = arith.muli %v8_2, %v11 : tensor<64x1xi32>
    %v12 = tt.broadcast %v11_3 : tensor<64x1xi32> -> tensor<64x16xi32>
    %v12_4 = tt.broadcast %v10 : tensor<1x16xi32> -> tensor<64x16xi32>
    %v12_5 = arith.addi %v12, %v12_4 : tensor<64x16xi32>
    %v13_6 = arith.cmpi ne, %v12_5, %v13 : tensor<64x16xi32>
    %v15 = tt.splat %in1 : !tt.ptr<i32> -> tensor<64x16x!tt.ptr<i32>>
    %v15_7 = tt.addptr %v15, %v12_5 : tensor<64x16x!tt.ptr<i32>>, tensor<64x16xi32>
    %v16_8 = tt.load %v15_7, %v13_6, %v16 : tensor<64x16x!tt.ptr<i32>>
    %v17_9 = arith.shli %v16_8, %v17 : tensor<64x16xi32>
    %v18_10 = arith.muli %v10, %v18 : tensor<1x16xi32>
    %v21_11 = arith.muli %v2, %v21 : tensor<64x1xi32>
    %v22 = tt.broadcast %v21_11 : tensor<64x1xi32> -> tensor<64x16xi32>
    %v22_12 = tt.broadcast %v18_10 : tensor<1x16xi32> -> tensor<64x16xi32>
    %v22_13 = arith.addi %v22, %v22_12 : tensor<64x16xi32>
    %v23_14 = arith.muli %v0, %v23 : i32
    %v25 = tt.addptr %out0, %v23_14 : !tt.ptr<i32>, i32
    %v26 = tt.splat %v25 : !tt.ptr<i32> -> tensor<64x16x!tt.ptr<i32>>
    %v26_15 = tt.addptr %v26, %v22_13 : tensor<64x16x!tt.ptr<i32>>, tensor<64x16xi32>
    tt.store %v26_15, %v17_9 : tensor<64x16x!tt.ptr<i32>>
    tt.return
  }
}
