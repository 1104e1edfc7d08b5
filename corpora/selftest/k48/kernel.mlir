module {
  tt.func public @kernel(%in0: !tt.ptr<f64> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f64> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %v20 = arith.constant dense<16> : tensor<16x1xi32>
    %v19 = arith.constant dense<2.500000e-01> : tensor<16x16xf64>
    %v13 = arith.constant 201 : i32
    %v12 = arith.constant 2 : i32
    %c256_i32 = arith.constant 256 : i32
    %v0 = tt.get_program_id x : i32
    %v1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %v2 = tt.expand_dims %v1 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %v4 = tt.expand_dims %v1 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %v6 = tt.broadcast %v2 : tensor<16x1xi32> -> tensor<16x16xi32>
    %v6_0 = tt.broadcast %v4 : tensor<1x16xi32> -> tensor<16x16xi32>
    %v6_1 = arith.addi %v6, %v6_0 : tensor<16x16xi32>
    %v7 = arith.muli %v0, %c256_i32 : i32
    %v8 = tt.splat %v7 : i32 -> tensor<16x16xi32>
    %v8_2 = arith.addi %v6_1, %v8 : tensor<16x16xi32>
    %v10 = tt.splat %in0 : !tt.ptr<f64> -> tensor<16x16x!tt.ptr<f64>>
    %v10_3 = tt.addptr %v10, %v8_2 : tensor<16x16x!tt.ptr<f64>>, tensor<16x16xi32>
    %v17 = tt.load %v10_3 : tensor<16x16x!tt.ptr<f64>>
    %v12_4 = arith.remsi %v7, %v12 : i32
    %v13_5 = arith.cmpi ne, %v12_4, %v13 : i32
    %0 = scf.if %v13_5 -> (tensor<16x16xf64>) {
      scf.yield %v17 : tensor<16x16xf64>
    } else {
      %v14 = "tt.reduce"(%v17) <{axis = 0 : i32}> ({
      ^bb0(%v14_11: f64, %v14_12: f64):
        %v14_13 = arith.addf %v14_11, %v14_12 : f64
        tt.reduce.return %v14_13 : f64
      }) : (tensor<16x16xf64>) -> tensor<16xf64>
      %v15 = tt.expand_dims %v14 {axis = 0 : i32} : tensor<16xf64> -> tensor<1x16xf64>
      %v17_10 = tt.broadcast %v15 : tensor<1x16xf64> -> tensor<16x16xf64>
      scf.yield %v17_10 : tensor<16x16xf64>
    }
    %v18 = arith.negf %0 : tensor<16x16xf64>
    %v19_6 = arith.subf %v18, %v19 : tensor<16x16xf64>
    %v20_7 = arith.muli %v2, %v20 : tensor<16x1xi32>
    %v21 = tt.broadcast %v20_7 : tensor<16x1xi32> -> tensor<16x16xi32>
    %v21_8 = arith.addi %v21, %v6_0 : tensor<16x16xi32>
    %v24 = tt.addptr %out0, %v7 : !tt.ptr<f64>, i32
    %v25 = tt.splat %v24 : !tt.ptr<f64> -> tensor<16x16x!tt.ptr<f64>>
    %v25_9 = tt.addptr %v25, %v21_8 : tensor<16x16x!tt.ptr<f64>>, tensor<16x16xi32>
    tt.store %v25_9, %v19_6 : tensor<16x16x!tt.ptr<f64>>
    tt.return
  }
}
