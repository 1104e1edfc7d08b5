module {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %v21 = arith.constant dense<2> : tensor<16x1xi32>
    %v15 = arith.constant dense<1> : tensor<16x1xi32>
    %v23 = arith.constant dense<7> : tensor<16x1xi32>
    %v18 = arith.constant dense<0> : tensor<16x1xi32>
    %v12 = arith.constant dense<3> : tensor<16x1xi32>
    %cst = arith.constant dense<6> : tensor<16x1xi32>
    %c16_i32 = arith.constant 16 : i32
    %v0 = tt.get_program_id x : i32
    %v1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %v2 = tt.expand_dims %v1 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %v5 = arith.muli %v0, %c16_i32 : i32
    %v6 = tt.splat %v5 : i32 -> tensor<16x1xi32>
    %v6_0 = arith.addi %v2, %v6 : tensor<16x1xi32>
    %v7 = arith.divsi %v6_0, %cst : tensor<16x1xi32>
    %v8 = arith.remsi %v6_0, %cst : tensor<16x1xi32>
    %v12_1 = arith.cmpi slt, %v7, %v12 : tensor<16x1xi32>
    %v14 = tt.splat %in0 : !tt.ptr<i32> -> tensor<16x1x!tt.ptr<i32>>
    %v14_2 = tt.addptr %v14, %v8 : tensor<16x1x!tt.ptr<i32>>, tensor<16x1xi32>
    %v15_3 = tt.load %v14_2, %v12_1, %v15 : tensor<16x1x!tt.ptr<i32>>
    %v18_4 = arith.cmpi slt, %v7, %v18 : tensor<16x1xi32>
    %v20 = tt.splat %in1 : !tt.ptr<i32> -> tensor<16x1x!tt.ptr<i32>>
    %v20_5 = tt.addptr %v20, %v7 : tensor<16x1x!tt.ptr<i32>>, tensor<16x1xi32>
    %v21_6 = tt.load %v20_5, %v18_4, %v21 : tensor<16x1x!tt.ptr<i32>>
    %v22 = arith.muli %v15_3, %v21_6 : tensor<16x1xi32>
    %v23_7 = arith.shrui %v22, %v23 : tensor<16x1xi32>
    %v24 = "tt.reduce"(%v23_7) <{axis = 1 : i32}> ({
    ^bb0(%v24_10: i32, %v24_11: i32):
      %v24_12 = arith.xori %v24_10, %v24_11 : i32
      tt.reduce.return %v24_12 : i32
    }) : (tensor<16x1xi32>) -> tensor<16xi32>
    %v28 = tt.splat %v5 : i32 -> tensor<16xi32>
    %v28_8 = arith.addi %v28, %v1 : tensor<16xi32>
    %v29 = tt.splat %out0 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %v29_9 = tt.addptr %v29, %v28_8 : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %v29_9, %v24 : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}
