#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {tritonsmith.barriers = 1 : i32, ttg.global_scratch_memory_alignment = 128 : i32, ttg.global_scratch_memory_size = 384 : i32, "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.profile_scratch_memory_alignment = 1 : i32, ttg.profile_scratch_memory_size = 0 : i32, ttg.shared = 49176 : i32, ttg.target = "cuda:90", ttg.tensor_memory_size = 0 : i32, "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32, "ttng.two-ctas" = false} {
  tt.func public @mm_tma(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: i32 {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false, ttg.global_scratch_memory_alignment = 128 : i32, ttg.global_scratch_memory_size = 384 : i32, ttg.profile_scratch_memory_alignment = 1 : i32, ttg.profile_scratch_memory_size = 0 : i32} {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %c63_i32 = arith.constant 63 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c-1_i32 = arith.constant -1 : i32
    %c2_i32 = arith.constant 2 : i32
    %c3_i32 = arith.constant 3 : i32
    %c2_i64 = arith.constant 2 : i64
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %arg5 : i32 to i64
    %2 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32, ttg.global_scratch_memory_offset = 0 : i32} : !tt.ptr<i8>
    %3 = arith.muli %1, %c2_i64 : i64
    ttng.tensormap_create %2, %arg0, [%c64_i32, %c64_i32], [%arg5, %arg3], [%3], [%c1_i32, %c1_i32] {allocation.offset = 0 : i32, allocation.size = 128 : i32, elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %2 : !tt.ptr<i8>
    %4 = ttng.reinterpret_tensor_descriptor %2 : !tt.ptr<i8> to !tt.tensordesc<64x64xf16, #shared>
    %5 = arith.extsi %arg4 : i32 to i64
    %6 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32, ttg.global_scratch_memory_offset = 128 : i32} : !tt.ptr<i8>
    %7 = arith.muli %5, %c2_i64 : i64
    ttng.tensormap_create %6, %arg1, [%c64_i32, %c64_i32], [%arg4, %arg5], [%7], [%c1_i32, %c1_i32] {allocation.offset = 0 : i32, allocation.size = 128 : i32, elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %6 : !tt.ptr<i8>
    %8 = ttng.reinterpret_tensor_descriptor %6 : !tt.ptr<i8> to !tt.tensordesc<64x64xf16, #shared>
    %9 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32, ttg.global_scratch_memory_offset = 256 : i32} : !tt.ptr<i8>
    ttng.tensormap_create %9, %arg2, [%c64_i32, %c64_i32], [%arg4, %arg3], [%7], [%c1_i32, %c1_i32] {allocation.offset = 0 : i32, allocation.size = 128 : i32, elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %9 : !tt.ptr<i8>
    %10 = ttng.reinterpret_tensor_descriptor %9 : !tt.ptr<i8> to !tt.tensordesc<64x64xf16, #shared>
    %11 = arith.addi %arg4, %c63_i32 : i32
    %12 = arith.divsi %11, %c64_i32 : i32
    %13 = arith.divsi %0, %12 : i32
    %14 = arith.remsi %0, %12 : i32
    %15 = arith.addi %arg5, %c63_i32 : i32
    %16 = arith.divsi %15, %c64_i32 : i32
    %17 = arith.muli %13, %c64_i32 : i32
    %18 = arith.muli %14, %c64_i32 : i32
    %19 = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
    %20 = ttg.local_alloc {allocation.offset = 24576 : i32} : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
    %21 = ttg.local_alloc {allocation.offset = 49152 : i32} : () -> !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    %22 = ttg.memdesc_index %21[%c0_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %22, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %23 = ttg.memdesc_index %21[%c1_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %23, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %24 = ttg.memdesc_index %21[%c2_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %24, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %25 = arith.cmpi sgt, %16, %c0_i32 : i32
    ttng.barrier_expect %22, 16384, %25 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %26 = ttg.memdesc_index %19[%c0_i32] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttng.fence_async_shared {bCluster = false}
    ttg.barrier local
    ttng.async_tma_copy_global_to_local %4[%17, %c0_i32] %26, %22, %25 : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %27 = ttg.memdesc_index %20[%c0_i32] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttg.barrier local
    ttng.async_tma_copy_global_to_local %8[%c0_i32, %18] %27, %22, %25 : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %28 = arith.cmpi sgt, %16, %c1_i32 : i32
    ttng.barrier_expect %23, 16384, %28 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %29 = ttg.memdesc_index %19[%c1_i32] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttg.barrier local
    ttng.async_tma_copy_global_to_local %4[%17, %c64_i32] %29, %23, %28 : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %30 = ttg.memdesc_index %20[%c1_i32] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttg.barrier local
    ttng.async_tma_copy_global_to_local %8[%c64_i32, %18] %30, %23, %28 : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    cf.br ^bb1(%c0_i32, %cst, %c1_i32, %c-1_i32, %c0_i32 : i32, tensor<64x64xf32, #mma>, i32, i32, i32)
  ^bb1(%31: i32, %32: tensor<64x64xf32, #mma>, %33: i32, %34: i32, %35: i32):  // 2 preds: ^bb0, ^bb2
    %36 = arith.cmpi slt, %31, %16 : i32
    cf.cond_br %36, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    %37 = arith.subi %16, %c2_i32 : i32
    %38 = arith.cmpi slt, %31, %37 : i32
    %39 = arith.addi %34, %c1_i32 : i32
    %40 = arith.cmpi sge, %39, %c3_i32 : i32
    %41 = arith.select %40, %c0_i32, %39 : i32
    %42 = arith.xori %35, %c1_i32 : i32
    %43 = arith.select %40, %42, %35 : i32
    %44 = ttg.memdesc_index %21[%41] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.wait_barrier %44, %43 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %45 = ttg.memdesc_index %20[%41] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %46 = ttg.memdesc_index %19[%41] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttg.barrier local
    %47 = ttng.warp_group_dot %46, %45, %32 {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
    %48:3 = ttng.warp_group_dot_wait %47, %46, %45 {pendings = 1 : i32} : tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %49 = arith.addi %33, %c1_i32 : i32
    %50 = arith.cmpi sge, %49, %c3_i32 : i32
    %51 = arith.select %50, %c0_i32, %49 : i32
    %52 = arith.addi %31, %c2_i32 : i32
    %53 = arith.muli %52, %c64_i32 : i32
    %54 = ttg.memdesc_index %21[%51] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.barrier_expect %54, 16384, %38 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %55 = ttg.memdesc_index %19[%51] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttg.barrier local
    ttng.async_tma_copy_global_to_local %4[%17, %53] %55, %54, %38 : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %56 = ttg.memdesc_index %20[%51] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttg.barrier local
    ttng.async_tma_copy_global_to_local %8[%53, %18] %56, %54, %38 : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %57 = arith.addi %31, %c1_i32 : i32
    cf.br ^bb1(%57, %48#0, %51, %41, %43 : i32, tensor<64x64xf32, #mma>, i32, i32, i32)
  ^bb3:  // pred: ^bb1
    %58 = ttng.warp_group_dot_wait %32 {pendings = 0 : i32} : tensor<64x64xf32, #mma>
    ttg.barrier local
    ttng.inval_barrier %22 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    ttng.inval_barrier %23 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %24 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %21 : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %20 : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
    ttg.local_dealloc %19 : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
    %59 = arith.truncf %58 : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
    %60 = ttg.local_alloc %59 {allocation.offset = 0 : i32} : (tensor<64x64xf16, #mma>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    ttng.fence_async_shared {bCluster = false}
    ttg.barrier local
    ttng.async_tma_copy_local_to_global %10[%17, %18] %60 : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<64x64xf16, #shared, #smem>
    ttng.async_tma_store_wait {pendings = 0 : i32}
    ttg.barrier local
    tt.return
  }
}
