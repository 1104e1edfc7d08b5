#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i64> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<128> : tensor<2x1xi32, #blocked>
    %c64_i32 = arith.constant 64 : i32
    %cst_0 = arith.constant dense<-9223372036854775807> : tensor<2xi64, #blocked1>
    %cst_1 = arith.constant dense<2> : tensor<2xi32, #blocked1>
    %c4_i32 = arith.constant 4 : i32
    %c1_i32 = arith.constant 1 : i32
    %c2_i32 = arith.constant 2 : i32
    %c3_i32 = arith.constant 3 : i32
    %cst_2 = arith.constant dense<0> : tensor<2xi64, #blocked1>
    %c-1_i32 = arith.constant -1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c128_i32 = arith.constant 128 : i32
    %c192_i32 = arith.constant 192 : i32
    %v0 = tt.get_program_id x : i32
    %v2 = arith.remsi %v0, %c3_i32 : i32
    %v3 = arith.addi %v2, %c3_i32 : i32
    %v6 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #blocked1>
    %v7 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v7_3 = tt.expand_dims %v7 {axis = 1 : i32} : tensor<2xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<2x1xi32, #blocked>
    %v9 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v9_4 = tt.expand_dims %v9 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %v10 = arith.muli %v7_3, %cst : tensor<2x1xi32, #blocked>
    %v11 = tt.broadcast %v10 : tensor<2x1xi32, #blocked> -> tensor<2x32xi32, #blocked>
    %v11_5 = tt.broadcast %v9_4 : tensor<1x32xi32, #blocked> -> tensor<2x32xi32, #blocked>
    %v11_6 = arith.addi %v11, %v11_5 : tensor<2x32xi32, #blocked>
    %v12 = arith.muli %v0, %c64_i32 : i32
    %v17 = tt.splat %in0 : !tt.ptr<i64> -> tensor<2x32x!tt.ptr<i64>, #blocked>
    %v20 = arith.muli %v0, %c3_i32 : i32
    %v26 = tt.splat %out0 : !tt.ptr<i64> -> tensor<2x!tt.ptr<i64>, #blocked1>
    %v18 = ttg.local_alloc : () -> !ttg.memdesc<2x2x32xi64, #shared, #smem, mutable>
    %v5 = arith.cmpi sgt, %v3, %c2_i32 : i32
    %v14 = arith.addi %v12, %c128_i32 : i32
    %v15 = tt.splat %v14 : i32 -> tensor<2x32xi32, #blocked>
    %v15_7 = arith.addi %v11_6, %v15 : tensor<2x32xi32, #blocked>
    %v17_8 = tt.addptr %v17, %v15_7 : tensor<2x32x!tt.ptr<i64>, #blocked>, tensor<2x32xi32, #blocked>
    %v18_9 = ttg.memdesc_index %v18[%c0_i32] : !ttg.memdesc<2x2x32xi64, #shared, #smem, mutable> -> !ttg.memdesc<2x32xi64, #shared, #smem, mutable>
    %v5_10 = tt.splat %v5 : i1 -> tensor<2x32xi1, #blocked>
    %v18_11 = ttg.async_copy_global_to_local %v17_8, %v18_9 mask %v5_10 : tensor<2x32x!tt.ptr<i64>, #blocked> -> <2x32xi64, #shared, #smem, mutable>
    %v18_12 = ttg.async_commit_group tokens %v18_11
    %v5_13 = arith.cmpi sgt, %v3, %c3_i32 : i32
    %v14_14 = arith.addi %v12, %c192_i32 : i32
    %v15_15 = tt.splat %v14_14 : i32 -> tensor<2x32xi32, #blocked>
    %v15_16 = arith.addi %v11_6, %v15_15 : tensor<2x32xi32, #blocked>
    %v17_17 = tt.addptr %v17, %v15_16 : tensor<2x32x!tt.ptr<i64>, #blocked>, tensor<2x32xi32, #blocked>
    %v18_18 = ttg.memdesc_index %v18[%c1_i32] : !ttg.memdesc<2x2x32xi64, #shared, #smem, mutable> -> !ttg.memdesc<2x32xi64, #shared, #smem, mutable>
    %v5_19 = tt.splat %v5_13 : i1 -> tensor<2x32xi1, #blocked>
    %v18_20 = ttg.async_copy_global_to_local %v17_17, %v18_18 mask %v5_19 : tensor<2x32x!tt.ptr<i64>, #blocked> -> <2x32xi64, #shared, #smem, mutable>
    %v18_21 = ttg.async_commit_group tokens %v18_20
    %v5_22:5 = scf.for %v5_26 = %c2_i32 to %v3 step %c1_i32 iter_args(%v1 = %cst_2, %v5_27 = %c1_i32, %v5_28 = %c-1_i32, %v18_29 = %v18_12, %v18_30 = %v18_21) -> (tensor<2xi64, #blocked1>, i32, i32, !ttg.async.token, !ttg.async.token)  : i32 {
      %v5_31 = arith.addi %v2, %c1_i32 : i32
      %v5_32 = arith.cmpi slt, %v5_26, %v5_31 : i32
      %v5_33 = arith.addi %v5_28, %c1_i32 : i32
      %v5_34 = arith.cmpi sge, %v5_33, %c2_i32 : i32
      %v5_35 = arith.select %v5_34, %c0_i32, %v5_33 : i32
      %v18_36 = ttg.async_wait %v18_29 {num = 1 : i32}
      %v18_37 = ttg.memdesc_index %v18[%v5_35] : !ttg.memdesc<2x2x32xi64, #shared, #smem, mutable> -> !ttg.memdesc<2x32xi64, #shared, #smem, mutable>
      %v18_38 = ttg.local_load %v18_37 token %v18_36 : !ttg.memdesc<2x32xi64, #shared, #smem, mutable> -> tensor<2x32xi64, #blocked>
      %v21 = arith.subi %v5_26, %c2_i32 : i32
      %v22 = arith.addi %v20, %v21 : i32
      %v23 = arith.muli %v22, %c2_i32 : i32
      %v25 = tt.splat %v23 : i32 -> tensor<2xi32, #blocked1>
      %v25_39 = arith.addi %v25, %v6 : tensor<2xi32, #blocked1>
      %v26_40 = tt.addptr %v26, %v25_39 : tensor<2x!tt.ptr<i64>, #blocked1>, tensor<2xi32, #blocked1>
      tt.store %v26_40, %v1 : tensor<2x!tt.ptr<i64>, #blocked1>
      %v27 = "tt.reduce"(%v18_38) <{axis = 1 : i32}> ({
      ^bb0(%v27_54: i64, %v27_55: i64):
        %v27_56 = arith.addi %v27_54, %v27_55 : i64
        tt.reduce.return %v27_56 : i64
      }) : (tensor<2x32xi64, #blocked>) -> tensor<2xi64, #ttg.slice<{dim = 1, parent = #blocked}>>
      %v28 = ttg.convert_layout %v27 : tensor<2xi64, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<2xi64, #blocked1>
      %v28_41 = arith.addi %v1, %v28 : tensor<2xi64, #blocked1>
      %v5_42 = arith.addi %v5_27, %c1_i32 : i32
      %v5_43 = arith.cmpi sge, %v5_42, %c2_i32 : i32
      %v5_44 = arith.select %v5_43, %c0_i32, %v5_42 : i32
      %v5_45 = arith.addi %v5_26, %c2_i32 : i32
      %v13 = arith.muli %v5_45, %c64_i32 : i32
      %v14_46 = arith.addi %v12, %v13 : i32
      %v15_47 = tt.splat %v14_46 : i32 -> tensor<2x32xi32, #blocked>
      %v15_48 = arith.addi %v11_6, %v15_47 : tensor<2x32xi32, #blocked>
      %v17_49 = tt.addptr %v17, %v15_48 : tensor<2x32x!tt.ptr<i64>, #blocked>, tensor<2x32xi32, #blocked>
      %v18_50 = ttg.memdesc_index %v18[%v5_44] : !ttg.memdesc<2x2x32xi64, #shared, #smem, mutable> -> !ttg.memdesc<2x32xi64, #shared, #smem, mutable>
      %v5_51 = tt.splat %v5_32 : i1 -> tensor<2x32xi1, #blocked>
      %v18_52 = ttg.async_copy_global_to_local %v17_49, %v18_50 mask %v5_51 : tensor<2x32x!tt.ptr<i64>, #blocked> -> <2x32xi64, #shared, #smem, mutable>
      %v18_53 = ttg.async_commit_group tokens %v18_52
      scf.yield %v28_41, %v5_44, %v5_35, %v18_30, %v18_53 : tensor<2xi64, #blocked1>, i32, i32, !ttg.async.token, !ttg.async.token
    } {tt.num_stages = 3 : i32}
    %v5_23 = ttg.async_wait {num = 0 : i32}
    ttg.local_dealloc %v18 : !ttg.memdesc<2x2x32xi64, #shared, #smem, mutable>
    %v30 = arith.addi %v5_22#0, %cst_0 : tensor<2xi64, #blocked1>
    %v32 = arith.muli %v6, %cst_1 : tensor<2xi32, #blocked1>
    %v33 = arith.muli %v0, %c4_i32 : i32
    %v35 = tt.splat %v33 : i32 -> tensor<2xi32, #blocked1>
    %v35_24 = arith.addi %v35, %v32 : tensor<2xi32, #blocked1>
    %v36 = tt.splat %out1 : !tt.ptr<i64> -> tensor<2x!tt.ptr<i64>, #blocked1>
    %v36_25 = tt.addptr %v36, %v35_24 : tensor<2x!tt.ptr<i64>, #blocked1>, tensor<2xi32, #blocked1>
    tt.store %v36_25, %v30 : tensor<2x!tt.ptr<i64>, #blocked1>
    tt.return
  }
}
