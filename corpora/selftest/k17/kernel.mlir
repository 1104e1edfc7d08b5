#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 2], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%n0: i32, %in0: !tt.ptr<i64>, %in1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<64> : tensor<16x1xi32, #blocked>
    %cst_0 = arith.constant dense<5087> : tensor<16x64xi32, #blocked1>
    %cst_1 = arith.constant dense<128> : tensor<16x1xi32, #blocked1>
    %c1024_i32 = arith.constant 1024 : i32
    %c1_i32 = arith.constant 1 : i32
    %c4_i32 = arith.constant 4 : i32
    %cst_2 = arith.constant dense<-2> : tensor<16x64xi32, #blocked1>
    %c0_i32 = arith.constant 0 : i32
    %cst_3 = arith.constant dense<63> : tensor<1x64xi32, #blocked>
    %cst_4 = arith.constant dense<41> : tensor<1x64xi32, #blocked>
    %cst_5 = arith.constant dense<15> : tensor<16x64xi64, #blocked1>
    %cst_6 = arith.constant dense<2> : tensor<16x64xi64, #blocked1>
    %cst_7 = arith.constant dense<-1> : tensor<16x64xi64, #blocked1>
    %cst_8 = arith.constant dense<1> : tensor<16x64xi64, #blocked1>
    %cst_9 = arith.constant dense<9223372036854775807> : tensor<16x64xi64, #blocked1>
    %cst_10 = arith.constant dense<-3> : tensor<16x64xi64, #blocked1>
    %v0 = tt.get_program_id x : i32
    %v1 = arith.remsi %v0, %c4_i32 : i32
    %v2 = arith.addi %v1, %c1_i32 : i32
    %v5 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v5_11 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v5_12 = tt.expand_dims %v5 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<16x1xi32, #blocked1>
    %v5_13 = tt.expand_dims %v5_11 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
    %v7 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v7_14 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v7_15 = tt.expand_dims %v7 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x64xi32, #blocked1>
    %v7_16 = tt.expand_dims %v7_14 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xi32, #blocked>
    %v9 = tt.splat %n0 : i32 -> tensor<16x1xi32, #blocked1>
    %v9_17 = arith.muli %v5_12, %v9 : tensor<16x1xi32, #blocked1>
    %v10 = tt.broadcast %v9_17 : tensor<16x1xi32, #blocked1> -> tensor<16x64xi32, #blocked1>
    %v10_18 = tt.broadcast %v7_15 : tensor<1x64xi32, #blocked1> -> tensor<16x64xi32, #blocked1>
    %v10_19 = arith.addi %v10, %v10_18 : tensor<16x64xi32, #blocked1>
    %v11 = arith.muli %v0, %c1024_i32 : i32
    %v17 = tt.splat %in0 : !tt.ptr<i64> -> tensor<16x64x!tt.ptr<i64>, #blocked1>
    %v19 = arith.muli %v5_12, %cst_1 : tensor<16x1xi32, #blocked1>
    %v20 = tt.broadcast %v19 : tensor<16x1xi32, #blocked1> -> tensor<16x64xi32, #blocked1>
    %v20_20 = arith.addi %v20, %v10_18 : tensor<16x64xi32, #blocked1>
    %v27 = tt.splat %in1 : !tt.ptr<i32> -> tensor<16x64x!tt.ptr<i32>, #blocked1>
    %v42 = arith.muli %v7_16, %cst_4 : tensor<1x64xi32, #blocked>
    %v43 = arith.andi %v42, %cst_3 : tensor<1x64xi32, #blocked>
    %v44 = arith.muli %v5_13, %cst : tensor<16x1xi32, #blocked>
    %v45 = tt.broadcast %v44 : tensor<16x1xi32, #blocked> -> tensor<16x64xi32, #blocked>
    %v45_21 = tt.broadcast %v43 : tensor<1x64xi32, #blocked> -> tensor<16x64xi32, #blocked>
    %v45_22 = arith.addi %v45, %v45_21 : tensor<16x64xi32, #blocked>
    %v46 = arith.muli %v0, %c4_i32 : i32
    %v51 = tt.splat %out0 : !tt.ptr<i64> -> tensor<16x64x!tt.ptr<i64>, #blocked>
    scf.for %v3 = %c0_i32 to %v2 step %c1_i32 : i32 {
      %v12 = arith.muli %v3, %c1024_i32 : i32
      %v13 = arith.addi %v11, %v12 : i32
      %v14 = tt.splat %v13 : i32 -> tensor<16x64xi32, #blocked1>
      %v14_23 = arith.addi %v10_19, %v14 : tensor<16x64xi32, #blocked1>
      %v15 = arith.extsi %v14_23 : tensor<16x64xi32, #blocked1> to tensor<16x64xi64, #blocked1>
      %v17_24 = tt.addptr %v17, %v15 : tensor<16x64x!tt.ptr<i64>, #blocked1>, tensor<16x64xi64, #blocked1>
      %v18 = tt.load %v17_24 : tensor<16x64x!tt.ptr<i64>, #blocked1>
      %v24 = arith.addi %v20_20, %v14 : tensor<16x64xi32, #blocked1>
      %v25 = arith.cmpi ne, %v24, %cst_0 : tensor<16x64xi32, #blocked1>
      %v27_25 = tt.addptr %v27, %v24 : tensor<16x64x!tt.ptr<i32>, #blocked1>, tensor<16x64xi32, #blocked1>
      %v28 = tt.load %v27_25, %v25, %cst_2 : tensor<16x64x!tt.ptr<i32>, #blocked1>
      %v29 = arith.muli %v18, %cst_10 : tensor<16x64xi64, #blocked1>
      %v30 = arith.subi %v29, %cst_9 : tensor<16x64xi64, #blocked1>
      %v31 = arith.cmpi eq, %v30, %cst_8 : tensor<16x64xi64, #blocked1>
      %v32 = arith.xori %v30, %cst_7 : tensor<16x64xi64, #blocked1>
      %v33 = arith.select %v31, %v30, %v32 : tensor<16x64xi1, #blocked1>, tensor<16x64xi64, #blocked1>
      %v34 = arith.remsi %v33, %cst_6 : tensor<16x64xi64, #blocked1>
      %v35 = arith.extsi %v28 : tensor<16x64xi32, #blocked1> to tensor<16x64xi64, #blocked1>
      %v36 = arith.subi %v34, %v35 : tensor<16x64xi64, #blocked1>
      %v38 = arith.andi %v35, %cst_5 : tensor<16x64xi64, #blocked1>
      %v39 = arith.ori %v38, %cst_8 : tensor<16x64xi64, #blocked1>
      %v40 = arith.maxsi %v39, %cst_8 : tensor<16x64xi64, #blocked1>
      %v41 = arith.remsi %v36, %v40 : tensor<16x64xi64, #blocked1>
      %v47 = arith.addi %v46, %v3 : i32
      %v48 = arith.muli %v47, %c1024_i32 : i32
      %v50 = tt.splat %v48 : i32 -> tensor<16x64xi32, #blocked>
      %v50_26 = arith.addi %v50, %v45_22 : tensor<16x64xi32, #blocked>
      %v51_27 = tt.addptr %v51, %v50_26 : tensor<16x64x!tt.ptr<i64>, #blocked>, tensor<16x64xi32, #blocked>
      %0 = ttg.convert_layout %v41 : tensor<16x64xi64, #blocked1> -> tensor<16x64xi64, #blocked>
      tt.store %v51_27, %0 : tensor<16x64x!tt.ptr<i64>, #blocked>
    }
    %v53 = tt.addptr %out1, %v0 : !tt.ptr<i32>, i32
    tt.store %v53, %v0 : !tt.ptr<i32>
    tt.return
  }
}
