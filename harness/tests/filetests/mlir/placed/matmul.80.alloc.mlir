#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#shared1 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {tritonsmith.barriers = 1 : i32, ttg.global_scratch_memory_alignment = 1 : i32, ttg.global_scratch_memory_size = 0 : i32, "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.profile_scratch_memory_alignment = 1 : i32, ttg.profile_scratch_memory_size = 0 : i32, ttg.shared = 16384 : i32, ttg.target = "cuda:80", ttg.tensor_memory_size = 0 : i32, "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32, "ttng.two-ctas" = false} {
  tt.func public @mm_ptr(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: i32 {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false, ttg.global_scratch_memory_alignment = 1 : i32, ttg.global_scratch_memory_size = 0 : i32, ttg.profile_scratch_memory_alignment = 1 : i32, ttg.profile_scratch_memory_size = 0 : i32} {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %c31_i32 = arith.constant 31 : i32
    %c63_i32 = arith.constant 63 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c32_i32 = arith.constant 32 : i32
    %c64_i32 = arith.constant 64 : i32
    %c-1_i32 = arith.constant -1 : i32
    %c2_i32 = arith.constant 2 : i32
    %cst_0 = arith.constant dense<32> : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %cst_1 = arith.constant dense<32> : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %0 = tt.get_program_id x : i32
    %1 = arith.addi %arg4, %c63_i32 : i32
    %2 = arith.divsi %1, %c64_i32 : i32
    %3 = arith.divsi %0, %2 : i32
    %4 = arith.remsi %0, %2 : i32
    %5 = arith.muli %3, %c64_i32 : i32
    %6 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %7 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %8 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %9 = tt.splat %5 : i32 -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %10 = tt.splat %5 : i32 -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %11 = arith.addi %9, %6 : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %12 = arith.addi %10, %8 : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %13 = arith.muli %4, %c64_i32 : i32
    %14 = tt.splat %13 : i32 -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %15 = arith.addi %14, %7 : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %16 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %17 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %18 = arith.addi %arg5, %c31_i32 : i32
    %19 = arith.divsi %18, %c32_i32 : i32
    %20 = tt.expand_dims %11 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64x1xi32, #blocked>
    %21 = tt.splat %arg5 : i32 -> tensor<64x1xi32, #blocked>
    %22 = arith.muli %20, %21 : tensor<64x1xi32, #blocked>
    %23 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>, #blocked>
    %24 = tt.addptr %23, %22 : tensor<64x1x!tt.ptr<f16>, #blocked>, tensor<64x1xi32, #blocked>
    %25 = tt.broadcast %24 : tensor<64x1x!tt.ptr<f16>, #blocked> -> tensor<64x32x!tt.ptr<f16>, #blocked>
    %26 = tt.splat %arg4 : i32 -> tensor<32x1xi32, #blocked1>
    %27 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>, #blocked1>
    %28 = tt.expand_dims %15 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x64xi32, #blocked1>
    %29 = tt.broadcast %28 : tensor<1x64xi32, #blocked1> -> tensor<32x64xi32, #blocked1>
    %30 = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<2x64x32xf16, #shared, #smem, mutable>
    %31 = ttg.local_alloc {allocation.offset = 8192 : i32} : () -> !ttg.memdesc<2x32x64xf16, #shared1, #smem, mutable>
    %32 = arith.cmpi sgt, %19, %c0_i32 : i32
    %33 = tt.expand_dims %16 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %34 = tt.broadcast %33 : tensor<1x32xi32, #blocked> -> tensor<64x32xi32, #blocked>
    %35 = tt.addptr %25, %34 : tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<64x32xi32, #blocked>
    %36 = ttg.memdesc_index %30[%c0_i32] : !ttg.memdesc<2x64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %37 = tt.splat %32 : i1 -> tensor<64x32xi1, #blocked>
    %38 = ttg.async_copy_global_to_local %35, %36 mask %37 {contiguity = 8 : i32} : tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
    %39 = ttg.async_commit_group tokens %38
    %40 = tt.expand_dims %17 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<32x1xi32, #blocked1>
    %41 = arith.muli %40, %26 : tensor<32x1xi32, #blocked1>
    %42 = tt.addptr %27, %41 : tensor<32x1x!tt.ptr<f16>, #blocked1>, tensor<32x1xi32, #blocked1>
    %43 = tt.broadcast %42 : tensor<32x1x!tt.ptr<f16>, #blocked1> -> tensor<32x64x!tt.ptr<f16>, #blocked1>
    %44 = tt.addptr %43, %29 : tensor<32x64x!tt.ptr<f16>, #blocked1>, tensor<32x64xi32, #blocked1>
    %45 = ttg.memdesc_index %31[%c0_i32] : !ttg.memdesc<2x32x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>
    %46 = tt.splat %32 : i1 -> tensor<32x64xi1, #blocked1>
    %47 = ttg.async_copy_global_to_local %44, %45 mask %46 {contiguity = 8 : i32} : tensor<32x64x!tt.ptr<f16>, #blocked1> -> <32x64xf16, #shared1, #smem, mutable>
    %48 = ttg.async_commit_group tokens %47
    %49 = arith.cmpi sgt, %19, %c1_i32 : i32
    %50 = arith.addi %16, %cst_0 : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %51 = arith.addi %17, %cst_1 : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %52 = tt.expand_dims %50 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %53 = tt.broadcast %52 : tensor<1x32xi32, #blocked> -> tensor<64x32xi32, #blocked>
    %54 = tt.addptr %25, %53 : tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<64x32xi32, #blocked>
    %55 = ttg.memdesc_index %30[%c1_i32] : !ttg.memdesc<2x64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %56 = tt.splat %49 : i1 -> tensor<64x32xi1, #blocked>
    %57 = ttg.async_copy_global_to_local %54, %55 mask %56 {contiguity = 8 : i32} : tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
    %58 = ttg.async_commit_group tokens %57
    %59 = tt.expand_dims %51 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<32x1xi32, #blocked1>
    %60 = arith.muli %59, %26 : tensor<32x1xi32, #blocked1>
    %61 = tt.addptr %27, %60 : tensor<32x1x!tt.ptr<f16>, #blocked1>, tensor<32x1xi32, #blocked1>
    %62 = tt.broadcast %61 : tensor<32x1x!tt.ptr<f16>, #blocked1> -> tensor<32x64x!tt.ptr<f16>, #blocked1>
    %63 = tt.addptr %62, %29 : tensor<32x64x!tt.ptr<f16>, #blocked1>, tensor<32x64xi32, #blocked1>
    %64 = ttg.memdesc_index %31[%c1_i32] : !ttg.memdesc<2x32x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>
    %65 = tt.splat %49 : i1 -> tensor<32x64xi1, #blocked1>
    %66 = ttg.async_copy_global_to_local %63, %64 mask %65 {contiguity = 8 : i32} : tensor<32x64x!tt.ptr<f16>, #blocked1> -> <32x64xf16, #shared1, #smem, mutable>
    %67 = ttg.async_commit_group tokens %66
    %68 = ttg.async_wait %39, %48 {num = 2 : i32}
    ttg.barrier local
    %69 = ttg.memdesc_subslice %36[0, 0] : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x16xf16, #shared, #smem, mutable, 64x32>
    %70 = ttg.local_load %69 token %68 : !ttg.memdesc<64x16xf16, #shared, #smem, mutable, 64x32> -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
    %71 = ttg.memdesc_subslice %45[0, 0] : !ttg.memdesc<32x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<16x64xf16, #shared1, #smem, mutable, 32x64>
    %72 = ttg.local_load %71 token %68 : !ttg.memdesc<16x64xf16, #shared1, #smem, mutable, 32x64> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
    cf.br ^bb1(%c0_i32, %cst, %c1_i32, %c-1_i32, %39, %58, %48, %67, %36, %45, %68, %68, %70, %72 : i32, tensor<64x64xf32, #mma>, i32, i32, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>, !ttg.async.token, !ttg.async.token, tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>)
  ^bb1(%73: i32, %74: tensor<64x64xf32, #mma>, %75: i32, %76: i32, %77: !ttg.async.token, %78: !ttg.async.token, %79: !ttg.async.token, %80: !ttg.async.token, %81: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %82: !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>, %83: !ttg.async.token, %84: !ttg.async.token, %85: tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %86: tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>):  // 2 preds: ^bb0, ^bb2
    %87 = arith.cmpi slt, %73, %19 : i32
    cf.cond_br %87, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    %88 = arith.subi %19, %c2_i32 : i32
    %89 = arith.cmpi slt, %73, %88 : i32
    %90 = arith.addi %76, %c1_i32 : i32
    %91 = arith.cmpi sge, %90, %c2_i32 : i32
    %92 = arith.select %91, %c0_i32, %90 : i32
    %93 = ttg.async_wait %77, %79 {num = 2 : i32}
    ttg.barrier local
    %94 = ttg.memdesc_subslice %81[0, 16] : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x16xf16, #shared, #smem, mutable, 64x32>
    %95 = ttg.local_load %94 token %83 : !ttg.memdesc<64x16xf16, #shared, #smem, mutable, 64x32> -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
    %96 = ttg.memdesc_subslice %82[16, 0] : !ttg.memdesc<32x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<16x64xf16, #shared1, #smem, mutable, 32x64>
    %97 = ttg.local_load %96 token %84 : !ttg.memdesc<16x64xf16, #shared1, #smem, mutable, 32x64> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
    %98 = tt.dot %85, %86, %74, inputPrecision = tf32 : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
    %99 = arith.addi %75, %c1_i32 : i32
    %100 = arith.cmpi sge, %99, %c2_i32 : i32
    %101 = arith.select %100, %c0_i32, %99 : i32
    %102 = arith.addi %73, %c2_i32 : i32
    %103 = arith.muli %102, %c32_i32 : i32
    %104 = tt.splat %103 : i32 -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %105 = tt.splat %103 : i32 -> tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %106 = arith.addi %104, %16 : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %107 = arith.addi %105, %17 : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %108 = tt.expand_dims %106 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %109 = tt.broadcast %108 : tensor<1x32xi32, #blocked> -> tensor<64x32xi32, #blocked>
    %110 = tt.addptr %25, %109 : tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<64x32xi32, #blocked>
    %111 = ttg.memdesc_index %30[%101] : !ttg.memdesc<2x64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %112 = tt.splat %89 : i1 -> tensor<64x32xi1, #blocked>
    ttg.barrier local
    %113 = ttg.async_copy_global_to_local %110, %111 mask %112 {contiguity = 8 : i32} : tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
    %114 = ttg.async_commit_group tokens %113
    %115 = tt.expand_dims %107 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<32x1xi32, #blocked1>
    %116 = arith.muli %115, %26 : tensor<32x1xi32, #blocked1>
    %117 = tt.addptr %27, %116 : tensor<32x1x!tt.ptr<f16>, #blocked1>, tensor<32x1xi32, #blocked1>
    %118 = tt.broadcast %117 : tensor<32x1x!tt.ptr<f16>, #blocked1> -> tensor<32x64x!tt.ptr<f16>, #blocked1>
    %119 = tt.addptr %118, %29 : tensor<32x64x!tt.ptr<f16>, #blocked1>, tensor<32x64xi32, #blocked1>
    %120 = ttg.memdesc_index %31[%101] : !ttg.memdesc<2x32x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>
    %121 = tt.splat %89 : i1 -> tensor<32x64xi1, #blocked1>
    %122 = ttg.async_copy_global_to_local %119, %120 mask %121 {contiguity = 8 : i32} : tensor<32x64x!tt.ptr<f16>, #blocked1> -> <32x64xf16, #shared1, #smem, mutable>
    %123 = ttg.async_commit_group tokens %122
    %124 = arith.addi %92, %c1_i32 : i32
    %125 = arith.cmpi sge, %124, %c2_i32 : i32
    %126 = arith.select %125, %c0_i32, %124 : i32
    %127 = ttg.memdesc_index %30[%126] : !ttg.memdesc<2x64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %128 = ttg.memdesc_index %31[%126] : !ttg.memdesc<2x32x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>
    %129 = ttg.async_wait %78, %80 {num = 2 : i32}
    %130 = ttg.async_wait %78, %80 {num = 2 : i32}
    ttg.barrier local
    %131 = ttg.memdesc_subslice %127[0, 0] : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x16xf16, #shared, #smem, mutable, 64x32>
    %132 = ttg.local_load %131 token %129 : !ttg.memdesc<64x16xf16, #shared, #smem, mutable, 64x32> -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
    %133 = ttg.memdesc_subslice %128[0, 0] : !ttg.memdesc<32x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<16x64xf16, #shared1, #smem, mutable, 32x64>
    %134 = ttg.local_load %133 token %130 : !ttg.memdesc<16x64xf16, #shared1, #smem, mutable, 32x64> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
    %135 = tt.dot %95, %97, %98, inputPrecision = tf32 : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
    %136 = arith.addi %73, %c1_i32 : i32
    cf.br ^bb1(%136, %135, %101, %92, %78, %114, %80, %123, %127, %128, %129, %130, %132, %134 : i32, tensor<64x64xf32, #mma>, i32, i32, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>, !ttg.async.token, !ttg.async.token, tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>)
  ^bb3:  // pred: ^bb1
    %137 = ttg.async_wait {num = 0 : i32}
    ttg.barrier local
    ttg.local_dealloc %31 : !ttg.memdesc<2x32x64xf16, #shared1, #smem, mutable>
    ttg.local_dealloc %30 : !ttg.memdesc<2x64x32xf16, #shared, #smem, mutable>
    %138 = tt.expand_dims %12 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<64x1xi32, #blocked1>
    %139 = tt.splat %arg4 : i32 -> tensor<64x1xi32, #blocked1>
    %140 = arith.muli %138, %139 : tensor<64x1xi32, #blocked1>
    %141 = tt.splat %arg2 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>, #blocked1>
    %142 = tt.addptr %141, %140 : tensor<64x1x!tt.ptr<f16>, #blocked1>, tensor<64x1xi32, #blocked1>
    %143 = tt.broadcast %142 : tensor<64x1x!tt.ptr<f16>, #blocked1> -> tensor<64x64x!tt.ptr<f16>, #blocked1>
    %144 = tt.broadcast %28 : tensor<1x64xi32, #blocked1> -> tensor<64x64xi32, #blocked1>
    %145 = tt.addptr %143, %144 : tensor<64x64x!tt.ptr<f16>, #blocked1>, tensor<64x64xi32, #blocked1>
    %146 = arith.truncf %74 : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
    %147 = ttg.convert_layout %146 {allocation.offset = 0 : i32, allocation.size = 8192 : i32} : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #blocked1>
    tt.store %145, %147 : tensor<64x64x!tt.ptr<f16>, #blocked1>
    tt.return
  }
}
