module {
  tt.func public @kernel(%n0: i32 {tt.divisibility = 16 : i32}, %in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c1_i32 = arith.constant 1 : i32
    %c2_i32 = arith.constant 2 : i32
    %c16_i32 = arith.constant 16 : i32
    %v28 = arith.constant dense<15> : tensor<16xi32>
    %v27 = arith.constant dense<13> : tensor<16xi32>
    %c1024_i32 = arith.constant 1024 : i32
    %v3 = arith.constant 3 : i32
    %v2 = arith.constant 5 : i32
    %v1 = arith.constant dense<0> : tensor<16xi32>
    %v0 = tt.get_program_id x : i32
    %v2_0 = arith.remsi %v0, %v2 : i32
    %v3_1 = arith.addi %v2_0, %v3 : i32
    %v5 = scf.for %v4 = %c2_i32 to %v3_1 step %c1_i32 iter_args(%v5_7 = %v1) -> (tensor<16xi32>)  : i32 {
      %v6 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %v7 = tt.expand_dims %v6 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %v8 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
      %v9 = tt.expand_dims %v8 {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
      %v11 = tt.splat %n0 : i32 -> tensor<1x128xi32>
      %v11_8 = arith.muli %v9, %v11 : tensor<1x128xi32>
      %v12 = tt.broadcast %v7 : tensor<16x1xi32> -> tensor<16x128xi32>
      %v12_9 = tt.broadcast %v11_8 : tensor<1x128xi32> -> tensor<16x128xi32>
      %v12_10 = arith.addi %v12, %v12_9 : tensor<16x128xi32>
      %v13 = arith.muli %v0, %c1024_i32 : i32
      %v14 = arith.muli %v4, %c1024_i32 : i32
      %v15 = arith.addi %v13, %v14 : i32
      %v16 = tt.splat %v15 : i32 -> tensor<16x128xi32>
      %v16_11 = arith.addi %v12_10, %v16 : tensor<16x128xi32>
      %v18 = tt.splat %in0 : !tt.ptr<i32> -> tensor<16x128x!tt.ptr<i32>>
      %v18_12 = tt.addptr %v18, %v16_11 : tensor<16x128x!tt.ptr<i32>>, tensor<16x128xi32>
      %v19 = tt.load %v18_12 : tensor<16x128x!tt.ptr<i32>>
      %v22 = "tt.reduce"(%v19) <{axis = 1 : i32}> ({
      ^bb0(%v22_13: i32, %v22_14: i32):
        %v22_15 = arith.addi %v22_13, %v22_14 : i32
        tt.reduce.return %v22_15 : i32
      }) : (tensor<16x128xi32>) -> tensor<16xi32>
      %v23 = arith.addi %v5_7, %v22 : tensor<16xi32>
      scf.yield %v23 : tensor<16xi32>
    }
    %v25 = arith.muli %v5, %v5 : tensor<16xi32>
    %v26 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %v27_2 = arith.muli %v26, %v27 : tensor<16xi32>
    %v28_3 = arith.andi %v27_2, %v28 : tensor<16xi32>
    %v29 = arith.muli %v0, %c16_i32 : i32
    %v31 = tt.addptr %out0, %v29 : !tt.ptr<i32>, i32
    %v32 = tt.splat %v31 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %v32_4 = tt.addptr %v32, %v28_3 : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %v32_4, %v25 : tensor<16x!tt.ptr<i32>>
    %v35 = tt.splat %v29 : i32 -> tensor<16xi32>
    %v35_5 = arith.addi %v35, %v26 : tensor<16xi32>
    %v36 = tt.splat %out1 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %v36_6 = tt.addptr %v36, %v35_5 : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %v36_6, %v5 : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}
