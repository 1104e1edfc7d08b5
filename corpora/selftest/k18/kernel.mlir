module {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i64> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c0_i32 = arith.constant 0 : i32
    %v24 = arith.constant dense<-1> : tensor<2xi64>
    %c32_i32 = arith.constant 32 : i32
    %cst = arith.constant dense<2> : tensor<16x1xi32>
    %c2_i32 = arith.constant 2 : i32
    %v3 = arith.constant 1 : i32
    %c3_i32 = arith.constant 3 : i32
    %v1 = arith.constant dense<0> : tensor<2xi64>
    %v0 = tt.get_program_id x : i32
    %v2 = arith.remsi %v0, %c3_i32 : i32
    %v3_0 = arith.addi %v2, %v3 : i32
    %v5 = scf.for %v4 = %c0_i32 to %v3_0 step %c3_i32 iter_args(%v5_3 = %v1) -> (tensor<2xi64>)  : i32 {
      %v6 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %v7 = tt.expand_dims %v6 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %v8 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
      %v9 = tt.expand_dims %v8 {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
      %v10 = arith.muli %v7, %cst : tensor<16x1xi32>
      %v11 = tt.broadcast %v10 : tensor<16x1xi32> -> tensor<16x2xi32>
      %v11_4 = tt.broadcast %v9 : tensor<1x2xi32> -> tensor<16x2xi32>
      %v11_5 = arith.addi %v11, %v11_4 : tensor<16x2xi32>
      %v12 = arith.muli %v0, %c32_i32 : i32
      %v13 = arith.muli %v4, %c32_i32 : i32
      %v14 = arith.addi %v12, %v13 : i32
      %v15 = tt.splat %v14 : i32 -> tensor<16x2xi32>
      %v15_6 = arith.addi %v11_5, %v15 : tensor<16x2xi32>
      %v17 = tt.splat %in0 : !tt.ptr<i32> -> tensor<16x2x!tt.ptr<i32>>
      %v17_7 = tt.addptr %v17, %v15_6 : tensor<16x2x!tt.ptr<i32>>, tensor<16x2xi32>
      %v18 = tt.load %v17_7 : tensor<16x2x!tt.ptr<i32>>
      %v20 = arith.extui %v18 : tensor<16x2xi32> to tensor<16x2xi64>
      %v21 = "tt.reduce"(%v20) <{axis = 0 : i32}> ({
      ^bb0(%v21_8: i64, %v21_9: i64):
        %v21_10 = arith.addi %v21_8, %v21_9 : i64
        tt.reduce.return %v21_10 : i64
      }) : (tensor<16x2xi64>) -> tensor<2xi64>
      %v22 = arith.addi %v5_3, %v21 : tensor<2xi64>
      scf.yield %v22 : tensor<2xi64>
    } {tt.num_stages = 1 : i32}
    %v24_1 = arith.xori %v5, %v24 : tensor<2xi64>
    %v25 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
    %v26 = arith.muli %v0, %c2_i32 : i32
    %v28 = tt.addptr %out0, %v26 : !tt.ptr<i64>, i32
    %v29 = tt.splat %v28 : !tt.ptr<i64> -> tensor<2x!tt.ptr<i64>>
    %v29_2 = tt.addptr %v29, %v25 : tensor<2x!tt.ptr<i64>>, tensor<2xi32>
    tt.store %v29_2, %v24_1 : tensor<2x!tt.ptr<i64>>
    tt.return
  }
}
