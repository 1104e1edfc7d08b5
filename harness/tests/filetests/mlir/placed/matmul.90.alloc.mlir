#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {tritonsmith.barriers = 1 : i32, ttg.global_scratch_memory_alignment = 1 : i32, ttg.global_scratch_memory_size = 0 : i32, "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.profile_scratch_memory_alignment = 1 : i32, ttg.profile_scratch_memory_size = 0 : i32, ttg.shared = 24576 : i32, ttg.target = "cuda:90", ttg.tensor_memory_size = 0 : i32, "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32, "ttng.two-ctas" = false} {
  tt.func public @mm_ptr(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: i32 {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false, ttg.global_scratch_memory_alignment = 1 : i32, ttg.global_scratch_memory_size = 0 : i32, ttg.profile_scratch_memory_alignment = 1 : i32, ttg.profile_scratch_memory_size = 0 : i32} {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %c31_i32 = arith.constant 31 : i32
    %c63_i32 = arith.constant 63 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c32_i32 = arith.constant 32 : i32
    %c64_i32 = arith.constant 64 : i32
    %c-1_i32 = arith.constant -1 : i32
    %c3_i32 = arith.constant 3 : i32
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
    %30 = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<3x64x32xf16, #shared, #smem, mutable>
    %31 = ttg.local_alloc {allocation.offset = 12288 : i32} : () -> !ttg.memdesc<3x32x64xf16, #shared1, #smem, mutable>
    %32 = arith.cmpi sgt, %19, %c0_i32 : i32
    %33 = tt.expand_dims %16 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %34 = tt.broadcast %33 : tensor<1x32xi32, #blocked> -> tensor<64x32xi32, #blocked>
    %35 = tt.addptr %25, %34 : tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<64x32xi32, #blocked>
    %36 = ttg.memdesc_index %30[%c0_i32] : !ttg.memdesc<3x64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %37 = tt.splat %32 : i1 -> tensor<64x32xi1, #blocked>
    %38 = ttg.async_copy_global_to_local %35, %36 mask %37 {contiguity = 8 : i32} : tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
    %39 = ttg.async_commit_group tokens %38
    %40 = tt.expand_dims %17 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<32x1xi32, #blocked1>
    %41 = arith.muli %40, %26 : tensor<32x1xi32, #blocked1>
    %42 = tt.addptr %27, %41 : tensor<32x1x!tt.ptr<f16>, #blocked1>, tensor<32x1xi32, #blocked1>
    %43 = tt.broadcast %42 : tensor<32x1x!tt.ptr<f16>, #blocked1> -> tensor<32x64x!tt.ptr<f16>, #blocked1>
    %44 = tt.addptr %43, %29 : tensor<32x64x!tt.ptr<f16>, #blocked1>, tensor<32x64xi32, #blocked1>
    %45 = ttg.memdesc_index %31[%c0_i32] : !ttg.memdesc<3x32x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>
    %46 = tt.splat %32 : i1 -> tensor<32x64xi1, #blocked1>
    %47 = ttg.async_copy_global_to_local %44, %45 mask %46 {contiguity = 8 : i32} : tensor<32x64x!tt.ptr<f16>, #blocked1> -> <32x64xf16, #shared1, #smem, mutable>
    %48 = ttg.async_commit_group tokens %47
    %49 = arith.cmpi sgt, %19, %c1_i32 : i32
    %50 = arith.addi %16, %cst_0 : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %51 = arith.addi %17, %cst_1 : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %52 = tt.expand_dims %50 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %53 = tt.broadcast %52 : tensor<1x32xi32, #blocked> -> tensor<64x32xi32, #blocked>
    %54 = tt.addptr %25, %53 : tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<64x32xi32, #blocked>
    %55 = ttg.memdesc_index %30[%c1_i32] : !ttg.memdesc<3x64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %56 = tt.splat %49 : i1 -> tensor<64x32xi1, #blocked>
    %57 = ttg.async_copy_global_to_local %54, %55 mask %56 {contiguity = 8 : i32} : tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
    %58 = ttg.async_commit_group tokens %57
    %59 = tt.expand_dims %51 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<32x1xi32, #blocked1>
    %60 = arith.muli %59, %26 : tensor<32x1xi32, #blocked1>
    %61 = tt.addptr %27, %60 : tensor<32x1x!tt.ptr<f16>, #blocked1>, tensor<32x1xi32, #blocked1>
    %62 = tt.broadcast %61 : tensor<32x1x!tt.ptr<f16>, #blocked1> -> tensor<32x64x!tt.ptr<f16>, #blocked1>
    %63 = tt.addptr %62, %29 : tensor<32x64x!tt.ptr<f16>, #blocked1>, tensor<32x64xi32, #blocked1>
    %64 = ttg.memdesc_index %31[%c1_i32] : !ttg.memdesc<3x32x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>
    %65 = tt.splat %49 : i1 -> tensor<32x64xi1, #blocked1>
    %66 = ttg.async_copy_global_to_local %63, %64 mask %65 {contiguity = 8 : i32} : tensor<32x64x!tt.ptr<f16>, #blocked1> -> <32x64xf16, #shared1, #smem, mutable>
    %67 = ttg.async_commit_group tokens %66
    cf.br ^bb1(%c0_i32, %cst, %c1_i32, %c-1_i32, %39, %58, %48, %67 : i32, tensor<64x64xf32, #mma>, i32, i32, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.async.token)
  ^bb1(%68: i32, %69: tensor<64x64xf32, #mma>, %70: i32, %71: i32, %72: !ttg.async.token, %73: !ttg.async.token, %74: !ttg.async.token, %75: !ttg.async.token):  // 2 preds: ^bb0, ^bb2
    %76 = arith.cmpi slt, %68, %19 : i32
    cf.cond_br %76, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    %77 = arith.subi %19, %c2_i32 : i32
    %78 = arith.cmpi slt, %68, %77 : i32
    %79 = arith.addi %71, %c1_i32 : i32
    %80 = arith.cmpi sge, %79, %c3_i32 : i32
    %81 = arith.select %80, %c0_i32, %79 : i32
    %82 = ttg.async_wait %72, %74 {num = 2 : i32}
    ttg.barrier local
    %83 = ttg.memdesc_index %30[%81] : !ttg.memdesc<3x64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %84 = ttg.memdesc_index %31[%81] : !ttg.memdesc<3x32x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>
    ttng.fence_async_shared {bCluster = false}
    %85 = ttng.warp_group_dot %83, %84, %69 {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> * !ttg.memdesc<32x64xf16, #shared1, #smem, mutable> -> tensor<64x64xf32, #mma>
    %86:3 = ttng.warp_group_dot_wait %85, %83, %84 {pendings = 1 : i32} : tensor<64x64xf32, #mma>, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>
    %87 = arith.addi %70, %c1_i32 : i32
    %88 = arith.cmpi sge, %87, %c3_i32 : i32
    %89 = arith.select %88, %c0_i32, %87 : i32
    %90 = arith.addi %68, %c2_i32 : i32
    %91 = arith.muli %90, %c32_i32 : i32
    %92 = tt.splat %91 : i32 -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %93 = tt.splat %91 : i32 -> tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %94 = arith.addi %92, %16 : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %95 = arith.addi %93, %17 : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %96 = tt.expand_dims %94 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %97 = tt.broadcast %96 : tensor<1x32xi32, #blocked> -> tensor<64x32xi32, #blocked>
    %98 = tt.addptr %25, %97 : tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<64x32xi32, #blocked>
    %99 = ttg.memdesc_index %30[%89] : !ttg.memdesc<3x64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %100 = tt.splat %78 : i1 -> tensor<64x32xi1, #blocked>
    ttg.barrier local
    %101 = ttg.async_copy_global_to_local %98, %99 mask %100 {contiguity = 8 : i32} : tensor<64x32x!tt.ptr<f16>, #blocked> -> <64x32xf16, #shared, #smem, mutable>
    %102 = ttg.async_commit_group tokens %101
    %103 = tt.expand_dims %95 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<32x1xi32, #blocked1>
    %104 = arith.muli %103, %26 : tensor<32x1xi32, #blocked1>
    %105 = tt.addptr %27, %104 : tensor<32x1x!tt.ptr<f16>, #blocked1>, tensor<32x1xi32, #blocked1>
    %106 = tt.broadcast %105 : tensor<32x1x!tt.ptr<f16>, #blocked1> -> tensor<32x64x!tt.ptr<f16>, #blocked1>
    %107 = tt.addptr %106, %29 : tensor<32x64x!tt.ptr<f16>, #blocked1>, tensor<32x64xi32, #blocked1>
    %108 = ttg.memdesc_index %31[%89] : !ttg.memdesc<3x32x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>
    %109 = tt.splat %78 : i1 -> tensor<32x64xi1, #blocked1>
    %110 = ttg.async_copy_global_to_local %107, %108 mask %109 {contiguity = 8 : i32} : tensor<32x64x!tt.ptr<f16>, #blocked1> -> <32x64xf16, #shared1, #smem, mutable>
    %111 = ttg.async_commit_group tokens %110
    %112 = arith.addi %68, %c1_i32 : i32
    cf.br ^bb1(%112, %86#0, %89, %81, %73, %102, %75, %111 : i32, tensor<64x64xf32, #mma>, i32, i32, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.async.token)
  ^bb3:  // pred: ^bb1
    %113 = ttng.warp_group_dot_wait %69 {pendings = 0 : i32} : tensor<64x64xf32, #mma>
    %114 = ttg.async_wait {num = 0 : i32}
    ttg.barrier local
    ttg.local_dealloc %31 : !ttg.memdesc<3x32x64xf16, #shared1, #smem, mutable>
    ttg.local_dealloc %30 : !ttg.memdesc<3x64x32xf16, #shared, #smem, mutable>
    %115 = tt.expand_dims %12 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<64x1xi32, #blocked1>
    %116 = tt.splat %arg4 : i32 -> tensor<64x1xi32, #blocked1>
    %117 = arith.muli %115, %116 : tensor<64x1xi32, #blocked1>
    %118 = tt.splat %arg2 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>, #blocked1>
    %119 = tt.addptr %118, %117 : tensor<64x1x!tt.ptr<f16>, #blocked1>, tensor<64x1xi32, #blocked1>
    %120 = tt.broadcast %119 : tensor<64x1x!tt.ptr<f16>, #blocked1> -> tensor<64x64x!tt.ptr<f16>, #blocked1>
    %121 = tt.broadcast %28 : tensor<1x64xi32, #blocked1> -> tensor<64x64xi32, #blocked1>
    %122 = tt.addptr %120, %121 : tensor<64x64x!tt.ptr<f16>, #blocked1>, tensor<64x64xi32, #blocked1>
    %123 = arith.truncf %113 : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
    %124 = ttg.convert_layout %123 {allocation.offset = 0 : i32, allocation.size = 8192 : i32} : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #blocked1>
    tt.store %122, %124 : tensor<64x64x!tt.ptr<f16>, #blocked1>
    tt.return
  }
}
