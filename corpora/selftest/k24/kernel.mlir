module {
  tt.func public @kernel(%n0: i32, %in0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out2: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %v25 = arith.constant 64 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<32xf32>
    %cst_0 = arith.constant dense<5> : tensor<32xi64>
    %c32_i32 = arith.constant 32 : i32
    %c2_i32 = arith.constant 2 : i32
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %v3 = arith.muli %v0, %c32_i32 : i32
    %v6 = tt.splat %v3 : i32 -> tensor<32xi32>
    %v6_1 = arith.addi %v2, %v6 : tensor<32xi32>
    %v8 = tt.splat %n0 : i32 -> tensor<32xi32>
    %v8_2 = arith.cmpi slt, %v6_1, %v8 : tensor<32xi32>
    %v10 = tt.splat %in0 : !tt.ptr<i64> -> tensor<32x!tt.ptr<i64>>
    %v10_3 = tt.addptr %v10, %v6_1 : tensor<32x!tt.ptr<i64>>, tensor<32xi32>
    %v11 = tt.load %v10_3, %v8_2, %cst_0 : tensor<32x!tt.ptr<i64>>
    %v12 = arith.remsi %v11, %cst_0 : tensor<32xi64>
    %v14 = tt.splat %in1 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %v14_4 = tt.addptr %v14, %v6_1 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %v15 = tt.load %v14_4, %v8_2, %cst : tensor<32x!tt.ptr<f32>>
    %v16 = arith.fptosi %v15 : tensor<32xf32> to tensor<32xi64>
    %v17 = arith.xori %v12, %v16 : tensor<32xi64>
    %v18 = "tt.reduce"(%v17) <{axis = 0 : i32}> ({
    ^bb0(%v18_7: i64, %v18_8: i64):
      %v18_9 = arith.addi %v18_7, %v18_8 : i64
      tt.reduce.return %v18_9 : i64
    }) : (tensor<32xi64>) -> i64
    %v19 = arith.muli %v0, %c2_i32 : i32
    %v22 = tt.addptr %out0, %v19 : !tt.ptr<i64>, i32
    tt.store %v22, %v18 : !tt.ptr<i64>
    %v25_5 = arith.muli %v0, %v25 : i32
    %v27 = tt.addptr %out1, %v25_5 : !tt.ptr<i64>, i32
    %v28 = tt.splat %v27 : !tt.ptr<i64> -> tensor<32x!tt.ptr<i64>>
    %v28_6 = tt.addptr %v28, %v2 : tensor<32x!tt.ptr<i64>>, tensor<32xi32>
    tt.store %v28_6, %v17 : tensor<32x!tt.ptr<i64>>
    %v30 = tt.addptr %out2, %v0 : !tt.ptr<i32>, i32
    tt.store %v30, %v0 : !tt.ptr<i32>
    tt.return
  }
}
