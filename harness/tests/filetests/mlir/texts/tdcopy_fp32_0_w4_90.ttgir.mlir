#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @tdcopy(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: i32, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<1.000000e+00> : tensor<16x32xf32, #blocked>
    %c32_i32 = arith.constant 32 : i32
    %c16_i32 = arith.constant 16 : i32
    %c0_i32 = arith.constant 0 : i32
    %c4_i64 = arith.constant 4 : i64
    %c1_i32 = arith.constant 1 : i32
    %true = arith.constant true
    %0 = arith.extsi %arg3 : i32 to i64
    %1 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    %2 = arith.muli %0, %c4_i64 : i64
    ttng.tensormap_create %1, %arg0, [%c32_i32, %c16_i32], [%arg3, %arg2], [%2], [%c1_i32, %c1_i32] {elem_type = 7 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f32>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %1 : !tt.ptr<i8>
    %3 = ttng.reinterpret_tensor_descriptor %1 : !tt.ptr<i8> to !tt.tensordesc<16x32xf32, #shared>
    %4 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    ttng.tensormap_create %4, %arg1, [%c32_i32, %c16_i32], [%arg3, %arg2], [%2], [%c1_i32, %c1_i32] {elem_type = 7 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f32>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %4 : !tt.ptr<i8>
    %5 = ttng.reinterpret_tensor_descriptor %4 : !tt.ptr<i8> to !tt.tensordesc<16x32xf32, #shared>
    %6 = tt.get_program_id x : i32
    %7 = arith.muli %6, %c16_i32 : i32
    %8 = ttg.local_alloc : () -> !ttg.memdesc<16x32xf32, #shared, #smem, mutable>
    scf.for %arg4 = %c0_i32 to %arg3 step %c32_i32  : i32 {
      %11 = ttg.local_alloc : () -> !ttg.memdesc<16x32xf32, #shared, #smem, mutable>
      %12 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.init_barrier %12, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.barrier_expect %12, 2048, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %3[%7, %arg4] %11, %12, %true : !tt.tensordesc<16x32xf32, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<16x32xf32, #shared, #smem, mutable>
      ttng.wait_barrier %12, %c0_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.inval_barrier %12 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %13 = ttg.local_load %11 : !ttg.memdesc<16x32xf32, #shared, #smem, mutable> -> tensor<16x32xf32, #blocked>
      %14 = arith.addf %13, %cst : tensor<16x32xf32, #blocked>
      ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
      ttg.local_store %14, %8 : tensor<16x32xf32, #blocked> -> !ttg.memdesc<16x32xf32, #shared, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_local_to_global %5[%7, %arg4] %8 : !tt.tensordesc<16x32xf32, #shared>, !ttg.memdesc<16x32xf32, #shared, #smem, mutable>
    }
    ttng.async_tma_store_wait {pendings = 0 : i32}
    ttg.local_dealloc %8 : !ttg.memdesc<16x32xf32, #shared, #smem, mutable>
    %9 = ttg.local_alloc : () -> !ttg.memdesc<16x32xf32, #shared, #smem, mutable>
    %10 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %10, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.barrier_expect %10, 2048, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %3[%c0_i32, %c0_i32] %9, %10, %true : !tt.tensordesc<16x32xf32, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<16x32xf32, #shared, #smem, mutable>
    ttng.wait_barrier %10, %c0_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %10 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.fence_async_shared {bCluster = false}
    ttng.async_tma_reduce add, %5[%c0_i32, %c0_i32] %9 : !tt.tensordesc<16x32xf32, #shared>, !ttg.memdesc<16x32xf32, #shared, #smem, mutable>
    ttng.async_tma_store_wait {pendings = 0 : i32}
    tt.return
  }
}
