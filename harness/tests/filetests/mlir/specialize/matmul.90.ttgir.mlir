#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @mm_tma(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: i32 {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %c2_i32 = arith.constant 2 : i32
    %c1_i64 = arith.constant 1 : i64
    %c128_i32 = arith.constant 128 : i32
    %c64_i32 = arith.constant 64 : i32
    %c63_i32 = arith.constant 63 : i32
    %c0_i64 = arith.constant 0 : i64
    %true = arith.constant true
    %c3_i64 = arith.constant 3 : i64
    %c2_i64 = arith.constant 2 : i64
    %0 = ttg.local_alloc {ttg.ws_generated_barrier} : () -> !ttg.memdesc<3x1xi64, #shared, #smem, mutable>
    %1 = ttg.memdesc_index %0[%c0_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %1, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %2 = ttg.memdesc_index %0[%c1_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %2, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %3 = ttg.memdesc_index %0[%c2_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %3, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %4 = ttg.local_alloc {ttg.ws_generated_barrier} : () -> !ttg.memdesc<3x1xi64, #shared, #smem, mutable>
    %5 = ttg.memdesc_index %4[%c0_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %5, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %6 = ttg.memdesc_index %4[%c1_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %6, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %7 = ttg.memdesc_index %4[%c2_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %7, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %8 = ttg.local_alloc {ttg.ws_generated_barrier} : () -> !ttg.memdesc<3x1xi64, #shared, #smem, mutable>
    %9 = ttg.memdesc_index %8[%c0_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %9, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %10 = ttg.memdesc_index %8[%c1_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %10, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %11 = ttg.memdesc_index %8[%c2_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %11, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %12 = ttg.local_alloc {ttg.ws_generated_barrier} : () -> !ttg.memdesc<3x1xi64, #shared, #smem, mutable>
    %13 = ttg.local_alloc {ttg.ws_generated_barrier} : () -> !ttg.memdesc<3x1xi64, #shared, #smem, mutable>
    %14 = ttg.memdesc_index %12[%c0_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %14, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %15 = ttg.memdesc_index %13[%c0_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %15, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %16 = ttg.memdesc_index %12[%c1_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %16, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %17 = ttg.memdesc_index %13[%c1_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %17, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %18 = ttg.memdesc_index %12[%c2_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %18, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %19 = ttg.memdesc_index %13[%c2_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %19, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttg.barrier local
    %20 = ttg.local_alloc {ttg.ws_generated_barrier} : () -> !ttg.memdesc<3x1xi64, #shared, #smem, mutable>
    %21 = ttg.local_alloc {ttg.ws_generated_barrier} : () -> !ttg.memdesc<3x1xi64, #shared, #smem, mutable>
    %22 = ttg.memdesc_index %20[%c0_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %22, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %23 = ttg.memdesc_index %21[%c0_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %23, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %24 = ttg.memdesc_index %20[%c1_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %24, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %25 = ttg.memdesc_index %21[%c1_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %25, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %26 = ttg.memdesc_index %20[%c2_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %26, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %27 = ttg.memdesc_index %21[%c2_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %27, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttg.barrier local
    %28 = ttg.local_alloc {ttg.ws_generated_barrier} : () -> !ttg.memdesc<3x1xi64, #shared, #smem, mutable>
    %29 = ttg.local_alloc {ttg.ws_generated_barrier} : () -> !ttg.memdesc<3x1xi64, #shared, #smem, mutable>
    %30 = ttg.memdesc_index %28[%c0_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %30, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %31 = ttg.memdesc_index %29[%c0_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %31, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %32 = ttg.memdesc_index %28[%c1_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %32, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %33 = ttg.memdesc_index %29[%c1_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %33, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %34 = ttg.memdesc_index %28[%c2_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %34, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %35 = ttg.memdesc_index %29[%c2_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %35, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttg.barrier local
    %36 = ttg.local_alloc {ttg.ws_generated_barrier} : () -> !ttg.memdesc<3x1xi64, #shared, #smem, mutable>
    %37 = ttg.local_alloc {ttg.ws_generated_barrier} : () -> !ttg.memdesc<3x1xi64, #shared, #smem, mutable>
    %38 = ttg.memdesc_index %36[%c0_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %38, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %39 = ttg.memdesc_index %37[%c0_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %39, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %40 = ttg.memdesc_index %36[%c1_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %40, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %41 = ttg.memdesc_index %37[%c1_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %41, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %42 = ttg.memdesc_index %36[%c2_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %42, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %43 = ttg.memdesc_index %37[%c2_i32] : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %43, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttg.barrier local
    %44 = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable>
    %45 = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable>
    %46 = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable>
    ttg.warp_specialize(%arg4, %arg2, %arg3, %arg5, %8, %44, %0, %46, %4, %45, %13, %21, %29, %37) attributes {requestedRegisters = array<i32: 232, 232>}
    default {
      %47 = tt.get_program_id x {async_task_id = array<i32: 0>} : i32
      %48 = arith.extsi %arg5 {async_task_id = array<i32: 0>} : i32 to i64
      %49 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
      %50 = arith.muli %48, %c2_i64 : i64
      ttng.tensormap_create %49, %arg0, [%c64_i32, %c64_i32], [%arg5, %arg3], [%50], [%c1_i32, %c1_i32] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
      ttng.tensormap_fenceproxy_acquire %49 : !tt.ptr<i8>
      %51 = ttng.reinterpret_tensor_descriptor %49 : !tt.ptr<i8> to !tt.tensordesc<64x64xf16, #shared1>
      %52 = arith.extsi %arg4 {async_task_id = array<i32: 0>} : i32 to i64
      %53 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
      %54 = arith.muli %52, %c2_i64 : i64
      ttng.tensormap_create %53, %arg1, [%c64_i32, %c64_i32], [%arg4, %arg5], [%54], [%c1_i32, %c1_i32] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
      ttng.tensormap_fenceproxy_acquire %53 : !tt.ptr<i8>
      %55 = ttng.reinterpret_tensor_descriptor %53 : !tt.ptr<i8> to !tt.tensordesc<64x64xf16, #shared1>
      %56 = arith.addi %arg4, %c63_i32 {async_task_id = array<i32: 0>} : i32
      %57 = arith.divsi %56, %c64_i32 {async_task_id = array<i32: 0>} : i32
      %58 = arith.divsi %47, %57 {async_task_id = array<i32: 0>} : i32
      %59 = arith.remsi %47, %57 {async_task_id = array<i32: 0>} : i32
      %60 = arith.addi %arg5, %c63_i32 {async_task_id = array<i32: 0>} : i32
      %61 = arith.divsi %60, %c64_i32 {async_task_id = array<i32: 0>} : i32
      %62 = arith.muli %58, %c128_i32 {async_task_id = array<i32: 0>} : i32
      %63 = arith.addi %62, %c64_i32 {async_task_id = array<i32: 0>} : i32
      %64 = arith.muli %59, %c64_i32 {async_task_id = array<i32: 0>} : i32
      %65 = scf.for %arg6 = %c0_i32 to %61 step %c1_i32 iter_args(%arg7 = %c0_i64) -> (i64)  : i32 {
        %66 = arith.muli %arg6, %c64_i32 {async_task_id = array<i32: 0>} : i32
        %67 = arith.divui %arg7, %c3_i64 {async_task_id = array<i32: 0>} : i64
        %68 = arith.muli %67, %c3_i64 {async_task_id = array<i32: 0>} : i64
        %69 = arith.subi %arg7, %68 {async_task_id = array<i32: 0>} : i64
        %70 = arith.trunci %69 {async_task_id = array<i32: 0>} : i64 to i32
        %71 = arith.andi %67, %c1_i64 {async_task_id = array<i32: 0>} : i64
        %72 = arith.trunci %71 {async_task_id = array<i32: 0>} : i64 to i1
        %73 = ttg.memdesc_index %13[%70] {async_task_id = array<i32: 0>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %74 = arith.xori %72, %true : i1
        %75 = arith.extui %74 : i1 to i32
        ttng.wait_barrier %73, %75 {async_task_id = array<i32: 0>} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %76 = ttg.memdesc_index %8[%70] {async_task_id = array<i32: 0>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.barrier_expect %76, 8192 {async_task_id = array<i32: 0>}, %true : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %77 = ttg.memdesc_index %44[%70] {async_task_id = array<i32: 0>} : !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
        ttng.async_tma_copy_global_to_local %51[%62, %66] %77, %76, %true {async_task_id = array<i32: 0>} : !tt.tensordesc<64x64xf16, #shared1>, !ttg.memdesc<1xi64, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
        %78 = ttg.memdesc_index %37[%70] {async_task_id = array<i32: 0>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.wait_barrier %78, %75 {async_task_id = array<i32: 0>} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %79 = ttg.memdesc_index %29[%70] {async_task_id = array<i32: 0>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.wait_barrier %79, %75 {async_task_id = array<i32: 0>} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %80 = ttg.memdesc_index %0[%70] {async_task_id = array<i32: 0>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.barrier_expect %80, 8192 {async_task_id = array<i32: 0>}, %true : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %81 = ttg.memdesc_index %46[%70] {async_task_id = array<i32: 0>} : !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
        ttng.async_tma_copy_global_to_local %55[%66, %64] %81, %80, %true {async_task_id = array<i32: 0>} : !tt.tensordesc<64x64xf16, #shared1>, !ttg.memdesc<1xi64, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
        %82 = ttg.memdesc_index %21[%70] {async_task_id = array<i32: 0>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.wait_barrier %82, %75 {async_task_id = array<i32: 0>} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %83 = ttg.memdesc_index %4[%70] {async_task_id = array<i32: 0>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.barrier_expect %83, 8192 {async_task_id = array<i32: 0>}, %true : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %84 = ttg.memdesc_index %45[%70] {async_task_id = array<i32: 0>} : !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
        ttng.async_tma_copy_global_to_local %51[%63, %66] %84, %83, %true {async_task_id = array<i32: 0>} : !tt.tensordesc<64x64xf16, #shared1>, !ttg.memdesc<1xi64, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
        %85 = arith.addi %arg7, %c1_i64 {async_task_id = array<i32: 0>} : i64
        scf.yield {async_task_id = array<i32: 0>} %85 : i64
      } {async_task_id = array<i32: 0>, tt.num_stages = 0 : i32}
      ttg.warp_yield
    }
    partition0(%arg6: i32, %arg7: !tt.ptr<f16>, %arg8: i32, %arg9: i32, %arg10: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, %arg11: !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable>, %arg12: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, %arg13: !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable>, %arg14: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, %arg15: !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable>, %arg16: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, %arg17: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, %arg18: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, %arg19: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>) num_warps(4) {
      %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
      %c63_i32_0 = arith.constant 63 : i32
      %c1_i32_1 = arith.constant 1 : i32
      %c0_i32_2 = arith.constant 0 : i32
      %c64_i32_3 = arith.constant 64 : i32
      %c128_i32_4 = arith.constant 128 : i32
      %c1_i64_5 = arith.constant 1 : i64
      %c0_i64_6 = arith.constant 0 : i64
      %c3_i64_7 = arith.constant 3 : i64
      %c2_i64_8 = arith.constant 2 : i64
      %47 = tt.get_program_id x {async_task_id = array<i32: 1>} : i32
      %48 = arith.extsi %arg6 {async_task_id = array<i32: 1>} : i32 to i64
      %49 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
      %50 = arith.muli %48, %c2_i64_8 : i64
      ttng.tensormap_create %49, %arg7, [%c64_i32_3, %c64_i32_3], [%arg6, %arg8], [%50], [%c1_i32_1, %c1_i32_1] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
      ttng.tensormap_fenceproxy_acquire %49 : !tt.ptr<i8>
      %51 = ttng.reinterpret_tensor_descriptor %49 : !tt.ptr<i8> to !tt.tensordesc<64x64xf16, #shared1>
      %52 = arith.addi %arg6, %c63_i32_0 {async_task_id = array<i32: 1>} : i32
      %53 = arith.divsi %52, %c64_i32_3 {async_task_id = array<i32: 1>} : i32
      %54 = arith.divsi %47, %53 {async_task_id = array<i32: 1>} : i32
      %55 = arith.remsi %47, %53 {async_task_id = array<i32: 1>} : i32
      %56 = arith.addi %arg9, %c63_i32_0 {async_task_id = array<i32: 1>} : i32
      %57 = arith.divsi %56, %c64_i32_3 {async_task_id = array<i32: 1>} : i32
      %58:2 = scf.for %arg20 = %c0_i32_2 to %57 step %c1_i32_1 iter_args(%arg21 = %cst, %arg22 = %c0_i64_6) -> (tensor<64x64xf32, #mma>, i64)  : i32 {
        %63 = arith.divui %arg22, %c3_i64_7 {async_task_id = array<i32: 1>} : i64
        %64 = arith.muli %63, %c3_i64_7 {async_task_id = array<i32: 1>} : i64
        %65 = arith.subi %arg22, %64 {async_task_id = array<i32: 1>} : i64
        %66 = arith.trunci %65 {async_task_id = array<i32: 1>} : i64 to i32
        %67 = arith.andi %63, %c1_i64_5 {async_task_id = array<i32: 1>} : i64
        %68 = arith.trunci %67 {async_task_id = array<i32: 1>} : i64 to i1
        %69 = ttg.memdesc_index %arg10[%66] {async_task_id = array<i32: 1>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %70 = arith.extsi %68 {async_task_id = array<i32: 1>} : i1 to i32
        ttng.wait_barrier %69, %70 {async_task_id = array<i32: 1>} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %71 = ttg.memdesc_index %arg11[%66] {async_task_id = array<i32: 1>} : !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem>
        %72 = ttg.memdesc_index %arg12[%66] {async_task_id = array<i32: 1>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.wait_barrier %72, %70 {async_task_id = array<i32: 1>} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %73 = ttg.memdesc_index %arg13[%66] {async_task_id = array<i32: 1>} : !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem>
        %74 = ttng.warp_group_dot %71, %73, %arg21 {async_task_id = array<i32: 1>, inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #shared1, #smem> * !ttg.memdesc<64x64xf16, #shared1, #smem> -> tensor<64x64xf32, #mma>
        %75 = ttg.memdesc_index %arg16[%66] {async_task_id = array<i32: 1>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.arrive_barrier %75, 128 {async_task_id = array<i32: 1>} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %76 = ttg.memdesc_index %arg18[%66] {async_task_id = array<i32: 1>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.arrive_barrier %76, 128 {async_task_id = array<i32: 1>} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %77 = arith.addi %arg22, %c1_i64_5 {async_task_id = array<i32: 1>} : i64
        scf.yield {async_task_id = array<i32: 1>} %74, %77 : tensor<64x64xf32, #mma>, i64
      } {async_task_id = array<i32: 1>, tt.num_stages = 0 : i32}
      %59 = arith.muli %54, %c128_i32_4 {async_task_id = array<i32: 1>} : i32
      %60 = arith.muli %55, %c64_i32_3 {async_task_id = array<i32: 1>} : i32
      %61 = arith.truncf %58#0 {async_task_id = array<i32: 1>} : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
      %62 = ttg.local_alloc %61 : (tensor<64x64xf16, #mma>) -> !ttg.memdesc<64x64xf16, #shared1, #smem>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_local_to_global %51[%59, %60] %62 : !tt.tensordesc<64x64xf16, #shared1>, !ttg.memdesc<64x64xf16, #shared1, #smem>
      ttng.async_tma_store_wait {pendings = 0 : i32}
      ttg.warp_return
    }
    partition1(%arg6: i32, %arg7: !tt.ptr<f16>, %arg8: i32, %arg9: i32, %arg10: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, %arg11: !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable>, %arg12: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, %arg13: !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable>, %arg14: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, %arg15: !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable>, %arg16: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, %arg17: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, %arg18: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, %arg19: !ttg.memdesc<3x1xi64, #shared, #smem, mutable>) num_warps(4) {
      %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
      %c63_i32_0 = arith.constant 63 : i32
      %c1_i32_1 = arith.constant 1 : i32
      %c0_i32_2 = arith.constant 0 : i32
      %c64_i32_3 = arith.constant 64 : i32
      %c128_i32_4 = arith.constant 128 : i32
      %c1_i64_5 = arith.constant 1 : i64
      %c0_i64_6 = arith.constant 0 : i64
      %c3_i64_7 = arith.constant 3 : i64
      %c2_i64_8 = arith.constant 2 : i64
      %47 = tt.get_program_id x {async_task_id = array<i32: 2>} : i32
      %48 = arith.extsi %arg6 {async_task_id = array<i32: 2>} : i32 to i64
      %49 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
      %50 = arith.muli %48, %c2_i64_8 : i64
      ttng.tensormap_create %49, %arg7, [%c64_i32_3, %c64_i32_3], [%arg6, %arg8], [%50], [%c1_i32_1, %c1_i32_1] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
      ttng.tensormap_fenceproxy_acquire %49 : !tt.ptr<i8>
      %51 = ttng.reinterpret_tensor_descriptor %49 : !tt.ptr<i8> to !tt.tensordesc<64x64xf16, #shared1>
      %52 = arith.addi %arg6, %c63_i32_0 {async_task_id = array<i32: 2>} : i32
      %53 = arith.divsi %52, %c64_i32_3 {async_task_id = array<i32: 2>} : i32
      %54 = arith.divsi %47, %53 {async_task_id = array<i32: 2>} : i32
      %55 = arith.remsi %47, %53 {async_task_id = array<i32: 2>} : i32
      %56 = arith.addi %arg9, %c63_i32_0 {async_task_id = array<i32: 2>} : i32
      %57 = arith.divsi %56, %c64_i32_3 {async_task_id = array<i32: 2>} : i32
      %58:2 = scf.for %arg20 = %c0_i32_2 to %57 step %c1_i32_1 iter_args(%arg21 = %cst, %arg22 = %c0_i64_6) -> (tensor<64x64xf32, #mma>, i64)  : i32 {
        %64 = arith.divui %arg22, %c3_i64_7 {async_task_id = array<i32: 2>} : i64
        %65 = arith.muli %64, %c3_i64_7 {async_task_id = array<i32: 2>} : i64
        %66 = arith.subi %arg22, %65 {async_task_id = array<i32: 2>} : i64
        %67 = arith.trunci %66 {async_task_id = array<i32: 2>} : i64 to i32
        %68 = arith.andi %64, %c1_i64_5 {async_task_id = array<i32: 2>} : i64
        %69 = arith.trunci %68 {async_task_id = array<i32: 2>} : i64 to i1
        %70 = ttg.memdesc_index %arg14[%67] {async_task_id = array<i32: 2>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %71 = arith.extsi %69 {async_task_id = array<i32: 2>} : i1 to i32
        ttng.wait_barrier %70, %71 {async_task_id = array<i32: 2>} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %72 = ttg.memdesc_index %arg15[%67] {async_task_id = array<i32: 2>} : !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem>
        %73 = ttg.memdesc_index %arg12[%67] {async_task_id = array<i32: 2>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.wait_barrier %73, %71 {async_task_id = array<i32: 2>} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %74 = ttg.memdesc_index %arg13[%67] {async_task_id = array<i32: 2>} : !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem>
        %75 = ttng.warp_group_dot %72, %74, %arg21 {async_task_id = array<i32: 2>, inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #shared1, #smem> * !ttg.memdesc<64x64xf16, #shared1, #smem> -> tensor<64x64xf32, #mma>
        %76 = ttg.memdesc_index %arg17[%67] {async_task_id = array<i32: 2>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.arrive_barrier %76, 128 {async_task_id = array<i32: 2>} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %77 = ttg.memdesc_index %arg19[%67] {async_task_id = array<i32: 2>} : !ttg.memdesc<3x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.arrive_barrier %77, 128 {async_task_id = array<i32: 2>} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        %78 = arith.addi %arg22, %c1_i64_5 {async_task_id = array<i32: 2>} : i64
        scf.yield {async_task_id = array<i32: 2>} %75, %78 : tensor<64x64xf32, #mma>, i64
      } {async_task_id = array<i32: 2>, tt.num_stages = 0 : i32}
      %59 = arith.muli %54, %c128_i32_4 {async_task_id = array<i32: 2>} : i32
      %60 = arith.addi %59, %c64_i32_3 {async_task_id = array<i32: 2>} : i32
      %61 = arith.muli %55, %c64_i32_3 {async_task_id = array<i32: 2>} : i32
      %62 = arith.truncf %58#0 {async_task_id = array<i32: 2>} : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
      %63 = ttg.local_alloc %62 : (tensor<64x64xf16, #mma>) -> !ttg.memdesc<64x64xf16, #shared1, #smem>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_local_to_global %51[%60, %61] %63 : !tt.tensordesc<64x64xf16, #shared1>, !ttg.memdesc<64x64xf16, #shared1, #smem>
      ttng.async_tma_store_wait {pendings = 0 : i32}
      ttg.warp_return
    } : (i32, !tt.ptr<f16>, i32, i32, !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable>, !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable>, !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, !ttg.memdesc<3x64x64xf16, #shared1, #smem, mutable>, !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, !ttg.memdesc<3x1xi64, #shared, #smem, mutable>, !ttg.memdesc<3x1xi64, #shared, #smem, mutable>) -> ()
    ttng.inval_barrier %9 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %10 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %11 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %2 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %3 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %5 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %6 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %7 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %14 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %16 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %18 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %15 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %17 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %19 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %22 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %24 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %26 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %23 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %25 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %27 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %30 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %32 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %34 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %31 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %33 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %35 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %38 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %40 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %42 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %39 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %41 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %43 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    tt.return
  }
}
