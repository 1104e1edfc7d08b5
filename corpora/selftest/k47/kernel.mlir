#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<12> : tensor<4x1xi32, #blocked>
    %c16_i32 = arith.constant 16 : i32
    %c4_i32 = arith.constant 4 : i32
    %c0_i32 = arith.constant 0 : i32
    %c6_i32 = arith.constant 6 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<4xf32, #blocked1>
    %c-1_i32 = arith.constant -1 : i32
    %c2_i32 = arith.constant 2 : i32
    %cst_1 = arith.constant dense<true> : tensor<4x4xi1, #blocked>
    %v0 = tt.get_program_id x : i32
    %v5 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v5_2 = tt.expand_dims %v5 {axis = 1 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<4x1xi32, #blocked>
    %v7 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v7_3 = tt.expand_dims %v7 {axis = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x4xi32, #blocked>
    %v8 = arith.muli %v5_2, %cst : tensor<4x1xi32, #blocked>
    %v9 = tt.broadcast %v8 : tensor<4x1xi32, #blocked> -> tensor<4x4xi32, #blocked>
    %v9_4 = tt.broadcast %v7_3 : tensor<1x4xi32, #blocked> -> tensor<4x4xi32, #blocked>
    %v9_5 = arith.addi %v9, %v9_4 : tensor<4x4xi32, #blocked>
    %v10 = arith.muli %v0, %c16_i32 : i32
    %v15 = tt.splat %in0 : !tt.ptr<f32> -> tensor<4x4x!tt.ptr<f32>, #blocked>
    %v16 = ttg.local_alloc : () -> !ttg.memdesc<2x4x4xf32, #shared, #smem, mutable>
    %v13 = tt.splat %v10 : i32 -> tensor<4x4xi32, #blocked>
    %v13_6 = arith.addi %v9_5, %v13 : tensor<4x4xi32, #blocked>
    %v15_7 = tt.addptr %v15, %v13_6 : tensor<4x4x!tt.ptr<f32>, #blocked>, tensor<4x4xi32, #blocked>
    %v16_8 = ttg.memdesc_index %v16[%c0_i32] : !ttg.memdesc<2x4x4xf32, #shared, #smem, mutable> -> !ttg.memdesc<4x4xf32, #shared, #smem, mutable>
    %v16_9 = ttg.async_copy_global_to_local %v15_7, %v16_8 mask %cst_1 : tensor<4x4x!tt.ptr<f32>, #blocked> -> <4x4xf32, #shared, #smem, mutable>
    %v16_10 = ttg.async_commit_group tokens %v16_9
    %v12 = arith.addi %v10, %c16_i32 : i32
    %v13_11 = tt.splat %v12 : i32 -> tensor<4x4xi32, #blocked>
    %v13_12 = arith.addi %v9_5, %v13_11 : tensor<4x4xi32, #blocked>
    %v15_13 = tt.addptr %v15, %v13_12 : tensor<4x4x!tt.ptr<f32>, #blocked>, tensor<4x4xi32, #blocked>
    %v16_14 = ttg.memdesc_index %v16[%c1_i32] : !ttg.memdesc<2x4x4xf32, #shared, #smem, mutable> -> !ttg.memdesc<4x4xf32, #shared, #smem, mutable>
    %v16_15 = ttg.async_copy_global_to_local %v15_13, %v16_14 mask %cst_1 : tensor<4x4x!tt.ptr<f32>, #blocked> -> <4x4xf32, #shared, #smem, mutable>
    %v16_16 = ttg.async_commit_group tokens %v16_15
    %v3:5 = scf.for %v3_19 = %c0_i32 to %c6_i32 step %c1_i32 iter_args(%v1 = %cst_0, %v3_20 = %c1_i32, %v3_21 = %c-1_i32, %v16_22 = %v16_10, %v16_23 = %v16_16) -> (tensor<4xf32, #blocked1>, i32, i32, !ttg.async.token, !ttg.async.token)  : i32 {
      %v3_24 = arith.cmpi slt, %v3_19, %c4_i32 : i32
      %v3_25 = arith.addi %v3_21, %c1_i32 : i32
      %v3_26 = arith.cmpi sge, %v3_25, %c2_i32 : i32
      %v3_27 = arith.select %v3_26, %c0_i32, %v3_25 : i32
      %v16_28 = ttg.async_wait %v16_22 {num = 1 : i32}
      %v16_29 = ttg.memdesc_index %v16[%v3_27] : !ttg.memdesc<2x4x4xf32, #shared, #smem, mutable> -> !ttg.memdesc<4x4xf32, #shared, #smem, mutable>
      %v16_30 = ttg.local_load %v16_29 token %v16_28 : !ttg.memdesc<4x4xf32, #shared, #smem, mutable> -> tensor<4x4xf32, #blocked>
      %v17 = "tt.reduce"(%v16_30) <{axis = 1 : i32}> ({
      ^bb0(%v17_44: f32, %v17_45: f32):
        %v17_46 = arith.addf %v17_44, %v17_45 : f32
        tt.reduce.return %v17_46 : f32
      }) : (tensor<4x4xf32, #blocked>) -> tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
      %v18 = ttg.convert_layout %v17 : tensor<4xf32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<4xf32, #blocked1>
      %v18_31 = arith.addf %v1, %v18 : tensor<4xf32, #blocked1>
      %v3_32 = arith.addi %v3_20, %c1_i32 : i32
      %v3_33 = arith.cmpi sge, %v3_32, %c2_i32 : i32
      %v3_34 = arith.select %v3_33, %c0_i32, %v3_32 : i32
      %v3_35 = arith.addi %v3_19, %c2_i32 : i32
      %v11 = arith.muli %v3_35, %c16_i32 : i32
      %v12_36 = arith.addi %v10, %v11 : i32
      %v13_37 = tt.splat %v12_36 : i32 -> tensor<4x4xi32, #blocked>
      %v13_38 = arith.addi %v9_5, %v13_37 : tensor<4x4xi32, #blocked>
      %v15_39 = tt.addptr %v15, %v13_38 : tensor<4x4x!tt.ptr<f32>, #blocked>, tensor<4x4xi32, #blocked>
      %v16_40 = ttg.memdesc_index %v16[%v3_34] : !ttg.memdesc<2x4x4xf32, #shared, #smem, mutable> -> !ttg.memdesc<4x4xf32, #shared, #smem, mutable>
      %v3_41 = tt.splat %v3_24 : i1 -> tensor<4x4xi1, #blocked>
      %v16_42 = ttg.async_copy_global_to_local %v15_39, %v16_40 mask %v3_41 : tensor<4x4x!tt.ptr<f32>, #blocked> -> <4x4xf32, #shared, #smem, mutable>
      %v16_43 = ttg.async_commit_group tokens %v16_42
      scf.yield %v18_31, %v3_34, %v3_27, %v16_23, %v16_43 : tensor<4xf32, #blocked1>, i32, i32, !ttg.async.token, !ttg.async.token
    } {tt.num_stages = 3 : i32}
    %v3_17 = ttg.async_wait {num = 0 : i32}
    ttg.local_dealloc %v16 : !ttg.memdesc<2x4x4xf32, #shared, #smem, mutable>
    %v20 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #blocked1>
    %v21 = arith.muli %v0, %c4_i32 : i32
    %v23 = tt.addptr %out0, %v21 : !tt.ptr<f32>, i32
    %v24 = tt.splat %v23 : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>, #blocked1>
    %v24_18 = tt.addptr %v24, %v20 : tensor<4x!tt.ptr<f32>, #blocked1>, tensor<4xi32, #blocked1>
    tt.store %v24_18, %v3#0 : tensor<4x!tt.ptr<f32>, #blocked1>
    tt.return
  }
}
