module {
  tt.func public @kernel(%in0: !tt.ptr<i16> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %v24 = arith.constant dense<1.000000e+00> : tensor<1x8xbf16>
    %v33 = arith.constant dense<19> : tensor<1x8xi32>
    %v20 = arith.constant dense<15> : tensor<1x8xi32>
    %c8_i32 = arith.constant 8 : i32
    %c16_i32 = arith.constant 16 : i32
    %v0 = tt.get_program_id x : i32
    %v1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %v2 = tt.expand_dims %v1 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %v7 = arith.muli %v0, %c16_i32 : i32
    %v8 = tt.splat %v7 : i32 -> tensor<16x1xi32>
    %v8_0 = arith.addi %v2, %v8 : tensor<16x1xi32>
    %v10 = tt.splat %in0 : !tt.ptr<i16> -> tensor<16x1x!tt.ptr<i16>>
    %v10_1 = tt.addptr %v10, %v8_0 : tensor<16x1x!tt.ptr<i16>>, tensor<16x1xi32>
    %v11 = tt.load %v10_1 : tensor<16x1x!tt.ptr<i16>>
    %v14 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %v15 = tt.expand_dims %v14 {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %v18 = arith.muli %v0, %c8_i32 : i32
    %v19 = tt.splat %v18 : i32 -> tensor<1x8xi32>
    %v19_2 = arith.addi %v15, %v19 : tensor<1x8xi32>
    %v20_3 = arith.cmpi slt, %v19_2, %v20 : tensor<1x8xi32>
    %v21 = arith.extsi %v19_2 : tensor<1x8xi32> to tensor<1x8xi64>
    %v23 = tt.splat %in1 : !tt.ptr<bf16> -> tensor<1x8x!tt.ptr<bf16>>
    %v23_4 = tt.addptr %v23, %v21 : tensor<1x8x!tt.ptr<bf16>>, tensor<1x8xi64>
    %v24_5 = tt.load %v23_4, %v20_3, %v24 : tensor<1x8x!tt.ptr<bf16>>
    %v25 = arith.extf %v24_5 : tensor<1x8xbf16> to tensor<1x8xf32>
    %v25_6 = arith.fptosi %v25 : tensor<1x8xf32> to tensor<1x8xi16>
    %v26 = tt.expand_dims %v11 {axis = 2 : i32} : tensor<16x1xi16> -> tensor<16x1x1xi16>
    %v27 = tt.expand_dims %v25_6 {axis = 0 : i32} : tensor<1x8xi16> -> tensor<1x1x8xi16>
    %v28 = tt.broadcast %v26 : tensor<16x1x1xi16> -> tensor<16x1x8xi16>
    %v29 = tt.broadcast %v27 : tensor<1x1x8xi16> -> tensor<16x1x8xi16>
    %v30 = arith.muli %v28, %v29 : tensor<16x1x8xi16>
    %input = arith.extsi %v30 : tensor<16x1x8xi16> to tensor<16x1x8xi32>
    %v31 = "tt.reduce"(%input) <{axis = 0 : i32}> ({
    ^bb0(%v31_11: i32, %v31_12: i32):
      %v31_13 = arith.minsi %v31_11, %v31_12 : i32
      tt.reduce.return %v31_13 : i32
    }) : (tensor<16x1x8xi32>) -> tensor<1x8xi32>
    %v32 = "tt.reduce"(%v31) <{axis = 0 : i32}> ({
    ^bb0(%v32_11: i32, %v32_12: i32):
      %v32_13 = arith.minsi %v32_11, %v32_12 : i32
      tt.reduce.return %v32_13 : i32
    }) : (tensor<1x8xi32>) -> tensor<8xi32>
    %v33_7 = arith.shrsi %v31, %v33 : tensor<1x8xi32>
    %v37 = tt.splat %v18 : i32 -> tensor<8xi32>
    %v37_8 = arith.addi %v37, %v14 : tensor<8xi32>
    %v38 = tt.splat %out0 : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %v38_9 = tt.addptr %v38, %v37_8 : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    tt.store %v38_9, %v32 : tensor<8x!tt.ptr<i32>>
    %v44 = tt.splat %out1 : !tt.ptr<i32> -> tensor<1x8x!tt.ptr<i32>>
    %v44_10 = tt.addptr %v44, %v19_2 : tensor<1x8x!tt.ptr<i32>>, tensor<1x8xi32>
    tt.store %v44_10, %v33_7, %v20_3 : tensor<1x8x!tt.ptr<i32>>
    tt.return
  }
}
