#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [0, 1]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked3 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [0, 1]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<2x1xf32, #blocked>
    %c2_i32 = arith.constant 2 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c-1_i32 = arith.constant -1 : i32
    %v0 = tt.get_program_id x : i32
    %v2 = arith.remsi %v0, %c2_i32 : i32
    %v3 = arith.addi %v2, %c1_i32 : i32
    %v7 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %v7_0 = tt.expand_dims %v7 {axis = 1 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<2x1xi32, #blocked1>
    %v12 = arith.muli %v0, %c2_i32 : i32
    %v17 = tt.splat %in0 : !tt.ptr<f32> -> tensor<2x1x!tt.ptr<f32>, #blocked1>
    %v20 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>
    %v20_1 = tt.expand_dims %v20 {axis = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked2}>> -> tensor<1x2xi32, #blocked2>
    %v28 = tt.splat %in1 : !tt.ptr<f32> -> tensor<1x2x!tt.ptr<f32>, #blocked2>
    %v18 = ttg.local_alloc : () -> !ttg.memdesc<1x2x1xf32, #shared, #smem, mutable>
    %v29 = ttg.local_alloc : () -> !ttg.memdesc<1x1x2xf32, #shared, #smem, mutable>
    %v5 = arith.cmpi sgt, %v3, %c0_i32 : i32
    %v15 = tt.splat %v12 : i32 -> tensor<2x1xi32, #blocked1>
    %v15_2 = arith.addi %v7_0, %v15 : tensor<2x1xi32, #blocked1>
    %v17_3 = tt.addptr %v17, %v15_2 : tensor<2x1x!tt.ptr<f32>, #blocked1>, tensor<2x1xi32, #blocked1>
    %v18_4 = ttg.memdesc_index %v18[%c0_i32] : !ttg.memdesc<1x2x1xf32, #shared, #smem, mutable> -> !ttg.memdesc<2x1xf32, #shared, #smem, mutable>
    %v5_5 = tt.splat %v5 : i1 -> tensor<2x1xi1, #blocked1>
    %v18_6 = ttg.async_copy_global_to_local %v17_3, %v18_4 mask %v5_5 : tensor<2x1x!tt.ptr<f32>, #blocked1> -> <2x1xf32, #shared, #smem, mutable>
    %v18_7 = ttg.async_commit_group tokens %v18_6
    %v26 = tt.splat %v12 : i32 -> tensor<1x2xi32, #blocked2>
    %v26_8 = arith.addi %v20_1, %v26 : tensor<1x2xi32, #blocked2>
    %v28_9 = tt.addptr %v28, %v26_8 : tensor<1x2x!tt.ptr<f32>, #blocked2>, tensor<1x2xi32, #blocked2>
    %v29_10 = ttg.memdesc_index %v29[%c0_i32] : !ttg.memdesc<1x1x2xf32, #shared, #smem, mutable> -> !ttg.memdesc<1x2xf32, #shared, #smem, mutable>
    %v5_11 = tt.splat %v5 : i1 -> tensor<1x2xi1, #blocked2>
    %v29_12 = ttg.async_copy_global_to_local %v28_9, %v29_10 mask %v5_11 : tensor<1x2x!tt.ptr<f32>, #blocked2> -> <1x2xf32, #shared, #smem, mutable>
    %v29_13 = ttg.async_commit_group tokens %v29_12
    %v5_14:4 = scf.for %v5_17 = %c0_i32 to %v3 step %c1_i32 iter_args(%v1 = %cst, %v5_18 = %c-1_i32, %v18_19 = %v18_7, %v29_20 = %v29_13) -> (tensor<2x1xf32, #blocked>, i32, !ttg.async.token, !ttg.async.token)  : i32 {
      %v5_21 = arith.cmpi slt, %v5_17, %v2 : i32
      %v5_22 = arith.addi %v5_18, %c1_i32 : i32
      %v5_23 = arith.cmpi sge, %v5_22, %c1_i32 : i32
      %v5_24 = arith.select %v5_23, %c0_i32, %v5_22 : i32
      %v18_25 = ttg.async_wait %v18_19, %v29_20 {num = 0 : i32}
      %v18_26 = ttg.memdesc_index %v18[%v5_24] : !ttg.memdesc<1x2x1xf32, #shared, #smem, mutable> -> !ttg.memdesc<2x1xf32, #shared, #smem, mutable>
      %v18_27 = ttg.local_load %v18_26 token %v18_25 : !ttg.memdesc<2x1xf32, #shared, #smem, mutable> -> tensor<2x1xf32, #blocked>
      %v29_28 = ttg.memdesc_index %v29[%v5_24] : !ttg.memdesc<1x1x2xf32, #shared, #smem, mutable> -> !ttg.memdesc<1x2xf32, #shared, #smem, mutable>
      %v29_29 = ttg.local_load %v29_28 token %v18_25 : !ttg.memdesc<1x2xf32, #shared, #smem, mutable> -> tensor<1x2xf32, #blocked3>
      %v30 = tt.trans %v29_29 {order = array<i32: 1, 0>} : tensor<1x2xf32, #blocked3> -> tensor<2x1xf32, #blocked>
      %v31 = arith.mulf %v18_27, %v30 : tensor<2x1xf32, #blocked>
      %v32 = arith.addf %v1, %v31 : tensor<2x1xf32, #blocked>
      %v5_30 = arith.addi %v5_17, %c1_i32 : i32
      %v13 = arith.muli %v5_30, %c2_i32 : i32
      %v14 = arith.addi %v12, %v13 : i32
      %v15_31 = tt.splat %v14 : i32 -> tensor<2x1xi32, #blocked1>
      %v15_32 = arith.addi %v7_0, %v15_31 : tensor<2x1xi32, #blocked1>
      %v17_33 = tt.addptr %v17, %v15_32 : tensor<2x1x!tt.ptr<f32>, #blocked1>, tensor<2x1xi32, #blocked1>
      %v5_34 = tt.splat %v5_21 : i1 -> tensor<2x1xi1, #blocked1>
      %v18_35 = ttg.async_copy_global_to_local %v17_33, %v18_4 mask %v5_34 : tensor<2x1x!tt.ptr<f32>, #blocked1> -> <2x1xf32, #shared, #smem, mutable>
      %v18_36 = ttg.async_commit_group tokens %v18_35
      %v26_37 = tt.splat %v14 : i32 -> tensor<1x2xi32, #blocked2>
      %v26_38 = arith.addi %v20_1, %v26_37 : tensor<1x2xi32, #blocked2>
      %v28_39 = tt.addptr %v28, %v26_38 : tensor<1x2x!tt.ptr<f32>, #blocked2>, tensor<1x2xi32, #blocked2>
      %v5_40 = tt.splat %v5_21 : i1 -> tensor<1x2xi1, #blocked2>
      %v29_41 = ttg.async_copy_global_to_local %v28_39, %v29_10 mask %v5_40 : tensor<1x2x!tt.ptr<f32>, #blocked2> -> <1x2xf32, #shared, #smem, mutable>
      %v29_42 = ttg.async_commit_group tokens %v29_41
      scf.yield %v32, %v5_24, %v18_36, %v29_42 : tensor<2x1xf32, #blocked>, i32, !ttg.async.token, !ttg.async.token
    } {tt.num_stages = 2 : i32}
    %v5_15 = ttg.async_wait {num = 0 : i32}
    ttg.local_dealloc %v29 : !ttg.memdesc<1x1x2xf32, #shared, #smem, mutable>
    ttg.local_dealloc %v18 : !ttg.memdesc<1x2x1xf32, #shared, #smem, mutable>
    %v42 = tt.splat %out0 : !tt.ptr<f32> -> tensor<2x1x!tt.ptr<f32>, #blocked1>
    %v42_16 = tt.addptr %v42, %v15_2 : tensor<2x1x!tt.ptr<f32>, #blocked1>, tensor<2x1xi32, #blocked1>
    %0 = ttg.convert_layout %v5_14#0 : tensor<2x1xf32, #blocked> -> tensor<2x1xf32, #blocked1>
    tt.store %v42_16, %0 : tensor<2x1x!tt.ptr<f32>, #blocked1>
    tt.return
  }
}
