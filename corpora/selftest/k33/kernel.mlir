module {
  tt.func public @kernel(%n0: i32 {tt.divisibility = 16 : i32}, %in0: !tt.ptr<i16> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32>) attributes {noinline = false} {
    %v20 = arith.constant 16 : i32
    %cst = arith.constant dense<192> : tensor<16x1xi32>
    %v5 = arith.constant 100 : i32
    %v0 = tt.get_program_id x : i32
    %v1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %v2 = tt.expand_dims %v1 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %v3 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %v4 = tt.expand_dims %v3 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %v5_0 = arith.muli %v0, %v5 : i32
    %v6 = tt.splat %v5_0 : i32 -> tensor<16x1xi32>
    %v6_1 = arith.addi %v2, %v6 : tensor<16x1xi32>
    %v8 = arith.remsi %v6_1, %cst : tensor<16x1xi32>
    %v10 = tt.splat %n0 : i32 -> tensor<16x1xi32>
    %v10_2 = arith.muli %v8, %v10 : tensor<16x1xi32>
    %v11 = tt.broadcast %v10_2 : tensor<16x1xi32> -> tensor<16x32xi32>
    %v11_3 = tt.broadcast %v4 : tensor<1x32xi32> -> tensor<16x32xi32>
    %v11_4 = arith.addi %v11, %v11_3 : tensor<16x32xi32>
    %v13 = tt.splat %in0 : !tt.ptr<i16> -> tensor<16x32x!tt.ptr<i16>>
    %v13_5 = tt.addptr %v13, %v11_4 : tensor<16x32x!tt.ptr<i16>>, tensor<16x32xi32>
    %v14 = tt.load %v13_5 : tensor<16x32x!tt.ptr<i16>>
    %v16 = arith.trunci %v6_1 : tensor<16x1xi32> to tensor<16x1xi16>
    %v16_6 = tt.broadcast %v16 : tensor<16x1xi16> -> tensor<16x32xi16>
    %v17 = arith.xori %v14, %v16_6 : tensor<16x32xi16>
    %input = arith.extsi %v17 : tensor<16x32xi16> to tensor<16x32xi32>
    %v18 = "tt.reduce"(%input) <{axis = 1 : i32}> ({
    ^bb0(%v18_9: i32, %v18_10: i32):
      %v18_11 = arith.addi %v18_9, %v18_10 : i32
      tt.reduce.return %v18_11 : i32
    }) : (tensor<16x32xi32>) -> tensor<16xi32>
    %v20_7 = arith.muli %v0, %v20 : i32
    %v22 = tt.addptr %out0, %v20_7 : !tt.ptr<i32>, i32
    %v23 = tt.splat %v22 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %v23_8 = tt.addptr %v23, %v1 : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %v23_8, %v18 : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}
