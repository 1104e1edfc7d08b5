#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<128> : tensor<32x1xi32, #blocked>
    %cst_0 = arith.constant dense<7631> : tensor<32x32xi32, #blocked>
    %cst_1 = arith.constant dense<40> : tensor<32x1xi32, #blocked>
    %cst_2 = arith.constant dense<32> : tensor<32x1xi32, #blocked>
    %c5_i32 = arith.constant 5 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<32x32xf32, #blocked>
    %c3_i32 = arith.constant 3 : i32
    %c1024_i32 = arith.constant 1024 : i32
    %c2_i32 = arith.constant 2 : i32
    %v0 = tt.get_program_id x : i32
    %v3 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v3_4 = tt.expand_dims %v3 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<32x1xi32, #blocked>
    %v5 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v5_5 = tt.expand_dims %v5 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %v6 = arith.muli %v3_4, %cst : tensor<32x1xi32, #blocked>
    %v7 = tt.broadcast %v6 : tensor<32x1xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %v7_6 = tt.broadcast %v5_5 : tensor<1x32xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %v7_7 = arith.addi %v7, %v7_6 : tensor<32x32xi32, #blocked>
    %v8 = arith.muli %v0, %c1024_i32 : i32
    %v14 = tt.splat %in0 : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #blocked>
    %v30 = arith.muli %v3_4, %cst_2 : tensor<32x1xi32, #blocked>
    %v31 = tt.broadcast %v30 : tensor<32x1xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %v31_8 = arith.addi %v31, %v7_6 : tensor<32x32xi32, #blocked>
    %v32 = arith.muli %v0, %c3_i32 : i32
    scf.for %v1 = %c2_i32 to %c5_i32 step %c1_i32 : i32 {
      %v9 = arith.muli %v1, %c1024_i32 : i32
      %v10 = arith.addi %v8, %v9 : i32
      %v11 = tt.splat %v10 : i32 -> tensor<32x32xi32, #blocked>
      %v11_9 = arith.addi %v7_7, %v11 : tensor<32x32xi32, #blocked>
      %v12 = arith.cmpi sge, %v11_9, %cst_0 : tensor<32x32xi32, #blocked>
      %v14_10 = tt.addptr %v14, %v11_9 : tensor<32x32x!tt.ptr<f32>, #blocked>, tensor<32x32xi32, #blocked>
      %v29 = tt.load %v14_10, %v12, %cst_3 : tensor<32x32x!tt.ptr<f32>, #blocked>
      %v16 = arith.remsi %v1, %c2_i32 : i32
      %v17 = arith.cmpi ne, %v16, %c3_i32 : i32
      %0 = scf.if %v17 -> (tensor<32x32xf32, #blocked>) {
        %v18 = arith.muli %v3_4, %cst_1 : tensor<32x1xi32, #blocked>
        %v19 = tt.broadcast %v18 : tensor<32x1xi32, #blocked> -> tensor<32x32xi32, #blocked>
        %v19_12 = arith.addi %v19, %v7_6 : tensor<32x32xi32, #blocked>
        %v23 = arith.addi %v19_12, %v11 : tensor<32x32xi32, #blocked>
        %v25 = tt.splat %in1 : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #blocked>
        %v25_13 = tt.addptr %v25, %v23 : tensor<32x32x!tt.ptr<i32>, #blocked>, tensor<32x32xi32, #blocked>
        %v26 = tt.load %v25_13 : tensor<32x32x!tt.ptr<i32>, #blocked>
        %v27 = arith.sitofp %v26 : tensor<32x32xi32, #blocked> to tensor<32x32xf32, #blocked>
        %v29_14 = arith.maxnumf %v29, %v27 : tensor<32x32xf32, #blocked>
        scf.yield %v29_14 : tensor<32x32xf32, #blocked>
      } else {
        scf.yield %v29 : tensor<32x32xf32, #blocked>
      }
      %v33 = arith.subi %v1, %c2_i32 : i32
      %v34 = arith.addi %v32, %v33 : i32
      %v35 = arith.muli %v34, %c1024_i32 : i32
      %v37 = tt.addptr %out0, %v35 : !tt.ptr<f32>, i32
      %v38 = tt.splat %v37 : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #blocked>
      %v38_11 = tt.addptr %v38, %v31_8 : tensor<32x32x!tt.ptr<f32>, #blocked>, tensor<32x32xi32, #blocked>
      tt.store %v38_11, %0 : tensor<32x32x!tt.ptr<f32>, #blocked>
    }
    %v40 = tt.addptr %out1, %v0 : !tt.ptr<i32>, i32
    tt.store %v40, %v0 : !tt.ptr<i32>
    tt.return
  }
}
