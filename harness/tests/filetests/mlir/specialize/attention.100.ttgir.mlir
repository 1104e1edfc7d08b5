#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @attn(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %true = arith.constant true
    %c64_i32 = arith.constant 64 : i32
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #linear>
    %cst_0 = arith.constant dense<-1.000000e+30> : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
    %c1_i32 = arith.constant 1 : i32
    %c2_i32 = arith.constant 2 : i32
    %c128_i64 = arith.constant 128 : i64
    %0 = tt.get_program_id x : i32
    %1 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    ttng.tensormap_create %1, %arg0, [%c64_i32, %c128_i32], [%c64_i32, %arg4], [%c128_i64], [%c1_i32, %c1_i32] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %1 : !tt.ptr<i8>
    %2 = ttng.reinterpret_tensor_descriptor %1 : !tt.ptr<i8> to !tt.tensordesc<128x64xf16, #shared>
    %3 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    ttng.tensormap_create %3, %arg1, [%c64_i32, %c64_i32], [%c64_i32, %arg4], [%c128_i64], [%c1_i32, %c1_i32] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %3 : !tt.ptr<i8>
    %4 = ttng.reinterpret_tensor_descriptor %3 : !tt.ptr<i8> to !tt.tensordesc<64x64xf16, #shared>
    %5 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    ttng.tensormap_create %5, %arg2, [%c64_i32, %c64_i32], [%c64_i32, %arg4], [%c128_i64], [%c1_i32, %c1_i32] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %5 : !tt.ptr<i8>
    %6 = ttng.reinterpret_tensor_descriptor %5 : !tt.ptr<i8> to !tt.tensordesc<64x64xf16, #shared>
    %7 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
    ttng.tensormap_create %7, %arg3, [%c64_i32, %c128_i32], [%c64_i32, %arg4], [%c128_i64], [%c1_i32, %c1_i32] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %7 : !tt.ptr<i8>
    %8 = ttng.reinterpret_tensor_descriptor %7 : !tt.ptr<i8> to !tt.tensordesc<128x64xf16, #shared>
    %9 = arith.muli %0, %c128_i32 : i32
    %10 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    %11 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %11, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.barrier_expect %11, 16384, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %2[%9, %c0_i32] %10, %11, %true : !tt.tensordesc<128x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    ttng.wait_barrier %11, %c0_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %11 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %12 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %13 = ttg.memdesc_index %12[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %13, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %14 = ttg.memdesc_index %12[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %14, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %15 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %16 = ttg.memdesc_index %15[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %16, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %17 = ttg.memdesc_index %15[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %17, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.wait_barrier %13, %c1_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %18 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %19 = ttg.memdesc_index %18[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %19, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %20 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %21 = ttg.memdesc_index %20[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %21, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.wait_barrier %19, %c1_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %result = ttng.tmem_alloc : () -> !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %22 = ttg.memdesc_index %result[%c0_i32] : !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tmem_store %cst, %22, %true : tensor<128x64xf32, #linear> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %23 = ttg.local_alloc : () -> !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>
    %24 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %25 = ttg.memdesc_index %24[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %25, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %26 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %27 = ttg.memdesc_index %26[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %27, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %28 = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
    %29 = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    %30 = ttg.memdesc_index %29[%c0_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %30, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %31 = ttg.memdesc_index %29[%c1_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %31, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %32 = ttg.memdesc_index %29[%c2_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %32, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %33 = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    %34 = ttg.memdesc_index %33[%c0_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %34, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %35 = ttg.memdesc_index %33[%c1_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %35, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %36 = ttg.memdesc_index %33[%c2_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %36, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %37 = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
    %38 = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    %39 = ttg.memdesc_index %38[%c0_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %39, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %40 = ttg.memdesc_index %38[%c1_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %40, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %41 = ttg.memdesc_index %38[%c2_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %41, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %42 = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    %43 = ttg.memdesc_index %42[%c0_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %43, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %44 = ttg.memdesc_index %42[%c1_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %44, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %45 = ttg.memdesc_index %42[%c2_i32] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %45, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %46 = ttg.local_alloc : () -> !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>
    %47 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %48 = ttg.memdesc_index %47[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %48, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %49 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %50 = ttg.memdesc_index %49[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %50, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %51 = ttg.local_alloc : () -> !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>
    %52 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %53 = ttg.memdesc_index %52[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %53, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %54 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %55 = ttg.memdesc_index %54[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %55, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %56 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %57 = ttg.memdesc_index %56[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %57, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %58 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %59 = ttg.memdesc_index %58[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %59, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %60 = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #shared1, #smem, mutable>
    %result_1 = ttng.tmem_alloc : () -> !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %result_2 = ttng.tmem_alloc : () -> !ttg.memdesc<1x128x64xf16, #tmem, #ttng.tensor_memory, mutable>
    %61 = ttg.warp_specialize(%26, %23, %24, %49, %46, %47, %54, %51, %52, %result, %20, %18, %arg4, %60, %33, %28, %result_1, %10, %15, %29, %42, %37, %58, %result_2, %56, %38, %12, %4, %6) attributes {requestedRegisters = array<i32: 88, 24, 24>}
    default {
      %69:5 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst_0, %arg7 = %c1_i32, %arg8 = %c1_i32, %arg9 = %c1_i32, %arg10 = %c0_i32) -> (tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>, i32, i32, i32, i32)  : i32 {
        %77 = arith.xori %arg10, %c1_i32 : i32
        ttng.wait_barrier %25, %77 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %78 = ttg.memdesc_index %23[%c0_i32] : !ttg.memdesc<1x128xf32, #shared1, #smem, mutable> -> !ttg.memdesc<128xf32, #shared1, #smem, mutable>
        ttg.local_store %arg6, %78 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>> -> !ttg.memdesc<128xf32, #shared1, #smem, mutable>
        ttng.arrive_barrier %27, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %79 = arith.addi %arg7, %c1_i32 : i32
        %80 = arith.cmpi eq, %79, %c2_i32 : i32
        %81 = arith.select %80, %c0_i32, %79 : i32
        %82 = arith.xori %arg8, %c1_i32 : i32
        %83 = arith.select %80, %82, %arg8 : i32
        %84 = ttg.memdesc_index %15[%81] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %84, %83 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %85 = ttg.memdesc_index %result_1[%81] : !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
        %86 = ttg.memdesc_index %12[%81] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %result_4 = ttng.tmem_load %85 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #linear>
        ttng.arrive_barrier %86, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %87 = "tt.reduce"(%result_4) <{axis = 1 : i32}> ({
        ^bb0(%arg11: f32, %arg12: f32):
          %98 = arith.maxnumf %arg11, %arg12 : f32
          tt.reduce.return %98 : f32
        }) : (tensor<128x64xf32, #linear>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
        %88 = arith.maxnumf %arg6, %87 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
        ttng.wait_barrier %48, %77 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %89 = ttg.memdesc_index %46[%c0_i32] : !ttg.memdesc<1x128xf32, #shared1, #smem, mutable> -> !ttg.memdesc<128xf32, #shared1, #smem, mutable>
        ttg.local_store %88, %89 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>> -> !ttg.memdesc<128xf32, #shared1, #smem, mutable>
        ttng.arrive_barrier %50, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %90 = tt.expand_dims %88 {axis = 1 : i32} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>> -> tensor<128x1xf32, #linear>
        %91 = tt.broadcast %90 : tensor<128x1xf32, #linear> -> tensor<128x64xf32, #linear>
        %92 = arith.subf %result_4, %91 : tensor<128x64xf32, #linear>
        %93 = "tt.reduce"(%92) <{axis = 1 : i32}> ({
        ^bb0(%arg11: f32, %arg12: f32):
          %98 = arith.addf %arg11, %arg12 : f32
          tt.reduce.return %98 : f32
        }) : (tensor<128x64xf32, #linear>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
        ttng.wait_barrier %53, %77 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %94 = ttg.memdesc_index %51[%c0_i32] : !ttg.memdesc<1x128xf32, #shared1, #smem, mutable> -> !ttg.memdesc<128xf32, #shared1, #smem, mutable>
        ttg.local_store %93, %94 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>> -> !ttg.memdesc<128xf32, #shared1, #smem, mutable>
        ttng.arrive_barrier %55, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %95 = arith.truncf %92 : tensor<128x64xf32, #linear> to tensor<128x64xf16, #linear>
        ttng.wait_barrier %57, %77 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %96 = ttg.memdesc_index %result_2[%c0_i32] : !ttg.memdesc<1x128x64xf16, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory, mutable>
        ttng.tmem_store %95, %96, %true : tensor<128x64xf16, #linear> -> !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory, mutable>
        ttng.arrive_barrier %59, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %97 = arith.xori %arg9, %c1_i32 : i32
        scf.yield %88, %81, %83, %97, %77 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>, i32, i32, i32, i32
      } {tt.warp_specialize}
      %70 = arith.addi %69#1, %c1_i32 : i32
      %71 = arith.cmpi eq, %70, %c2_i32 : i32
      %72 = arith.select %71, %c0_i32, %70 : i32
      %73 = arith.xori %69#2, %c1_i32 : i32
      %74 = arith.select %71, %73, %69#2 : i32
      %75 = ttg.memdesc_index %15[%72] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %75, %74 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %76 = ttg.memdesc_index %12[%72] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.arrive_barrier %76, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.warp_yield %69#3 : i32
    }
    partition0(%arg5: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg6: !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>, %arg7: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg8: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg9: !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>, %arg10: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg11: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg12: !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>, %arg13: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg14: !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg15: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg16: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg17: i32, %arg18: !ttg.memdesc<128xf32, #shared1, #smem, mutable>, %arg19: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg20: !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>, %arg21: !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg22: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %arg23: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg24: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg25: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg26: !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>, %arg27: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg28: !ttg.memdesc<1x128x64xf16, #tmem, #ttng.tensor_memory, mutable>, %arg29: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg30: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg31: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg32: !tt.tensordesc<64x64xf16, #shared>, %arg33: !tt.tensordesc<64x64xf16, #shared>) num_warps(4) {
      %true_4 = arith.constant true
      %c64_i32_5 = arith.constant 64 : i32
      %c0_i32_6 = arith.constant 0 : i32
      %cst_7 = arith.constant dense<1.000000e+00> : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
      %c1_i32_8 = arith.constant 1 : i32
      %69:2 = scf.for %arg34 = %c0_i32_6 to %arg17 step %c64_i32_5 iter_args(%arg35 = %cst_7, %arg36 = %c1_i32_8) -> (tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>, i32)  : i32 {
        %71 = arith.xori %arg36, %c1_i32_8 : i32
        %72 = ttg.memdesc_index %arg5[%c0_i32_6] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %72, %71 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %73 = ttg.memdesc_index %arg6[%c0_i32_6] : !ttg.memdesc<1x128xf32, #shared1, #smem, mutable> -> !ttg.memdesc<128xf32, #shared1, #smem, mutable>
        %74 = ttg.local_load %73 : !ttg.memdesc<128xf32, #shared1, #smem, mutable> -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
        %75 = ttg.memdesc_index %arg7[%c0_i32_6] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.arrive_barrier %75, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %76 = ttg.memdesc_index %arg8[%c0_i32_6] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %76, %71 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %77 = ttg.memdesc_index %arg9[%c0_i32_6] : !ttg.memdesc<1x128xf32, #shared1, #smem, mutable> -> !ttg.memdesc<128xf32, #shared1, #smem, mutable>
        %78 = ttg.local_load %77 : !ttg.memdesc<128xf32, #shared1, #smem, mutable> -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
        %79 = ttg.memdesc_index %arg10[%c0_i32_6] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.arrive_barrier %79, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %80 = arith.subf %74, %78 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
        %81 = arith.mulf %arg35, %80 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
        %82 = ttg.memdesc_index %arg11[%c0_i32_6] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %82, %71 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %83 = ttg.memdesc_index %arg12[%c0_i32_6] : !ttg.memdesc<1x128xf32, #shared1, #smem, mutable> -> !ttg.memdesc<128xf32, #shared1, #smem, mutable>
        %84 = ttg.local_load %83 : !ttg.memdesc<128xf32, #shared1, #smem, mutable> -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
        %85 = ttg.memdesc_index %arg13[%c0_i32_6] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.arrive_barrier %85, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %86 = arith.addf %81, %84 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
        %87 = tt.expand_dims %80 {axis = 1 : i32} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>> -> tensor<128x1xf32, #linear>
        %88 = tt.broadcast %87 : tensor<128x1xf32, #linear> -> tensor<128x64xf32, #linear>
        %89 = ttg.memdesc_index %arg14[%c0_i32_6] : !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
        %result_9 = ttng.tmem_load %89 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #linear>
        %90 = arith.mulf %result_9, %88 : tensor<128x64xf32, #linear>
        ttng.tmem_store %90, %89, %true_4 : tensor<128x64xf32, #linear> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
        %91 = ttg.memdesc_index %arg15[%c0_i32_6] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.arrive_barrier %91, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %92 = ttg.memdesc_index %arg16[%c0_i32_6] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %92, %71 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        scf.yield %86, %71 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>, i32
      } {tt.warp_specialize}
      %70 = ttg.memdesc_index %arg15[%c0_i32_6] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.arrive_barrier %70, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.local_store %69#0, %arg18 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>> -> !ttg.memdesc<128xf32, #shared1, #smem, mutable>
      ttg.warp_return
    }
    partition1(%arg5: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg6: !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>, %arg7: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg8: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg9: !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>, %arg10: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg11: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg12: !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>, %arg13: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg14: !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg15: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg16: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg17: i32, %arg18: !ttg.memdesc<128xf32, #shared1, #smem, mutable>, %arg19: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg20: !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>, %arg21: !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg22: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %arg23: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg24: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg25: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg26: !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>, %arg27: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg28: !ttg.memdesc<1x128x64xf16, #tmem, #ttng.tensor_memory, mutable>, %arg29: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg30: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg31: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg32: !tt.tensordesc<64x64xf16, #shared>, %arg33: !tt.tensordesc<64x64xf16, #shared>) num_warps(1) {
      %false = arith.constant false
      %true_4 = arith.constant true
      %c64_i32_5 = arith.constant 64 : i32
      %c0_i32_6 = arith.constant 0 : i32
      %c1_i32_7 = arith.constant 1 : i32
      %c2_i32_8 = arith.constant 2 : i32
      %c3_i32 = arith.constant 3 : i32
      %c128_i32_9 = arith.constant 128 : i32
      %69 = arith.cmpi sgt, %arg17, %c0_i32_6 : i32
      %70 = ttg.memdesc_index %arg19[%c0_i32_6] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %70, %c0_i32_6, %69 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %71 = ttg.memdesc_index %arg20[%c0_i32_6] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %72 = ttg.memdesc_trans %71 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared2, #smem, mutable>
      %73 = ttg.memdesc_index %arg21[%c0_i32_6] : !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %74 = ttg.memdesc_index %arg23[%c0_i32_6] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %75 = ttg.memdesc_index %arg24[%c0_i32_6] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.tc_gen5_mma %arg22, %72, %73, %false, %69, %74[%69], %75[%69] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x64xf16, #shared2, #smem, mutable>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %76 = arith.extui %69 : i1 to i32
      %77 = ttg.memdesc_index %arg31[%c1_i32_7] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %77, %c1_i32_7, %69 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %78 = arith.cmpi sgt, %arg17, %c64_i32_5 : i32
      %79 = ttg.memdesc_index %arg19[%c1_i32_7] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %79, %c0_i32_6, %78 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %80 = ttg.memdesc_index %arg20[%c1_i32_7] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %81 = ttg.memdesc_trans %80 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared2, #smem, mutable>
      %82 = ttg.memdesc_index %arg21[%76] : !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %83 = ttg.memdesc_index %arg23[%76] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %84 = ttg.memdesc_index %arg24[%c1_i32_7] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.tc_gen5_mma %arg22, %81, %82, %false, %78, %83[%78], %84[%78] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x64xf16, #shared2, #smem, mutable>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %85 = arith.addi %76, %c1_i32_7 : i32
      %86 = arith.cmpi eq, %85, %c2_i32_8 : i32
      %87 = arith.select %86, %c0_i32_6, %85 : i32
      %88 = arith.select %78, %87, %76 : i32
      %89 = arith.cmpi ne, %85, %c2_i32_8 : i32
      %90 = arith.extui %89 : i1 to i32
      %91 = ttg.memdesc_index %arg31[%87] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %91, %90, %78 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %92:7 = scf.for %arg34 = %c0_i32_6 to %arg17 step %c64_i32_5 iter_args(%arg35 = %88, %arg36 = %90, %arg37 = %c1_i32_7, %arg38 = %c1_i32_7, %arg39 = %c0_i32_6, %arg40 = %c2_i32_8, %arg41 = %c1_i32_7) -> (i32, i32, i32, i32, i32, i32, i32)  : i32 {
        %94 = arith.subi %arg17, %c128_i32_9 : i32
        %95 = arith.cmpi slt, %arg34, %94 : i32
        %96 = arith.addi %arg40, %c1_i32_7 : i32
        %97 = arith.cmpi eq, %96, %c3_i32 : i32
        %98 = arith.select %97, %c0_i32_6, %96 : i32
        %99 = arith.xori %arg41, %c1_i32_7 : i32
        %100 = arith.select %97, %99, %arg41 : i32
        %101 = ttg.memdesc_index %arg25[%98] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %101, %100 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %102 = ttg.memdesc_index %arg26[%98] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %103 = arith.xori %arg37, %c1_i32_7 : i32
        %104 = ttg.memdesc_index %arg15[%c0_i32_6] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %104, %103 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %105 = ttg.memdesc_index %arg14[%c0_i32_6] : !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
        %106 = ttg.memdesc_index %arg27[%c0_i32_6] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %106, %103 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %107 = ttg.memdesc_index %arg28[%c0_i32_6] : !ttg.memdesc<1x128x64xf16, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory, mutable>
        %108 = ttg.memdesc_index %arg29[%c0_i32_6] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %109 = ttg.memdesc_index %arg16[%c0_i32_6] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %110 = ttg.memdesc_index %arg30[%98] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.tc_gen5_mma %107, %102, %105, %true_4, %true_4, %108[%true_4], %109[%true_4], %110[%true_4] {is_async} : !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %111 = arith.addi %arg38, %c1_i32_7 : i32
        %112 = arith.cmpi eq, %111, %c3_i32 : i32
        %113 = arith.select %112, %c0_i32_6, %111 : i32
        %114 = arith.xori %arg39, %c1_i32_7 : i32
        %115 = arith.select %112, %114, %arg39 : i32
        %116 = ttg.memdesc_index %arg19[%113] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %116, %115, %95 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %117 = ttg.memdesc_index %arg20[%113] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %118 = ttg.memdesc_trans %117 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared2, #smem, mutable>
        %119 = ttg.memdesc_index %arg21[%arg35] : !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
        %120 = ttg.memdesc_index %arg23[%arg35] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %121 = ttg.memdesc_index %arg24[%113] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.tc_gen5_mma %arg22, %118, %119, %false, %95, %120[%95], %121[%95] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x64xf16, #shared2, #smem, mutable>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %122 = arith.addi %arg35, %c1_i32_7 : i32
        %123 = arith.cmpi eq, %122, %c2_i32_8 : i32
        %124 = arith.select %123, %c0_i32_6, %122 : i32
        %125 = arith.xori %arg36, %c1_i32_7 : i32
        %126 = arith.select %123, %125, %arg36 : i32
        %127 = ttg.memdesc_index %arg31[%124] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %127, %126, %95 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %128 = arith.select %95, %124, %arg35 : i32
        scf.yield %128, %126, %103, %113, %115, %98, %100 : i32, i32, i32, i32, i32, i32, i32
      } {tt.warp_specialize}
      %93 = ttg.memdesc_index %arg23[%92#0] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.tc_gen5_commit %93 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.warp_return
    }
    partition2(%arg5: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg6: !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>, %arg7: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg8: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg9: !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>, %arg10: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg11: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg12: !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>, %arg13: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg14: !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg15: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg16: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg17: i32, %arg18: !ttg.memdesc<128xf32, #shared1, #smem, mutable>, %arg19: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg20: !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>, %arg21: !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg22: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %arg23: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg24: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg25: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg26: !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>, %arg27: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg28: !ttg.memdesc<1x128x64xf16, #tmem, #ttng.tensor_memory, mutable>, %arg29: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg30: !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, %arg31: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg32: !tt.tensordesc<64x64xf16, #shared>, %arg33: !tt.tensordesc<64x64xf16, #shared>) num_warps(2) {
      %true_4 = arith.constant true
      %c64_i32_5 = arith.constant 64 : i32
      %c0_i32_6 = arith.constant 0 : i32
      %c1_i32_7 = arith.constant 1 : i32
      %c2_i32_8 = arith.constant 2 : i32
      %c3_i32 = arith.constant 3 : i32
      %c128_i32_9 = arith.constant 128 : i32
      %69 = arith.cmpi sgt, %arg17, %c0_i32_6 : i32
      %70 = ttg.memdesc_index %arg24[%c0_i32_6] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %70, %c1_i32_7, %69 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %71 = ttg.memdesc_index %arg20[%c0_i32_6] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %72 = ttg.memdesc_index %arg19[%c0_i32_6] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.barrier_expect %72, 8192, %69 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %arg32[%c0_i32_6, %c0_i32_6] %71, %72, %69 : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %73 = arith.cmpi sgt, %arg17, %c64_i32_5 : i32
      %74 = ttg.memdesc_index %arg24[%c1_i32_7] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %74, %c1_i32_7, %73 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %75 = ttg.memdesc_index %arg20[%c1_i32_7] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %76 = ttg.memdesc_index %arg19[%c1_i32_7] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.barrier_expect %76, 8192, %73 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %arg32[%c64_i32_5, %c0_i32_6] %75, %76, %73 : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %77:4 = scf.for %arg34 = %c0_i32_6 to %arg17 step %c64_i32_5 iter_args(%arg35 = %c1_i32_7, %arg36 = %c1_i32_7, %arg37 = %c2_i32_8, %arg38 = %c0_i32_6) -> (i32, i32, i32, i32)  : i32 {
        %78 = arith.subi %arg17, %c128_i32_9 : i32
        %79 = arith.cmpi slt, %arg34, %78 : i32
        %80 = arith.addi %arg37, %c1_i32_7 : i32
        %81 = arith.cmpi eq, %80, %c3_i32 : i32
        %82 = arith.select %81, %c0_i32_6, %80 : i32
        %83 = arith.xori %arg38, %c1_i32_7 : i32
        %84 = arith.select %81, %83, %arg38 : i32
        %85 = ttg.memdesc_index %arg30[%82] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %85, %84 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %86 = ttg.memdesc_index %arg26[%82] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %87 = ttg.memdesc_index %arg25[%82] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.barrier_expect %87, 8192, %true_4 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.async_tma_copy_global_to_local %arg33[%arg34, %c0_i32_6] %86, %87, %true_4 : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %88 = arith.addi %arg35, %c1_i32_7 : i32
        %89 = arith.cmpi eq, %88, %c3_i32 : i32
        %90 = arith.select %89, %c0_i32_6, %88 : i32
        %91 = arith.xori %arg36, %c1_i32_7 : i32
        %92 = arith.select %89, %91, %arg36 : i32
        %93 = ttg.memdesc_index %arg24[%90] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %93, %92, %79 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %94 = ttg.memdesc_index %arg20[%90] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %95 = ttg.memdesc_index %arg19[%90] : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.barrier_expect %95, 8192, %79 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %96 = arith.addi %arg34, %c128_i32_9 : i32
        ttng.async_tma_copy_global_to_local %arg32[%96, %c0_i32_6] %94, %95, %79 : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        scf.yield %90, %92, %82, %84 : i32, i32, i32, i32
      } {tt.warp_specialize}
      ttg.warp_return
    } : (!ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x128xf32, #shared1, #smem, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, i32, !ttg.memdesc<128xf32, #shared1, #smem, mutable>, !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x128x64xf16, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, !tt.tensordesc<64x64xf16, #shared>, !tt.tensordesc<64x64xf16, #shared>) -> i32
    %62 = ttg.local_load %60 : !ttg.memdesc<128xf32, #shared1, #smem, mutable> -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
    ttg.local_dealloc %60 : !ttg.memdesc<128xf32, #shared1, #smem, mutable>
    %63 = arith.xori %61, %c1_i32 : i32
    ttng.wait_barrier %21, %63 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %result_3 = ttng.tmem_load %22 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #linear>
    ttng.arrive_barrier %19, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %64 = tt.expand_dims %62 {axis = 1 : i32} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>> -> tensor<128x1xf32, #linear>
    %65 = tt.broadcast %64 : tensor<128x1xf32, #linear> -> tensor<128x64xf32, #linear>
    %66 = arith.addf %result_3, %65 : tensor<128x64xf32, #linear>
    %67 = arith.truncf %66 : tensor<128x64xf32, #linear> to tensor<128x64xf16, #linear>
    %68 = ttg.local_alloc %67 : (tensor<128x64xf16, #linear>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    ttng.fence_async_shared {bCluster = false}
    ttng.async_tma_copy_local_to_global %8[%9, %c0_i32] %68 : !tt.tensordesc<128x64xf16, #shared>, !ttg.memdesc<128x64xf16, #shared, #smem>
    ttng.async_tma_store_wait {pendings = 0 : i32}
    ttng.inval_barrier %57 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %56 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %59 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %58 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %53 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %52 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %55 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %54 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %48 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %47 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %50 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %49 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %39 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %40 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %41 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %38 : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %43 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %44 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %45 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %42 : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %30 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %31 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %29 : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %34 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %35 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %36 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %33 : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %25 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %24 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %27 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %26 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %19 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %18 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %21 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %20 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %13 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %14 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %12 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %16 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %17 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %15 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    tt.return
  }
}
