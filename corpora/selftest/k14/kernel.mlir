#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<8> : tensor<4x1xi32, #blocked>
    %c32_i32 = arith.constant 32 : i32
    %c4_i32 = arith.constant 4 : i32
    %cst_0 = arith.constant dense<2> : tensor<8xi32, #blocked1>
    %c16_i32 = arith.constant 16 : i32
    %c0_i32 = arith.constant 0 : i32
    %c15_i32 = arith.constant 15 : i32
    %c3_i32 = arith.constant 3 : i32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<8xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %c-1_i32 = arith.constant -1 : i32
    %c1_i32 = arith.constant 1 : i32
    %c2_i32 = arith.constant 2 : i32
    %c96_i32 = arith.constant 96 : i32
    %c9_i32 = arith.constant 9 : i32
    %c6_i32 = arith.constant 6 : i32
    %cst_3 = arith.constant dense<true> : tensor<4x8xi1, #blocked>
    %v0 = tt.get_program_id x : i32
    %v8 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v8_4 = tt.expand_dims %v8 {axis = 1 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<4x1xi32, #blocked>
    %v10 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v10_5 = tt.expand_dims %v10 {axis = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x8xi32, #blocked>
    %v11 = arith.muli %v8_4, %cst : tensor<4x1xi32, #blocked>
    %v12 = tt.broadcast %v11 : tensor<4x1xi32, #blocked> -> tensor<4x8xi32, #blocked>
    %v12_6 = tt.broadcast %v10_5 : tensor<1x8xi32, #blocked> -> tensor<4x8xi32, #blocked>
    %v12_7 = arith.addi %v12, %v12_6 : tensor<4x8xi32, #blocked>
    %v13 = arith.muli %v0, %c32_i32 : i32
    %v18 = tt.splat %in0 : !tt.ptr<f32> -> tensor<4x8x!tt.ptr<f32>, #blocked>
    %v19 = ttg.local_alloc : () -> !ttg.memdesc<2x4x8xf32, #shared, #smem, mutable>
    %v16 = tt.splat %v13 : i32 -> tensor<4x8xi32, #blocked>
    %v16_8 = arith.addi %v12_7, %v16 : tensor<4x8xi32, #blocked>
    %v18_9 = tt.addptr %v18, %v16_8 : tensor<4x8x!tt.ptr<f32>, #blocked>, tensor<4x8xi32, #blocked>
    %v19_10 = ttg.memdesc_index %v19[%c0_i32] : !ttg.memdesc<2x4x8xf32, #shared, #smem, mutable> -> !ttg.memdesc<4x8xf32, #shared, #smem, mutable>
    %v19_11 = ttg.async_copy_global_to_local %v18_9, %v19_10 mask %cst_3 : tensor<4x8x!tt.ptr<f32>, #blocked> -> <4x8xf32, #shared, #smem, mutable>
    %v19_12 = ttg.async_commit_group tokens %v19_11
    %v15 = arith.addi %v13, %c96_i32 : i32
    %v16_13 = tt.splat %v15 : i32 -> tensor<4x8xi32, #blocked>
    %v16_14 = arith.addi %v12_7, %v16_13 : tensor<4x8xi32, #blocked>
    %v18_15 = tt.addptr %v18, %v16_14 : tensor<4x8x!tt.ptr<f32>, #blocked>, tensor<4x8xi32, #blocked>
    %v19_16 = ttg.memdesc_index %v19[%c1_i32] : !ttg.memdesc<2x4x8xf32, #shared, #smem, mutable> -> !ttg.memdesc<4x8xf32, #shared, #smem, mutable>
    %v19_17 = ttg.async_copy_global_to_local %v18_15, %v19_16 mask %cst_3 : tensor<4x8x!tt.ptr<f32>, #blocked> -> <4x8xf32, #shared, #smem, mutable>
    %v19_18 = ttg.async_commit_group tokens %v19_17
    %v6:6 = scf.for %v6_23 = %c0_i32 to %c15_i32 step %c3_i32 iter_args(%v1 = %cst_2, %v2 = %cst_1, %v6_24 = %c1_i32, %v6_25 = %c-1_i32, %v19_26 = %v19_12, %v19_27 = %v19_18) -> (tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<8xf32, #ttg.slice<{dim = 0, parent = #blocked}>>, i32, i32, !ttg.async.token, !ttg.async.token)  : i32 {
      %v6_28 = arith.cmpi slt, %v6_23, %c9_i32 : i32
      %v6_29 = arith.addi %v6_25, %c1_i32 : i32
      %v6_30 = arith.cmpi sge, %v6_29, %c2_i32 : i32
      %v6_31 = arith.select %v6_30, %c0_i32, %v6_29 : i32
      %v19_32 = ttg.async_wait %v19_26 {num = 1 : i32}
      %v19_33 = ttg.memdesc_index %v19[%v6_31] : !ttg.memdesc<2x4x8xf32, #shared, #smem, mutable> -> !ttg.memdesc<4x8xf32, #shared, #smem, mutable>
      %v19_34 = ttg.local_load %v19_33 token %v19_32 : !ttg.memdesc<4x8xf32, #shared, #smem, mutable> -> tensor<4x8xf32, #blocked>
      %v20 = "tt.reduce"(%v19_34) <{axis = 1 : i32}> ({
      ^bb0(%v20_47: f32, %v20_48: f32):
        %v20_49 = arith.addf %v20_47, %v20_48 : f32
        tt.reduce.return %v20_49 : f32
      }) : (tensor<4x8xf32, #blocked>) -> tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
      %v21 = arith.addf %v1, %v20 : tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
      %v22 = "tt.reduce"(%v19_34) <{axis = 0 : i32}> ({
      ^bb0(%v22_47: f32, %v22_48: f32):
        %v22_49 = arith.addf %v22_47, %v22_48 : f32
        tt.reduce.return %v22_49 : f32
      }) : (tensor<4x8xf32, #blocked>) -> tensor<8xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
      %v23 = arith.addf %v2, %v22 : tensor<8xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
      %v6_35 = arith.addi %v6_24, %c1_i32 : i32
      %v6_36 = arith.cmpi sge, %v6_35, %c2_i32 : i32
      %v6_37 = arith.select %v6_36, %c0_i32, %v6_35 : i32
      %v6_38 = arith.addi %v6_23, %c6_i32 : i32
      %v14 = arith.muli %v6_38, %c32_i32 : i32
      %v15_39 = arith.addi %v13, %v14 : i32
      %v16_40 = tt.splat %v15_39 : i32 -> tensor<4x8xi32, #blocked>
      %v16_41 = arith.addi %v12_7, %v16_40 : tensor<4x8xi32, #blocked>
      %v18_42 = tt.addptr %v18, %v16_41 : tensor<4x8x!tt.ptr<f32>, #blocked>, tensor<4x8xi32, #blocked>
      %v19_43 = ttg.memdesc_index %v19[%v6_37] : !ttg.memdesc<2x4x8xf32, #shared, #smem, mutable> -> !ttg.memdesc<4x8xf32, #shared, #smem, mutable>
      %v6_44 = tt.splat %v6_28 : i1 -> tensor<4x8xi1, #blocked>
      %v19_45 = ttg.async_copy_global_to_local %v18_42, %v19_43 mask %v6_44 : tensor<4x8x!tt.ptr<f32>, #blocked> -> <4x8xf32, #shared, #smem, mutable>
      %v19_46 = ttg.async_commit_group tokens %v19_45
      scf.yield %v21, %v23, %v6_37, %v6_31, %v19_27, %v19_46 : tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<8xf32, #ttg.slice<{dim = 0, parent = #blocked}>>, i32, i32, !ttg.async.token, !ttg.async.token
    } {tt.num_stages = 3 : i32}
    %v6_19 = ttg.async_wait {num = 0 : i32}
    ttg.local_dealloc %v19 : !ttg.memdesc<2x4x8xf32, #shared, #smem, mutable>
    %v26 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #blocked1>
    %v27 = arith.muli %v0, %c4_i32 : i32
    %v29 = tt.addptr %out0, %v27 : !tt.ptr<f32>, i32
    %v30 = tt.splat %v29 : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>, #blocked1>
    %v30_20 = tt.addptr %v30, %v26 : tensor<4x!tt.ptr<f32>, #blocked1>, tensor<4xi32, #blocked1>
    %0 = ttg.convert_layout %v6#0 : tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<4xf32, #blocked1>
    tt.store %v30_20, %0 : tensor<4x!tt.ptr<f32>, #blocked1>
    %v31 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #blocked1>
    %v32 = arith.muli %v31, %cst_0 : tensor<8xi32, #blocked1>
    %v33 = arith.muli %v0, %c16_i32 : i32
    %v35 = tt.splat %v33 : i32 -> tensor<8xi32, #blocked1>
    %v35_21 = arith.addi %v35, %v32 : tensor<8xi32, #blocked1>
    %v36 = tt.splat %out1 : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>, #blocked1>
    %v36_22 = tt.addptr %v36, %v35_21 : tensor<8x!tt.ptr<f32>, #blocked1>, tensor<8xi32, #blocked1>
    %1 = ttg.convert_layout %v6#1 : tensor<8xf32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<8xf32, #blocked1>
    tt.store %v36_22, %1 : tensor<8x!tt.ptr<f32>, #blocked1>
    tt.return
  }
}
