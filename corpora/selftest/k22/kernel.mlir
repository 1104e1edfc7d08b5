#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1, 4], threadsPerWarp = [2, 16, 1, 1], warpsPerCTA = [4, 1, 1, 1], order = [3, 1, 2, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1, 1, 1, 4], threadsPerWarp = [2, 1, 16, 1], warpsPerCTA = [4, 1, 1, 1], order = [3, 2, 1, 0]}>
#blocked3 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf32, #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<16xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>}>>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %c2_i32 = arith.constant 2 : i32
    %c1_i32 = arith.constant 1 : i32
    %c1024_i32 = arith.constant 1024 : i32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<16x64xf32, #blocked1>
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c16_i32 = arith.constant 16 : i32
    %cst_3 = arith.constant dense<3643> : tensor<16x64xi32, #blocked1>
    %cst_4 = arith.constant dense<72> : tensor<16x1xi32, #blocked1>
    %c-1_i32 = arith.constant -1 : i32
    %v0 = tt.get_program_id x : i32
    %v3 = arith.remsi %v0, %c2_i32 : i32
    %v4 = arith.addi %v3, %c1_i32 : i32
    %v9 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v9_5 = tt.expand_dims %v9 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<16x1xi32, #blocked1>
    %v11 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v11_6 = tt.expand_dims %v11 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x64xi32, #blocked1>
    %v12 = arith.muli %v9_5, %cst_4 : tensor<16x1xi32, #blocked1>
    %v13 = tt.broadcast %v12 : tensor<16x1xi32, #blocked1> -> tensor<16x64xi32, #blocked1>
    %v13_7 = tt.broadcast %v11_6 : tensor<1x64xi32, #blocked1> -> tensor<16x64xi32, #blocked1>
    %v13_8 = arith.addi %v13, %v13_7 : tensor<16x64xi32, #blocked1>
    %v14 = arith.muli %v0, %c1024_i32 : i32
    %v20 = tt.splat %in0 : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>, #blocked1>
    %v21 = ttg.local_alloc : () -> !ttg.memdesc<1x16x64xf32, #shared, #smem, mutable>
    %v7 = arith.cmpi sgt, %v4, %c0_i32 : i32
    %v17 = tt.splat %v14 : i32 -> tensor<16x64xi32, #blocked1>
    %v17_9 = arith.addi %v13_8, %v17 : tensor<16x64xi32, #blocked1>
    %v18 = arith.cmpi sge, %v17_9, %cst_3 : tensor<16x64xi32, #blocked1>
    %v20_10 = tt.addptr %v20, %v17_9 : tensor<16x64x!tt.ptr<f32>, #blocked1>, tensor<16x64xi32, #blocked1>
    %v21_11 = ttg.memdesc_index %v21[%c0_i32] : !ttg.memdesc<1x16x64xf32, #shared, #smem, mutable> -> !ttg.memdesc<16x64xf32, #shared, #smem, mutable>
    %v7_12 = tt.splat %v7 : i1 -> tensor<16x64xi1, #blocked1>
    %v7_13 = arith.andi %v7_12, %v18 : tensor<16x64xi1, #blocked1>
    %v21_14 = ttg.async_copy_global_to_local %v20_10, %v21_11 mask %v7_13 other %cst_2 : tensor<16x64x!tt.ptr<f32>, #blocked1> -> <16x64xf32, #shared, #smem, mutable>
    %v21_15 = ttg.async_commit_group tokens %v21_14
    %v7_16:4 = scf.for %v7_21 = %c0_i32 to %v4 step %c2_i32 iter_args(%v2 = %cst_1, %v1 = %cst, %v7_22 = %c-1_i32, %v21_23 = %v21_15) -> (tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<16x16xf32, #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>, i32, !ttg.async.token)  : i32 {
      %v7_24 = arith.addi %v3, %c-1_i32 : i32
      %v7_25 = arith.cmpi slt, %v7_21, %v7_24 : i32
      %v7_26 = arith.addi %v7_22, %c1_i32 : i32
      %v7_27 = arith.cmpi sge, %v7_26, %c1_i32 : i32
      %v7_28 = arith.select %v7_27, %c0_i32, %v7_26 : i32
      %v21_29 = ttg.async_wait %v21_23 {num = 0 : i32}
      %v21_30 = ttg.memdesc_index %v21[%v7_28] : !ttg.memdesc<1x16x64xf32, #shared, #smem, mutable> -> !ttg.memdesc<16x64xf32, #shared, #smem, mutable>
      %v21_31 = ttg.local_load %v21_30 token %v21_29 : !ttg.memdesc<16x64xf32, #shared, #smem, mutable> -> tensor<16x64xf32, #blocked1>
      %v22_32 = tt.reshape %v21_31 : tensor<16x64xf32, #blocked1> -> tensor<16x1x16x4xf32, #blocked2>
      %v22_33 = tt.trans %v22_32 {order = array<i32: 0, 2, 1, 3>} : tensor<16x1x16x4xf32, #blocked2> -> tensor<16x16x1x4xf32, #blocked>
      %v22_34 = tt.reshape %v22_33 efficient_layout : tensor<16x16x1x4xf32, #blocked> -> tensor<16x16x4xf32, #ttg.slice<{dim = 2, parent = #blocked}>>
      %v22_35 = "tt.reduce"(%v22_34) <{axis = 2 : i32}> ({
      ^bb0(%v22_46: f32, %v22_47: f32):
        %v22_48 = arith.addf %v22_46, %v22_47 : f32
        tt.reduce.return %v22_48 : f32
      }) : (tensor<16x16x4xf32, #ttg.slice<{dim = 2, parent = #blocked}>>) -> tensor<16x16xf32, #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>
      %v23_36 = arith.addf %v1, %v22_35 : tensor<16x16xf32, #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>
      %v24 = "tt.reduce"(%v21_31) <{axis = 0 : i32}> ({
      ^bb0(%v24_46: f32, %v24_47: f32):
        %v24_48 = arith.addf %v24_46, %v24_47 : f32
        tt.reduce.return %v24_48 : f32
      }) : (tensor<16x64xf32, #blocked1>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
      %v25 = arith.addf %v2, %v24 : tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
      %v7_37 = arith.addi %v7_21, %c2_i32 : i32
      %v15 = arith.muli %v7_37, %c1024_i32 : i32
      %v16 = arith.addi %v14, %v15 : i32
      %v17_38 = tt.splat %v16 : i32 -> tensor<16x64xi32, #blocked1>
      %v17_39 = arith.addi %v13_8, %v17_38 : tensor<16x64xi32, #blocked1>
      %v18_40 = arith.cmpi sge, %v17_39, %cst_3 : tensor<16x64xi32, #blocked1>
      %v20_41 = tt.addptr %v20, %v17_39 : tensor<16x64x!tt.ptr<f32>, #blocked1>, tensor<16x64xi32, #blocked1>
      %v7_42 = tt.splat %v7_25 : i1 -> tensor<16x64xi1, #blocked1>
      %v7_43 = arith.andi %v7_42, %v18_40 : tensor<16x64xi1, #blocked1>
      %v21_44 = ttg.async_copy_global_to_local %v20_41, %v21_11 mask %v7_43 other %cst_2 : tensor<16x64x!tt.ptr<f32>, #blocked1> -> <16x64xf32, #shared, #smem, mutable>
      %v21_45 = ttg.async_commit_group tokens %v21_44
      scf.yield %v25, %v23_36, %v7_28, %v21_45 : tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<16x16xf32, #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>, i32, !ttg.async.token
    } {tt.num_stages = 2 : i32}
    %v7_17 = ttg.async_wait {num = 0 : i32}
    ttg.local_dealloc %v21 : !ttg.memdesc<1x16x64xf32, #shared, #smem, mutable>
    %v22 = "tt.reduce"(%v7_16#1) <{axis = 1 : i32}> ({
    ^bb0(%v22_21: f32, %v22_22: f32):
      %v22_23 = arith.addf %v22_21, %v22_22 : f32
      tt.reduce.return %v22_23 : f32
    }) : (tensor<16x16xf32, #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>>) -> tensor<16xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>}>>
    %v23 = arith.addf %v22, %cst_0 : tensor<16xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>}>>
    %v28 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #blocked3>
    %v29 = arith.muli %v0, %c16_i32 : i32
    %v31 = tt.addptr %out0, %v29 : !tt.ptr<f32>, i32
    %v32 = tt.splat %v31 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>, #blocked3>
    %v32_18 = tt.addptr %v32, %v28 : tensor<16x!tt.ptr<f32>, #blocked3>, tensor<16xi32, #blocked3>
    %0 = ttg.convert_layout %v23 : tensor<16xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.slice<{dim = 2, parent = #blocked}>}>}>> -> tensor<16xf32, #blocked3>
    tt.store %v32_18, %0 : tensor<16x!tt.ptr<f32>, #blocked3>
    %v33 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #blocked3>
    %v34 = arith.muli %v0, %c64_i32 : i32
    %v36 = tt.splat %v34 : i32 -> tensor<64xi32, #blocked3>
    %v36_19 = arith.addi %v36, %v33 : tensor<64xi32, #blocked3>
    %v37 = tt.splat %out1 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #blocked3>
    %v37_20 = tt.addptr %v37, %v36_19 : tensor<64x!tt.ptr<f32>, #blocked3>, tensor<64xi32, #blocked3>
    %1 = ttg.convert_layout %v7_16#0 : tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<64xf32, #blocked3>
    tt.store %v37_20, %1 : tensor<64x!tt.ptr<f32>, #blocked3>
    tt.return
  }
}
