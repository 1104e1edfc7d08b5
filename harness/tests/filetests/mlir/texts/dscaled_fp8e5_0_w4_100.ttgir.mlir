#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked3 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#linear1 = #ttg.linear<{register = [[0, 1], [32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]], block = []}>
#linear2 = #ttg.linear<{register = [[0, 1], [32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]], block = []}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#tmem_scales = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @dscaled(%arg0: !tt.ptr<f8E5M2> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f8E5M2> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %arg4: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #linear>
    %true = arith.constant true
    %cst_0 = arith.constant dense<2> : tensor<64x1xi32, #blocked>
    %cst_1 = arith.constant dense<2> : tensor<128x1xi32, #blocked1>
    %cst_2 = arith.constant dense<64> : tensor<64x1xi32, #blocked2>
    %cst_3 = arith.constant dense<64> : tensor<128x1xi32, #blocked2>
    %cst_4 = arith.constant dense<64> : tensor<128x1xi32, #blocked3>
    %c0_i32 = arith.constant 0 : i32
    %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #blocked2}>>
    %1 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #blocked3}>>
    %2 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %3 = tt.expand_dims %0 {axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #blocked2}>> -> tensor<128x1xi32, #blocked2>
    %4 = tt.expand_dims %1 {axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #blocked3}>> -> tensor<128x1xi32, #blocked3>
    %5 = tt.expand_dims %2 {axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<128x1xi32, #blocked1>
    %6 = arith.muli %3, %cst_3 : tensor<128x1xi32, #blocked2>
    %7 = arith.muli %4, %cst_4 : tensor<128x1xi32, #blocked3>
    %8 = tt.splat %arg0 : !tt.ptr<f8E5M2> -> tensor<128x1x!tt.ptr<f8E5M2>, #blocked2>
    %9 = tt.addptr %8, %6 : tensor<128x1x!tt.ptr<f8E5M2>, #blocked2>, tensor<128x1xi32, #blocked2>
    %10 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>
    %11 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked3}>>
    %12 = tt.expand_dims %10 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked2}>> -> tensor<1x64xi32, #blocked2>
    %13 = tt.expand_dims %11 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked3}>> -> tensor<1x64xi32, #blocked3>
    %14 = tt.broadcast %9 : tensor<128x1x!tt.ptr<f8E5M2>, #blocked2> -> tensor<128x64x!tt.ptr<f8E5M2>, #blocked2>
    %15 = tt.broadcast %12 : tensor<1x64xi32, #blocked2> -> tensor<128x64xi32, #blocked2>
    %16 = tt.broadcast %13 : tensor<1x64xi32, #blocked3> -> tensor<128x64xi32, #blocked3>
    %17 = tt.addptr %14, %15 : tensor<128x64x!tt.ptr<f8E5M2>, #blocked2>, tensor<128x64xi32, #blocked2>
    %18 = tt.load %17 : tensor<128x64x!tt.ptr<f8E5M2>, #blocked2>
    %19 = ttg.local_alloc %18 : (tensor<128x64xf8E5M2, #blocked2>) -> !ttg.memdesc<128x64xf8E5M2, #shared, #smem>
    %20 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked2}>>
    %21 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %22 = tt.expand_dims %20 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked2}>> -> tensor<64x1xi32, #blocked2>
    %23 = tt.expand_dims %21 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64x1xi32, #blocked>
    %24 = arith.muli %22, %cst_2 : tensor<64x1xi32, #blocked2>
    %25 = tt.splat %arg2 : !tt.ptr<f8E5M2> -> tensor<64x1x!tt.ptr<f8E5M2>, #blocked2>
    %26 = tt.addptr %25, %24 : tensor<64x1x!tt.ptr<f8E5M2>, #blocked2>, tensor<64x1xi32, #blocked2>
    %27 = tt.broadcast %26 : tensor<64x1x!tt.ptr<f8E5M2>, #blocked2> -> tensor<64x64x!tt.ptr<f8E5M2>, #blocked2>
    %28 = tt.broadcast %12 : tensor<1x64xi32, #blocked2> -> tensor<64x64xi32, #blocked2>
    %29 = tt.addptr %27, %28 : tensor<64x64x!tt.ptr<f8E5M2>, #blocked2>, tensor<64x64xi32, #blocked2>
    %30 = tt.load %29 : tensor<64x64x!tt.ptr<f8E5M2>, #blocked2>
    %31 = ttg.local_alloc %30 : (tensor<64x64xf8E5M2, #blocked2>) -> !ttg.memdesc<64x64xf8E5M2, #shared, #smem>
    %32 = arith.muli %5, %cst_1 : tensor<128x1xi32, #blocked1>
    %33 = tt.splat %arg1 : !tt.ptr<i8> -> tensor<128x1x!tt.ptr<i8>, #blocked1>
    %34 = tt.addptr %33, %32 : tensor<128x1x!tt.ptr<i8>, #blocked1>, tensor<128x1xi32, #blocked1>
    %35 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %36 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %37 = tt.expand_dims %35 {axis = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x2xi32, #blocked1>
    %38 = tt.expand_dims %36 {axis = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x2xi32, #blocked>
    %39 = tt.broadcast %34 : tensor<128x1x!tt.ptr<i8>, #blocked1> -> tensor<128x2x!tt.ptr<i8>, #blocked1>
    %40 = tt.broadcast %37 : tensor<1x2xi32, #blocked1> -> tensor<128x2xi32, #blocked1>
    %41 = tt.addptr %39, %40 : tensor<128x2x!tt.ptr<i8>, #blocked1>, tensor<128x2xi32, #blocked1>
    %42 = tt.load %41 : tensor<128x2x!tt.ptr<i8>, #blocked1>
    %43 = arith.muli %23, %cst_0 : tensor<64x1xi32, #blocked>
    %44 = tt.splat %arg3 : !tt.ptr<i8> -> tensor<64x1x!tt.ptr<i8>, #blocked>
    %45 = tt.addptr %44, %43 : tensor<64x1x!tt.ptr<i8>, #blocked>, tensor<64x1xi32, #blocked>
    %46 = tt.broadcast %45 : tensor<64x1x!tt.ptr<i8>, #blocked> -> tensor<64x2x!tt.ptr<i8>, #blocked>
    %47 = tt.broadcast %38 : tensor<1x2xi32, #blocked> -> tensor<64x2xi32, #blocked>
    %48 = tt.addptr %46, %47 : tensor<64x2x!tt.ptr<i8>, #blocked>, tensor<64x2xi32, #blocked>
    %49 = tt.load %48 : tensor<64x2x!tt.ptr<i8>, #blocked>
    %50 = tt.splat %arg4 : !tt.ptr<f32> -> tensor<128x1x!tt.ptr<f32>, #blocked3>
    %51 = tt.addptr %50, %7 : tensor<128x1x!tt.ptr<f32>, #blocked3>, tensor<128x1xi32, #blocked3>
    %52 = tt.broadcast %51 : tensor<128x1x!tt.ptr<f32>, #blocked3> -> tensor<128x64x!tt.ptr<f32>, #blocked3>
    %53 = tt.addptr %52, %16 : tensor<128x64x!tt.ptr<f32>, #blocked3>, tensor<128x64xi32, #blocked3>
    %result = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tmem_store %cst, %result, %true : tensor<128x64xf32, #linear> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %54 = ttg.convert_layout %42 : tensor<128x2xi8, #blocked1> -> tensor<128x2xi8, #linear1>
    %55 = ttg.convert_layout %49 : tensor<64x2xi8, #blocked> -> tensor<64x2xi8, #linear2>
    %result_5 = ttng.tmem_alloc %54 : (tensor<128x2xi8, #linear1>) -> !ttg.memdesc<128x2xi8, #tmem_scales, #ttng.tensor_memory>
    %result_6 = ttng.tmem_alloc %55 : (tensor<64x2xi8, #linear2>) -> !ttg.memdesc<64x2xi8, #tmem_scales, #ttng.tensor_memory>
    ttng.fence_async_shared {bCluster = false}
    %56 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %56, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.tc_gen5_mma_scaled %19, %31, %result, %result_5, %result_6, %true, %true lhs = e5m2 rhs = e5m2, %56[%true] {is_async} : !ttg.memdesc<128x64xf8E5M2, #shared, #smem>, !ttg.memdesc<64x64xf8E5M2, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x2xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<64x2xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.wait_barrier %56, %c0_i32, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %56 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %result_7 = ttng.tmem_load %result : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #linear>
    %57 = ttg.convert_layout %result_7 : tensor<128x64xf32, #linear> -> tensor<128x64xf32, #blocked3>
    tt.store %53, %57 : tensor<128x64x!tt.ptr<f32>, #blocked3>
    tt.return
  }
}
