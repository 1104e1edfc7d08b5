#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 4], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out2: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<128xf32, #blocked>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<1xf32, #blocked>
    %c2_i32 = arith.constant 2 : i32
    %c1_i32 = arith.constant 1 : i32
    %c128_i32 = arith.constant 128 : i32
    %cst_1 = arith.constant dense<-2.000000e+00> : tensor<1x128xf32, #blocked1>
    %cst_2 = arith.constant dense<91> : tensor<128xi32, #blocked>
    %cst_3 = arith.constant dense<127> : tensor<128xi32, #blocked>
    %c0_i32 = arith.constant 0 : i32
    %c-1_i32 = arith.constant -1 : i32
    %v0 = tt.get_program_id x : i32
    %v3 = arith.remsi %v0, %c2_i32 : i32
    %v4 = arith.addi %v3, %c1_i32 : i32
    %v10 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
    %v11 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %v11_4 = tt.expand_dims %v11 {axis = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x128xi32, #blocked1>
    %v14 = arith.muli %v0, %c128_i32 : i32
    %v19 = tt.splat %in0 : !tt.ptr<f32> -> tensor<1x128x!tt.ptr<f32>, #blocked1>
    %v24 = arith.muli %v0, %c2_i32 : i32
    %v20 = ttg.local_alloc : () -> !ttg.memdesc<1x1x128xf32, #shared, #smem, mutable>
    %v7 = arith.cmpi sgt, %v4, %c0_i32 : i32
    %v17 = tt.splat %v14 : i32 -> tensor<1x128xi32, #blocked1>
    %v17_5 = arith.addi %v11_4, %v17 : tensor<1x128xi32, #blocked1>
    %v19_6 = tt.addptr %v19, %v17_5 : tensor<1x128x!tt.ptr<f32>, #blocked1>, tensor<1x128xi32, #blocked1>
    %v20_7 = ttg.memdesc_index %v20[%c0_i32] : !ttg.memdesc<1x1x128xf32, #shared, #smem, mutable> -> !ttg.memdesc<1x128xf32, #shared, #smem, mutable>
    %v7_8 = tt.splat %v7 : i1 -> tensor<1x128xi1, #blocked1>
    %v20_9 = ttg.async_copy_global_to_local %v19_6, %v20_7 mask %v7_8 : tensor<1x128x!tt.ptr<f32>, #blocked1> -> <1x128xf32, #shared, #smem, mutable>
    %v20_10 = ttg.async_commit_group tokens %v20_9
    %v7_11:3 = scf.for %v7_14 = %c0_i32 to %v4 step %c2_i32 iter_args(%v2 = %cst_0, %v7_15 = %c-1_i32, %v20_16 = %v20_10) -> (tensor<1xf32, #blocked>, i32, !ttg.async.token)  : i32 {
      %v7_17 = arith.addi %v3, %c-1_i32 : i32
      %v7_18 = arith.cmpi slt, %v7_14, %v7_17 : i32
      %v7_19 = arith.addi %v7_15, %c1_i32 : i32
      %v7_20 = arith.cmpi sge, %v7_19, %c1_i32 : i32
      %v7_21 = arith.select %v7_20, %c0_i32, %v7_19 : i32
      %v20_22 = ttg.async_wait %v20_16 {num = 0 : i32}
      %v20_23 = ttg.memdesc_index %v20[%v7_21] : !ttg.memdesc<1x1x128xf32, #shared, #smem, mutable> -> !ttg.memdesc<1x128xf32, #shared, #smem, mutable>
      %v20_24 = ttg.local_load %v20_23 token %v20_22 : !ttg.memdesc<1x128xf32, #shared, #smem, mutable> -> tensor<1x128xf32, #blocked1>
      %v21 = arith.negf %v20_24 : tensor<1x128xf32, #blocked1>
      %v22 = arith.subf %v21, %cst_1 : tensor<1x128xf32, #blocked1>
      %v25 = arith.addi %v24, %v7_14 : i32
      %v26 = arith.muli %v25, %c128_i32 : i32
      %v28 = tt.addptr %out0, %v26 : !tt.ptr<f32>, i32
      %v29 = tt.splat %v28 : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #blocked>
      %v29_25 = tt.addptr %v29, %v10 : tensor<128x!tt.ptr<f32>, #blocked>, tensor<128xi32, #blocked>
      tt.store %v29_25, %cst : tensor<128x!tt.ptr<f32>, #blocked>
      %v33 = arith.fptosi %v22 : tensor<1x128xf32, #blocked1> to tensor<1x128xi32, #blocked1>
      %v34 = "tt.reduce"(%v33) <{axis = 1 : i32}> ({
      ^bb0(%v34_34: i32, %v34_35: i32):
        %v34_36 = arith.addi %v34_34, %v34_35 : i32
        tt.reduce.return %v34_36 : i32
      }) : (tensor<1x128xi32, #blocked1>) -> tensor<1xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
      %v35 = ttg.convert_layout %v34 : tensor<1xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<1xi32, #blocked>
      %v35_26 = arith.sitofp %v35 : tensor<1xi32, #blocked> to tensor<1xf32, #blocked>
      %v36 = arith.addf %v2, %v35_26 : tensor<1xf32, #blocked>
      %v7_27 = arith.addi %v7_14, %c2_i32 : i32
      %v15 = arith.muli %v7_27, %c128_i32 : i32
      %v16 = arith.addi %v14, %v15 : i32
      %v17_28 = tt.splat %v16 : i32 -> tensor<1x128xi32, #blocked1>
      %v17_29 = arith.addi %v11_4, %v17_28 : tensor<1x128xi32, #blocked1>
      %v19_30 = tt.addptr %v19, %v17_29 : tensor<1x128x!tt.ptr<f32>, #blocked1>, tensor<1x128xi32, #blocked1>
      %v7_31 = tt.splat %v7_18 : i1 -> tensor<1x128xi1, #blocked1>
      %v20_32 = ttg.async_copy_global_to_local %v19_30, %v20_7 mask %v7_31 : tensor<1x128x!tt.ptr<f32>, #blocked1> -> <1x128xf32, #shared, #smem, mutable>
      %v20_33 = ttg.async_commit_group tokens %v20_32
      scf.yield %v36, %v7_21, %v20_33 : tensor<1xf32, #blocked>, i32, !ttg.async.token
    } {tt.num_stages = 2 : i32}
    %v7_12 = ttg.async_wait {num = 0 : i32}
    ttg.local_dealloc %v20 : !ttg.memdesc<1x1x128xf32, #shared, #smem, mutable>
    %v41 = arith.muli %v10, %cst_2 : tensor<128xi32, #blocked>
    %v42 = arith.andi %v41, %cst_3 : tensor<128xi32, #blocked>
    %v45 = tt.addptr %out1, %v14 : !tt.ptr<f32>, i32
    %v46 = tt.splat %v45 : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #blocked>
    %v46_13 = tt.addptr %v46, %v42 : tensor<128x!tt.ptr<f32>, #blocked>, tensor<128xi32, #blocked>
    tt.store %v46_13, %cst : tensor<128x!tt.ptr<f32>, #blocked>
    %v49 = tt.addptr %out2, %v0 : !tt.ptr<f32>, i32
    %v50 = tt.splat %v49 : !tt.ptr<f32> -> tensor<1x!tt.ptr<f32>, #blocked>
    tt.store %v50, %v7_11#0 : tensor<1x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
