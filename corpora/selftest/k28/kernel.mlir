#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<12> : tensor<8x1xi32, #blocked>
    %cst_0 = arith.constant dense<128> : tensor<8x1xi32, #blocked>
    %cst_1 = arith.constant dense<1023> : tensor<8x8xi32, #blocked>
    %cst_2 = arith.constant dense<0> : tensor<8x8xi32, #blocked>
    %cst_3 = arith.constant dense<5> : tensor<8x1xi32, #blocked>
    %cst_4 = arith.constant dense<7> : tensor<8x1xi32, #blocked>
    %cst_5 = arith.constant dense<8> : tensor<8x1xi32, #blocked>
    %c64_i32 = arith.constant 64 : i32
    %c4_i32 = arith.constant 4 : i32
    %c1_i32 = arith.constant 1 : i32
    %c37_i32 = arith.constant 37 : i32
    %c2_i32 = arith.constant 2 : i32
    %c-1_i32 = arith.constant -1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c3_i32 = arith.constant 3 : i32
    %c74_i32 = arith.constant 74 : i32
    %c111_i32 = arith.constant 111 : i32
    %c148_i32 = arith.constant 148 : i32
    %cst_6 = arith.constant dense<true> : tensor<8x8xi1, #blocked>
    %cst_7 = arith.constant dense<false> : tensor<8x8xi1, #blocked>
    %v0 = tt.get_program_id x : i32
    %v1 = tt.get_program_id y : i32
    %v2 = tt.get_num_programs x : i32
    %v3 = arith.muli %v1, %v2 : i32
    %v4 = arith.addi %v3, %v0 : i32
    %v7 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v7_8 = tt.expand_dims %v7 {axis = 1 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<8x1xi32, #blocked>
    %v9 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v9_9 = tt.expand_dims %v9 {axis = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x8xi32, #blocked>
    %v10 = arith.muli %v4, %c37_i32 : i32
    %v17 = tt.broadcast %v9_9 : tensor<1x8xi32, #blocked> -> tensor<8x8xi32, #blocked>
    %v19 = tt.splat %in0 : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>, #blocked>
    %v28 = tt.splat %in1 : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>, #blocked>
    %v32 = arith.muli %v7_8, %cst_3 : tensor<8x1xi32, #blocked>
    %v33 = arith.andi %v32, %cst_4 : tensor<8x1xi32, #blocked>
    %v34 = arith.muli %v33, %cst_5 : tensor<8x1xi32, #blocked>
    %v35 = tt.broadcast %v34 : tensor<8x1xi32, #blocked> -> tensor<8x8xi32, #blocked>
    %v35_10 = arith.addi %v35, %v17 : tensor<8x8xi32, #blocked>
    %v36 = arith.muli %v4, %c2_i32 : i32
    %v20 = ttg.local_alloc : () -> !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable>
    %v29 = ttg.local_alloc : () -> !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable>
    %v12 = arith.addi %v10, %c74_i32 : i32
    %v13 = tt.splat %v12 : i32 -> tensor<8x1xi32, #blocked>
    %v13_11 = arith.addi %v7_8, %v13 : tensor<8x1xi32, #blocked>
    %v14 = arith.divsi %v13_11, %cst : tensor<8x1xi32, #blocked>
    %v15 = arith.remsi %v13_11, %cst : tensor<8x1xi32, #blocked>
    %v16 = arith.muli %v15, %cst_0 : tensor<8x1xi32, #blocked>
    %v17_12 = tt.broadcast %v16 : tensor<8x1xi32, #blocked> -> tensor<8x8xi32, #blocked>
    %v17_13 = arith.addi %v17_12, %v17 : tensor<8x8xi32, #blocked>
    %v19_14 = tt.addptr %v19, %v17_13 : tensor<8x8x!tt.ptr<i32>, #blocked>, tensor<8x8xi32, #blocked>
    %v20_15 = ttg.memdesc_index %v20[%c0_i32] : !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable> -> !ttg.memdesc<8x8xi32, #shared, #smem, mutable>
    %v20_16 = ttg.async_copy_global_to_local %v19_14, %v20_15 mask %cst_6 {contiguity = 2 : i32} : tensor<8x8x!tt.ptr<i32>, #blocked> -> <8x8xi32, #shared, #smem, mutable>
    %v20_17 = ttg.async_commit_group tokens %v20_16
    %v21 = arith.muli %v14, %cst_0 : tensor<8x1xi32, #blocked>
    %v22 = arith.addi %v21, %v15 : tensor<8x1xi32, #blocked>
    %v23 = arith.muli %v22, %cst_0 : tensor<8x1xi32, #blocked>
    %v24 = tt.broadcast %v23 : tensor<8x1xi32, #blocked> -> tensor<8x8xi32, #blocked>
    %v24_18 = arith.addi %v24, %v17 : tensor<8x8xi32, #blocked>
    %v25 = arith.minsi %v24_18, %cst_1 : tensor<8x8xi32, #blocked>
    %v26 = arith.maxsi %v25, %cst_2 : tensor<8x8xi32, #blocked>
    %v28_19 = tt.addptr %v28, %v26 : tensor<8x8x!tt.ptr<i32>, #blocked>, tensor<8x8xi32, #blocked>
    %v29_20 = ttg.memdesc_index %v29[%c0_i32] : !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable> -> !ttg.memdesc<8x8xi32, #shared, #smem, mutable>
    %v29_21 = ttg.async_copy_global_to_local %v28_19, %v29_20 mask %cst_6 : tensor<8x8x!tt.ptr<i32>, #blocked> -> <8x8xi32, #shared, #smem, mutable>
    %v29_22 = ttg.async_commit_group tokens %v29_21
    %v12_23 = arith.addi %v10, %c111_i32 : i32
    %v13_24 = tt.splat %v12_23 : i32 -> tensor<8x1xi32, #blocked>
    %v13_25 = arith.addi %v7_8, %v13_24 : tensor<8x1xi32, #blocked>
    %v14_26 = arith.divsi %v13_25, %cst : tensor<8x1xi32, #blocked>
    %v15_27 = arith.remsi %v13_25, %cst : tensor<8x1xi32, #blocked>
    %v16_28 = arith.muli %v15_27, %cst_0 : tensor<8x1xi32, #blocked>
    %v17_29 = tt.broadcast %v16_28 : tensor<8x1xi32, #blocked> -> tensor<8x8xi32, #blocked>
    %v17_30 = arith.addi %v17_29, %v17 : tensor<8x8xi32, #blocked>
    %v19_31 = tt.addptr %v19, %v17_30 : tensor<8x8x!tt.ptr<i32>, #blocked>, tensor<8x8xi32, #blocked>
    %v20_32 = ttg.memdesc_index %v20[%c1_i32] : !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable> -> !ttg.memdesc<8x8xi32, #shared, #smem, mutable>
    %v20_33 = ttg.async_copy_global_to_local %v19_31, %v20_32 mask %cst_6 {contiguity = 2 : i32} : tensor<8x8x!tt.ptr<i32>, #blocked> -> <8x8xi32, #shared, #smem, mutable>
    %v20_34 = ttg.async_commit_group tokens %v20_33
    %v21_35 = arith.muli %v14_26, %cst_0 : tensor<8x1xi32, #blocked>
    %v22_36 = arith.addi %v21_35, %v15_27 : tensor<8x1xi32, #blocked>
    %v23_37 = arith.muli %v22_36, %cst_0 : tensor<8x1xi32, #blocked>
    %v24_38 = tt.broadcast %v23_37 : tensor<8x1xi32, #blocked> -> tensor<8x8xi32, #blocked>
    %v24_39 = arith.addi %v24_38, %v17 : tensor<8x8xi32, #blocked>
    %v25_40 = arith.minsi %v24_39, %cst_1 : tensor<8x8xi32, #blocked>
    %v26_41 = arith.maxsi %v25_40, %cst_2 : tensor<8x8xi32, #blocked>
    %v28_42 = tt.addptr %v28, %v26_41 : tensor<8x8x!tt.ptr<i32>, #blocked>, tensor<8x8xi32, #blocked>
    %v29_43 = ttg.memdesc_index %v29[%c1_i32] : !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable> -> !ttg.memdesc<8x8xi32, #shared, #smem, mutable>
    %v29_44 = ttg.async_copy_global_to_local %v28_42, %v29_43 mask %cst_6 : tensor<8x8x!tt.ptr<i32>, #blocked> -> <8x8xi32, #shared, #smem, mutable>
    %v29_45 = ttg.async_commit_group tokens %v29_44
    %v12_46 = arith.addi %v10, %c148_i32 : i32
    %v13_47 = tt.splat %v12_46 : i32 -> tensor<8x1xi32, #blocked>
    %v13_48 = arith.addi %v7_8, %v13_47 : tensor<8x1xi32, #blocked>
    %v14_49 = arith.divsi %v13_48, %cst : tensor<8x1xi32, #blocked>
    %v15_50 = arith.remsi %v13_48, %cst : tensor<8x1xi32, #blocked>
    %v16_51 = arith.muli %v15_50, %cst_0 : tensor<8x1xi32, #blocked>
    %v17_52 = tt.broadcast %v16_51 : tensor<8x1xi32, #blocked> -> tensor<8x8xi32, #blocked>
    %v17_53 = arith.addi %v17_52, %v17 : tensor<8x8xi32, #blocked>
    %v19_54 = tt.addptr %v19, %v17_53 : tensor<8x8x!tt.ptr<i32>, #blocked>, tensor<8x8xi32, #blocked>
    %v20_55 = ttg.memdesc_index %v20[%c2_i32] : !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable> -> !ttg.memdesc<8x8xi32, #shared, #smem, mutable>
    %v20_56 = ttg.async_copy_global_to_local %v19_54, %v20_55 mask %cst_7 {contiguity = 2 : i32} : tensor<8x8x!tt.ptr<i32>, #blocked> -> <8x8xi32, #shared, #smem, mutable>
    %v20_57 = ttg.async_commit_group tokens %v20_56
    %v21_58 = arith.muli %v14_49, %cst_0 : tensor<8x1xi32, #blocked>
    %v22_59 = arith.addi %v21_58, %v15_50 : tensor<8x1xi32, #blocked>
    %v23_60 = arith.muli %v22_59, %cst_0 : tensor<8x1xi32, #blocked>
    %v24_61 = tt.broadcast %v23_60 : tensor<8x1xi32, #blocked> -> tensor<8x8xi32, #blocked>
    %v24_62 = arith.addi %v24_61, %v17 : tensor<8x8xi32, #blocked>
    %v25_63 = arith.minsi %v24_62, %cst_1 : tensor<8x8xi32, #blocked>
    %v26_64 = arith.maxsi %v25_63, %cst_2 : tensor<8x8xi32, #blocked>
    %v28_65 = tt.addptr %v28, %v26_64 : tensor<8x8x!tt.ptr<i32>, #blocked>, tensor<8x8xi32, #blocked>
    %v29_66 = ttg.memdesc_index %v29[%c2_i32] : !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable> -> !ttg.memdesc<8x8xi32, #shared, #smem, mutable>
    %v29_67 = ttg.async_copy_global_to_local %v28_65, %v29_66 mask %cst_7 : tensor<8x8x!tt.ptr<i32>, #blocked> -> <8x8xi32, #shared, #smem, mutable>
    %v29_68 = ttg.async_commit_group tokens %v29_67
    %0:8 = scf.for %arg4 = %c2_i32 to %c4_i32 step %c1_i32 iter_args(%arg5 = %c2_i32, %arg6 = %c-1_i32, %v20_69 = %v20_17, %v20_70 = %v20_34, %v20_71 = %v20_57, %v29_72 = %v29_22, %v29_73 = %v29_45, %v29_74 = %v29_68) -> (i32, i32, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.async.token)  : i32 {
      %2 = arith.cmpi slt, %arg4, %c1_i32 : i32
      %3 = arith.addi %arg6, %c1_i32 : i32
      %4 = arith.cmpi sge, %3, %c3_i32 : i32
      %5 = arith.select %4, %c0_i32, %3 : i32
      %v20_75 = ttg.async_wait %v20_69, %v29_72 {num = 4 : i32}
      %v20_76 = ttg.memdesc_index %v20[%5] : !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable> -> !ttg.memdesc<8x8xi32, #shared, #smem, mutable>
      %v20_77 = ttg.local_load %v20_76 token %v20_75 : !ttg.memdesc<8x8xi32, #shared, #smem, mutable> -> tensor<8x8xi32, #blocked>
      %v29_78 = ttg.memdesc_index %v29[%5] : !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable> -> !ttg.memdesc<8x8xi32, #shared, #smem, mutable>
      %v29_79 = ttg.local_load %v29_78 token %v20_75 : !ttg.memdesc<8x8xi32, #shared, #smem, mutable> -> tensor<8x8xi32, #blocked>
      %v31 = arith.addi %v20_77, %v29_79 : tensor<8x8xi32, #blocked>
      %v37 = arith.subi %arg4, %c2_i32 : i32
      %v38 = arith.addi %v36, %v37 : i32
      %v39 = arith.muli %v38, %c64_i32 : i32
      %v41 = tt.addptr %out0, %v39 : !tt.ptr<i32>, i32
      %v42 = tt.splat %v41 : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>, #blocked>
      %v42_80 = tt.addptr %v42, %v35_10 : tensor<8x8x!tt.ptr<i32>, #blocked>, tensor<8x8xi32, #blocked>
      tt.store %v42_80, %v31 : tensor<8x8x!tt.ptr<i32>, #blocked>
      %6 = arith.addi %arg5, %c1_i32 : i32
      %7 = arith.cmpi sge, %6, %c3_i32 : i32
      %8 = arith.select %7, %c0_i32, %6 : i32
      %9 = arith.addi %arg4, %c3_i32 : i32
      %v11 = arith.muli %9, %c37_i32 : i32
      %v12_81 = arith.addi %v10, %v11 : i32
      %v13_82 = tt.splat %v12_81 : i32 -> tensor<8x1xi32, #blocked>
      %v13_83 = arith.addi %v7_8, %v13_82 : tensor<8x1xi32, #blocked>
      %v14_84 = arith.divsi %v13_83, %cst : tensor<8x1xi32, #blocked>
      %v15_85 = arith.remsi %v13_83, %cst : tensor<8x1xi32, #blocked>
      %v16_86 = arith.muli %v15_85, %cst_0 : tensor<8x1xi32, #blocked>
      %v17_87 = tt.broadcast %v16_86 : tensor<8x1xi32, #blocked> -> tensor<8x8xi32, #blocked>
      %v17_88 = arith.addi %v17_87, %v17 : tensor<8x8xi32, #blocked>
      %v19_89 = tt.addptr %v19, %v17_88 : tensor<8x8x!tt.ptr<i32>, #blocked>, tensor<8x8xi32, #blocked>
      %v20_90 = ttg.memdesc_index %v20[%8] : !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable> -> !ttg.memdesc<8x8xi32, #shared, #smem, mutable>
      %10 = tt.splat %2 : i1 -> tensor<8x8xi1, #blocked>
      %v20_91 = ttg.async_copy_global_to_local %v19_89, %v20_90 mask %10 {contiguity = 2 : i32} : tensor<8x8x!tt.ptr<i32>, #blocked> -> <8x8xi32, #shared, #smem, mutable>
      %v20_92 = ttg.async_commit_group tokens %v20_91
      %v21_93 = arith.muli %v14_84, %cst_0 : tensor<8x1xi32, #blocked>
      %v22_94 = arith.addi %v21_93, %v15_85 : tensor<8x1xi32, #blocked>
      %v23_95 = arith.muli %v22_94, %cst_0 : tensor<8x1xi32, #blocked>
      %v24_96 = tt.broadcast %v23_95 : tensor<8x1xi32, #blocked> -> tensor<8x8xi32, #blocked>
      %v24_97 = arith.addi %v24_96, %v17 : tensor<8x8xi32, #blocked>
      %v25_98 = arith.minsi %v24_97, %cst_1 : tensor<8x8xi32, #blocked>
      %v26_99 = arith.maxsi %v25_98, %cst_2 : tensor<8x8xi32, #blocked>
      %v28_100 = tt.addptr %v28, %v26_99 : tensor<8x8x!tt.ptr<i32>, #blocked>, tensor<8x8xi32, #blocked>
      %v29_101 = ttg.memdesc_index %v29[%8] : !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable> -> !ttg.memdesc<8x8xi32, #shared, #smem, mutable>
      %v29_102 = ttg.async_copy_global_to_local %v28_100, %v29_101 mask %10 : tensor<8x8x!tt.ptr<i32>, #blocked> -> <8x8xi32, #shared, #smem, mutable>
      %v29_103 = ttg.async_commit_group tokens %v29_102
      scf.yield %8, %5, %v20_70, %v20_71, %v20_92, %v29_73, %v29_74, %v29_103 : i32, i32, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.async.token
    } {tt.num_stages = 4 : i32}
    %1 = ttg.async_wait {num = 0 : i32}
    ttg.local_dealloc %v29 : !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable>
    ttg.local_dealloc %v20 : !ttg.memdesc<3x8x8xi32, #shared, #smem, mutable>
    %v44 = tt.addptr %out1, %v4 : !tt.ptr<i32>, i32
    tt.store %v44, %v4 : !tt.ptr<i32>
    tt.return
  }
}
