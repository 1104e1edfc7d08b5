#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i8>, %in1: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i8>, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c2_i32 = arith.constant 2 : i32
    %cst = arith.constant dense<2> : tensor<1x2xi32, #blocked>
    %cst_0 = arith.constant dense<7> : tensor<1x2xi32, #blocked>
    %cst_1 = arith.constant dense<7> : tensor<1x2xi8, #blocked>
    %cst_2 = arith.constant dense<37> : tensor<1x2xi32, #blocked>
    %cst_3 = arith.constant dense<-1> : tensor<1x2xi8, #blocked>
    %c3_i32 = arith.constant 3 : i32
    %v0 = tt.get_program_id x : i32
    %v5 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v5_4 = tt.expand_dims %v5 {axis = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x2xi32, #blocked>
    %v6 = arith.muli %v5_4, %cst : tensor<1x2xi32, #blocked>
    %v8 = arith.muli %v0, %c2_i32 : i32
    %v9 = tt.splat %v8 : i32 -> tensor<1x2xi32, #blocked>
    %v9_5 = arith.addi %v6, %v9 : tensor<1x2xi32, #blocked>
    %v10 = arith.remsi %v9_5, %cst_0 : tensor<1x2xi32, #blocked>
    %v17 = tt.splat %in0 : !tt.ptr<i8> -> tensor<1x2x!tt.ptr<i8>, #blocked>
    %v17_6 = tt.addptr %v17, %v10 : tensor<1x2x!tt.ptr<i8>, #blocked>, tensor<1x2xi32, #blocked>
    %v18 = tt.load %v17_6 : tensor<1x2x!tt.ptr<i8>, #blocked>
    %v19 = arith.addi %v18, %cst_1 : tensor<1x2xi8, #blocked>
    %v21 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v21_7 = tt.expand_dims %v21 {axis = 1 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<2x1xi32, #blocked1>
    %v29 = tt.splat %v8 : i32 -> tensor<2x1xi32, #blocked1>
    %v29_8 = arith.addi %v21_7, %v29 : tensor<2x1xi32, #blocked1>
    %v31 = tt.splat %in1 : !tt.ptr<i8> -> tensor<2x1x!tt.ptr<i8>, #blocked1>
    %v31_9 = tt.addptr %v31, %v29_8 : tensor<2x1x!tt.ptr<i8>, #blocked1>, tensor<2x1xi32, #blocked1>
    %v32 = tt.load %v31_9 : tensor<2x1x!tt.ptr<i8>, #blocked1>
    %v33 = tt.trans %v32 {order = array<i32: 1, 0>} : tensor<2x1xi8, #blocked1> -> tensor<1x2xi8, #blocked>
    %v34 = arith.subi %v19, %v33 : tensor<1x2xi8, #blocked>
    %v37 = arith.addi %v10, %cst_2 : tensor<1x2xi32, #blocked>
    %v38 = arith.remsi %v37, %cst_0 : tensor<1x2xi32, #blocked>
    %v41 = arith.muli %v34, %cst_3 : tensor<1x2xi8, #blocked>
    %v42 = arith.andi %v38, %cst_0 : tensor<1x2xi32, #blocked>
    %v43 = arith.shli %v38, %v42 : tensor<1x2xi32, #blocked>
    %v47 = arith.muli %v0, %c3_i32 : i32
    %v49 = tt.splat %v47 : i32 -> tensor<1x2xi32, #blocked>
    %v49_10 = arith.addi %v49, %v5_4 : tensor<1x2xi32, #blocked>
    %v50 = tt.splat %out0 : !tt.ptr<i8> -> tensor<1x2x!tt.ptr<i8>, #blocked>
    %v50_11 = tt.addptr %v50, %v49_10 : tensor<1x2x!tt.ptr<i8>, #blocked>, tensor<1x2xi32, #blocked>
    tt.store %v50_11, %v41 : tensor<1x2x!tt.ptr<i8>, #blocked>
    %v54 = arith.addi %v9, %v5_4 : tensor<1x2xi32, #blocked>
    %v55 = tt.splat %out1 : !tt.ptr<i32> -> tensor<1x2x!tt.ptr<i32>, #blocked>
    %v55_12 = tt.addptr %v55, %v54 : tensor<1x2x!tt.ptr<i32>, #blocked>, tensor<1x2xi32, #blocked>
    tt.store %v55_12, %v43 : tensor<1x2x!tt.ptr<i32>, #blocked>
    tt.return
  }
}
