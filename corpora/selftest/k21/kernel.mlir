module {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %v20 = arith.constant 64 : i32
    %v16 = arith.constant dense<2> : tensor<64x1xi32>
    %v8 = arith.constant dense<16> : tensor<64x1xi32>
    %v7 = arith.constant dense<8> : tensor<64x1xi32>
    %cst = arith.constant dense<1> : tensor<64x1xi32>
    %v2 = arith.constant 3 : i32
    %v0 = tt.get_program_id x : i32
    %v1 = tt.get_program_id y : i32
    %v2_0 = arith.muli %v1, %v2 : i32
    %v3 = arith.addi %v2_0, %v0 : i32
    %v4 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v5 = tt.expand_dims %v4 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %v6 = arith.subi %v5, %cst : tensor<64x1xi32>
    %v7_1 = arith.divsi %v6, %v7 : tensor<64x1xi32>
    %v8_2 = arith.muli %v7_1, %v8 : tensor<64x1xi32>
    %v13 = tt.splat %in0 : !tt.ptr<i32> -> tensor<64x1x!tt.ptr<i32>>
    %v13_3 = tt.addptr %v13, %v8_2 : tensor<64x1x!tt.ptr<i32>>, tensor<64x1xi32>
    %v14 = tt.load %v13_3 : tensor<64x1x!tt.ptr<i32>>
    %v15 = arith.subi %v14, %cst : tensor<64x1xi32>
    %v16_4 = arith.addi %v15, %v16 : tensor<64x1xi32>
    %v20_5 = arith.muli %v3, %v20 : i32
    %v22 = tt.addptr %out0, %v20_5 : !tt.ptr<i32>, i32
    %v23 = tt.splat %v22 : !tt.ptr<i32> -> tensor<64x1x!tt.ptr<i32>>
    %v23_6 = tt.addptr %v23, %v5 : tensor<64x1x!tt.ptr<i32>>, tensor<64x1xi32>
    tt.store %v23_6, %v16_4 : tensor<64x1x!tt.ptr<i32>>
    tt.return
  }
}
