#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @mm_tma(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: i32 {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %true = arith.constant true
    %c128_i32 = arith.constant 128 : i32
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %c63_i32 = arith.constant 63 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #linear>
    %c2_i32 = arith.constant 2 : i32
    %c2_i64 = arith.constant 2 : i64
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %arg5 : i32 to i64
    %2 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    %3 = arith.muli %1, %c2_i64 : i64
    ttng.tensormap_create %2, %arg0, [%c64_i32, %c128_i32], [%arg5, %arg3], [%3], [%c1_i32, %c1_i32] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %2 : !tt.ptr<i8>
    %4 = ttng.reinterpret_tensor_descriptor %2 : !tt.ptr<i8> to !tt.tensordesc<128x64xf16, #shared>
    %5 = arith.extsi %arg4 : i32 to i64
    %6 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    %7 = arith.muli %5, %c2_i64 : i64
    ttng.tensormap_create %6, %arg1, [%c64_i32, %c64_i32], [%arg4, %arg5], [%7], [%c1_i32, %c1_i32] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %6 : !tt.ptr<i8>
    %8 = ttng.reinterpret_tensor_descriptor %6 : !tt.ptr<i8> to !tt.tensordesc<64x64xf16, #shared>
    %9 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    ttng.tensormap_create %9, %arg2, [%c64_i32, %c128_i32], [%arg4, %arg3], [%7], [%c1_i32, %c1_i32] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %9 : !tt.ptr<i8>
    %10 = ttng.reinterpret_tensor_descriptor %9 : !tt.ptr<i8> to !tt.tensordesc<128x64xf16, #shared>
    %11 = arith.addi %arg4, %c63_i32 : i32
    %12 = arith.divsi %11, %c64_i32 : i32
    %13 = arith.divsi %0, %12 : i32
    %14 = arith.remsi %0, %12 : i32
    %15 = arith.addi %arg5, %c63_i32 : i32
    %16 = arith.divsi %15, %c64_i32 : i32
    %17 = arith.muli %13, %c128_i32 : i32
    %18 = arith.muli %14, %c64_i32 : i32
    %19 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %20 = ttg.memdesc_index %19[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %20, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %21 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %22 = ttg.memdesc_index %21[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %22, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.wait_barrier %20, %c1_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %result = ttng.tmem_alloc : () -> !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %23 = ttg.memdesc_index %result[%c0_i32] : !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tmem_store %cst, %23, %true : tensor<128x64xf32, #linear> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %24 = ttg.local_alloc : () -> !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable>
    %25 = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
    %26 = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    %27 = ttg.memdesc_index %26[%c0_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %27, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %28 = ttg.memdesc_index %26[%c1_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %28, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %29 = ttg.memdesc_index %26[%c2_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %29, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %30 = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    %31 = ttg.memdesc_index %30[%c0_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %31, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %32 = ttg.memdesc_index %30[%c1_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %32, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %33 = ttg.memdesc_index %30[%c2_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %33, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.warp_specialize(%30, %24, %25, %result, %26, %16, %21, %4, %17, %8, %18) attributes {requestedRegisters = array<i32: 24, 24>}
    default {
      ttg.warp_yield
    }
    partition0(%arg6: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg7: !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable>, %arg8: !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>, %arg9: !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg10: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg11: i32, %arg12: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg13: !tt.tensordesc<128x64xf16, #shared>, %arg14: i32, %arg15: !tt.tensordesc<64x64xf16, #shared>, %arg16: i32) num_warps(1) {
      %false = arith.constant false
      %true_1 = arith.constant true
      %c0_i32_2 = arith.constant 0 : i32
      %c1_i32_3 = arith.constant 1 : i32
      %c2_i32_4 = arith.constant 2 : i32
      %c3_i32 = arith.constant 3 : i32
      %36:3 = scf.for %arg17 = %c0_i32_2 to %arg11 step %c1_i32_3 iter_args(%arg18 = %false, %arg19 = %c2_i32_4, %arg20 = %c1_i32_3) -> (i1, i32, i32)  : i32 {
        %38 = arith.addi %arg19, %c1_i32_3 : i32
        %39 = arith.cmpi eq, %38, %c3_i32 : i32
        %40 = arith.select %39, %c0_i32_2, %38 : i32
        %41 = arith.xori %arg20, %c1_i32_3 : i32
        %42 = arith.select %39, %41, %arg20 : i32
        %43 = ttg.memdesc_index %arg6[%40] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %43, %42 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %44 = ttg.memdesc_index %arg7[%40] : !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
        %45 = ttg.memdesc_index %arg8[%40] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %46 = ttg.memdesc_index %arg9[%c0_i32_2] : !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
        %47 = ttg.memdesc_index %arg10[%40] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.tc_gen5_mma %44, %45, %46, %arg18, %true_1, %47[%true_1] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        scf.yield %true_1, %40, %42 : i1, i32, i32
      } {tt.warp_specialize}
      %37 = ttg.memdesc_index %arg12[%c0_i32_2] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.tc_gen5_commit %37 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.warp_return
    }
    partition1(%arg6: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg7: !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable>, %arg8: !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>, %arg9: !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg10: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg11: i32, %arg12: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg13: !tt.tensordesc<128x64xf16, #shared>, %arg14: i32, %arg15: !tt.tensordesc<64x64xf16, #shared>, %arg16: i32) num_warps(2) {
      %true_1 = arith.constant true
      %c64_i32_2 = arith.constant 64 : i32
      %c0_i32_3 = arith.constant 0 : i32
      %c1_i32_4 = arith.constant 1 : i32
      %c2_i32_5 = arith.constant 2 : i32
      %c3_i32 = arith.constant 3 : i32
      %36:2 = scf.for %arg17 = %c0_i32_3 to %arg11 step %c1_i32_4 iter_args(%arg18 = %c2_i32_5, %arg19 = %c0_i32_3) -> (i32, i32)  : i32 {
        %37 = arith.muli %arg17, %c64_i32_2 : i32
        %38 = arith.addi %arg18, %c1_i32_4 : i32
        %39 = arith.cmpi eq, %38, %c3_i32 : i32
        %40 = arith.select %39, %c0_i32_3, %38 : i32
        %41 = arith.xori %arg19, %c1_i32_4 : i32
        %42 = arith.select %39, %41, %arg19 : i32
        %43 = ttg.memdesc_index %arg10[%40] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %43, %42 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %44 = ttg.memdesc_index %arg7[%40] : !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
        %45 = ttg.memdesc_index %arg8[%40] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %46 = ttg.memdesc_index %arg6[%40] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.barrier_expect %46, 24576, %true_1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.async_tma_copy_global_to_local %arg13[%arg14, %37] %44, %46, %true_1 : !tt.tensordesc<128x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
        ttng.async_tma_copy_global_to_local %arg15[%37, %arg16] %45, %46, %true_1 : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        scf.yield %40, %42 : i32, i32
      } {tt.warp_specialize}
      ttg.warp_return
    } : (!ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, i32, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !tt.tensordesc<128x64xf16, #shared>, i32, !tt.tensordesc<64x64xf16, #shared>, i32) -> ()
    ttng.wait_barrier %22, %c0_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %result_0 = ttng.tmem_load %23 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #linear>
    ttng.arrive_barrier %20, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %34 = arith.truncf %result_0 : tensor<128x64xf32, #linear> to tensor<128x64xf16, #linear>
    %35 = ttg.local_alloc %34 : (tensor<128x64xf16, #linear>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    ttng.fence_async_shared {bCluster = false}
    ttng.async_tma_copy_local_to_global %10[%17, %18] %35 : !tt.tensordesc<128x64xf16, #shared>, !ttg.memdesc<128x64xf16, #shared, #smem>
    ttng.async_tma_store_wait {pendings = 0 : i32}
    ttng.inval_barrier %27 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %28 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %29 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %26 : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %31 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %33 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %30 : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %20 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %19 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %22 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %21 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    tt.return
  }
}
