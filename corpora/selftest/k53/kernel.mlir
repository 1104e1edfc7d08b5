#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<3> : tensor<1x64xi32, #blocked>
    %cst_0 = arith.constant dense<1055> : tensor<2x64xi32, #blocked>
    %c2_i32 = arith.constant 2 : i32
    %c0_i32 = arith.constant 0 : i32
    %c5_i32 = arith.constant 5 : i32
    %c1_i32 = arith.constant 1 : i32
    %c6_i32 = arith.constant 6 : i32
    %cst_1 = arith.constant dense<-2> : tensor<2x64xi32, #blocked>
    %c128_i32 = arith.constant 128 : i32
    %cst_2 = arith.constant dense<0> : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %c-1_i32 = arith.constant -1 : i32
    %c4_i32 = arith.constant 4 : i32
    %v0 = tt.get_program_id x : i32
    %v1 = tt.get_program_id y : i32
    %v2 = arith.muli %v1, %c6_i32 : i32
    %v3 = arith.addi %v2, %v0 : i32
    %v9 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v9_3 = tt.expand_dims %v9 {axis = 1 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<2x1xi32, #blocked>
    %v11 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v11_4 = tt.expand_dims %v11 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xi32, #blocked>
    %v12 = arith.muli %v11_4, %cst : tensor<1x64xi32, #blocked>
    %v13 = tt.broadcast %v9_3 : tensor<2x1xi32, #blocked> -> tensor<2x64xi32, #blocked>
    %v13_5 = tt.broadcast %v12 : tensor<1x64xi32, #blocked> -> tensor<2x64xi32, #blocked>
    %v13_6 = arith.addi %v13, %v13_5 : tensor<2x64xi32, #blocked>
    %v14 = arith.muli %v3, %c128_i32 : i32
    %v20 = tt.splat %in0 : !tt.ptr<i32> -> tensor<2x64x!tt.ptr<i32>, #blocked>
    %v21 = ttg.local_alloc : () -> !ttg.memdesc<1x2x64xi32, #shared, #smem, mutable>
    %v17 = tt.splat %v14 : i32 -> tensor<2x64xi32, #blocked>
    %v17_7 = arith.addi %v13_6, %v17 : tensor<2x64xi32, #blocked>
    %v18 = arith.cmpi slt, %v17_7, %cst_0 : tensor<2x64xi32, #blocked>
    %v20_8 = tt.addptr %v20, %v17_7 : tensor<2x64x!tt.ptr<i32>, #blocked>, tensor<2x64xi32, #blocked>
    %v21_9 = ttg.memdesc_index %v21[%c0_i32] : !ttg.memdesc<1x2x64xi32, #shared, #smem, mutable> -> !ttg.memdesc<2x64xi32, #shared, #smem, mutable>
    %v21_10 = ttg.async_copy_global_to_local %v20_8, %v21_9 mask %v18 other %cst_1 : tensor<2x64x!tt.ptr<i32>, #blocked> -> <2x64xi32, #shared, #smem, mutable>
    %v21_11 = ttg.async_commit_group tokens %v21_10
    %v7:4 = scf.for %v7_14 = %c0_i32 to %c5_i32 step %c1_i32 iter_args(%v4 = %cst_2, %v7_15 = %c-1_i32, %v21_16 = %v21_11, %v18_17 = %v18) -> (tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>, i32, !ttg.async.token, tensor<2x64xi1, #blocked>)  : i32 {
      %v7_18 = arith.cmpi slt, %v7_14, %c4_i32 : i32
      %v7_19 = arith.addi %v7_15, %c1_i32 : i32
      %v7_20 = arith.cmpi sge, %v7_19, %c1_i32 : i32
      %v7_21 = arith.select %v7_20, %c0_i32, %v7_19 : i32
      %v21_22 = ttg.async_wait %v21_16 {num = 0 : i32}
      %v21_23 = ttg.memdesc_index %v21[%v7_21] : !ttg.memdesc<1x2x64xi32, #shared, #smem, mutable> -> !ttg.memdesc<2x64xi32, #shared, #smem, mutable>
      %v21_24 = ttg.local_load %v21_23 token %v21_22 : !ttg.memdesc<2x64xi32, #shared, #smem, mutable> -> tensor<2x64xi32, #blocked>
      %v21_25 = arith.select %v18_17, %v21_24, %cst_1 : tensor<2x64xi1, #blocked>, tensor<2x64xi32, #blocked>
      %v22 = "tt.reduce"(%v21_25) <{axis = 1 : i32}> ({
      ^bb0(%v22_35: i32, %v22_36: i32):
        %v22_37 = arith.addi %v22_35, %v22_36 : i32
        tt.reduce.return %v22_37 : i32
      }) : (tensor<2x64xi32, #blocked>) -> tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
      %v23 = arith.addi %v4, %v22 : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
      %v7_26 = arith.addi %v7_14, %c1_i32 : i32
      %v15 = arith.muli %v7_26, %c128_i32 : i32
      %v16 = arith.addi %v14, %v15 : i32
      %v17_27 = tt.splat %v16 : i32 -> tensor<2x64xi32, #blocked>
      %v17_28 = arith.addi %v13_6, %v17_27 : tensor<2x64xi32, #blocked>
      %v18_29 = arith.cmpi slt, %v17_28, %cst_0 : tensor<2x64xi32, #blocked>
      %v20_30 = tt.addptr %v20, %v17_28 : tensor<2x64x!tt.ptr<i32>, #blocked>, tensor<2x64xi32, #blocked>
      %v7_31 = tt.splat %v7_18 : i1 -> tensor<2x64xi1, #blocked>
      %v7_32 = arith.andi %v7_31, %v18_29 : tensor<2x64xi1, #blocked>
      %v21_33 = ttg.async_copy_global_to_local %v20_30, %v21_9 mask %v7_32 other %cst_1 : tensor<2x64x!tt.ptr<i32>, #blocked> -> <2x64xi32, #shared, #smem, mutable>
      %v21_34 = ttg.async_commit_group tokens %v21_33
      scf.yield %v23, %v7_21, %v21_34, %v18_29 : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>, i32, !ttg.async.token, tensor<2x64xi1, #blocked>
    } {tt.num_stages = 2 : i32}
    %v7_12 = ttg.async_wait {num = 0 : i32}
    ttg.local_dealloc %v21 : !ttg.memdesc<1x2x64xi32, #shared, #smem, mutable>
    %v25 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #blocked1>
    %v26 = arith.muli %v3, %c2_i32 : i32
    %v28 = tt.addptr %out0, %v26 : !tt.ptr<i32>, i32
    %v29 = tt.splat %v28 : !tt.ptr<i32> -> tensor<2x!tt.ptr<i32>, #blocked1>
    %v29_13 = tt.addptr %v29, %v25 : tensor<2x!tt.ptr<i32>, #blocked1>, tensor<2xi32, #blocked1>
    %0 = ttg.convert_layout %v7#0 : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<2xi32, #blocked1>
    tt.store %v29_13, %0 : tensor<2x!tt.ptr<i32>, #blocked1>
    tt.return
  }
}
