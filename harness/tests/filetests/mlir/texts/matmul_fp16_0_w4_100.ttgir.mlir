#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 32]], warp = [[16, 0], [32, 0]], block = []}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @matmul(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32) attributes {noinline = false} {
    %false = arith.constant false
    %true = arith.constant true
    %c64_i32 = arith.constant 64 : i32
    %c32_i32 = arith.constant 32 : i32
    %cst = arith.constant dense<32> : tensor<64x32xi32, #blocked>
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<64x32xf16, #blocked>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<32x64xf16, #blocked1>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #linear>
    %c1_i32 = arith.constant 1 : i32
    %c2_i32 = arith.constant 2 : i32
    %0 = tt.get_program_id x : i32
    %1 = tt.get_program_id y : i32
    %2 = arith.muli %0, %c64_i32 : i32
    %3 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %4 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %5 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %6 = tt.splat %2 : i32 -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %7 = tt.splat %2 : i32 -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %8 = arith.addi %6, %3 : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %9 = arith.addi %7, %4 : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %10 = arith.muli %1, %c64_i32 : i32
    %11 = tt.splat %10 : i32 -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %12 = arith.addi %11, %5 : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %13 = tt.expand_dims %8 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64x1xi32, #blocked>
    %14 = tt.expand_dims %9 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<64x1xi32, #blocked1>
    %15 = tt.splat %arg6 : i32 -> tensor<64x1xi32, #blocked>
    %16 = arith.muli %13, %15 : tensor<64x1xi32, #blocked>
    %17 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>, #blocked>
    %18 = tt.addptr %17, %16 : tensor<64x1x!tt.ptr<f16>, #blocked>, tensor<64x1xi32, #blocked>
    %19 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %20 = tt.expand_dims %19 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %21 = tt.broadcast %18 : tensor<64x1x!tt.ptr<f16>, #blocked> -> tensor<64x32x!tt.ptr<f16>, #blocked>
    %22 = tt.broadcast %20 : tensor<1x32xi32, #blocked> -> tensor<64x32xi32, #blocked>
    %23 = tt.addptr %21, %22 : tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<64x32xi32, #blocked>
    %24 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %25 = tt.expand_dims %24 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<32x1xi32, #blocked1>
    %26 = tt.splat %arg7 : i32 -> tensor<32x1xi32, #blocked1>
    %27 = arith.muli %25, %26 : tensor<32x1xi32, #blocked1>
    %28 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>, #blocked1>
    %29 = tt.addptr %28, %27 : tensor<32x1x!tt.ptr<f16>, #blocked1>, tensor<32x1xi32, #blocked1>
    %30 = tt.expand_dims %12 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x64xi32, #blocked1>
    %31 = tt.broadcast %29 : tensor<32x1x!tt.ptr<f16>, #blocked1> -> tensor<32x64x!tt.ptr<f16>, #blocked1>
    %32 = tt.broadcast %30 : tensor<1x64xi32, #blocked1> -> tensor<32x64xi32, #blocked1>
    %33 = tt.addptr %31, %32 : tensor<32x64x!tt.ptr<f16>, #blocked1>, tensor<32x64xi32, #blocked1>
    %34 = arith.muli %arg7, %c32_i32 : i32
    %35 = tt.splat %34 : i32 -> tensor<32x64xi32, #blocked1>
    %result = ttng.tmem_alloc : () -> !ttg.memdesc<64x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tmem_store %cst_2, %result, %true : tensor<64x64xf32, #linear> -> !ttg.memdesc<64x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %36 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
    %37 = ttg.memdesc_index %36[%c0_i32] : !ttg.memdesc<2x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %37, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %38 = ttg.memdesc_index %36[%c1_i32] : !ttg.memdesc<2x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %38, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %39 = arith.cmpi sgt, %arg5, %c0_i32 : i32
    %40 = tt.splat %arg5 : i32 -> tensor<1x32xi32, #blocked>
    %41 = arith.cmpi slt, %20, %40 : tensor<1x32xi32, #blocked>
    %42 = tt.broadcast %41 : tensor<1x32xi1, #blocked> -> tensor<64x32xi1, #blocked>
    %43 = tt.splat %39 : i1 -> tensor<64x32xi1, #blocked>
    %44 = arith.andi %43, %42 : tensor<64x32xi1, #blocked>
    %45 = tt.load %23, %44, %cst_0 : tensor<64x32x!tt.ptr<f16>, #blocked>
    %46 = ttg.local_alloc %45 : (tensor<64x32xf16, #blocked>) -> !ttg.memdesc<64x32xf16, #shared1, #smem>
    %47 = tt.splat %arg5 : i32 -> tensor<32x1xi32, #blocked1>
    %48 = arith.cmpi slt, %25, %47 : tensor<32x1xi32, #blocked1>
    %49 = tt.broadcast %48 : tensor<32x1xi1, #blocked1> -> tensor<32x64xi1, #blocked1>
    %50 = tt.splat %39 : i1 -> tensor<32x64xi1, #blocked1>
    %51 = arith.andi %50, %49 : tensor<32x64xi1, #blocked1>
    %52 = tt.load %33, %51, %cst_1 : tensor<32x64x!tt.ptr<f16>, #blocked1>
    %53 = ttg.local_alloc %52 : (tensor<32x64xf16, #blocked1>) -> !ttg.memdesc<32x64xf16, #shared2, #smem>
    ttng.fence_async_shared {bCluster = false}
    ttng.tc_gen5_mma %46, %53, %result, %false, %39, %37[%true] {is_async} : !ttg.memdesc<64x32xf16, #shared1, #smem>, !ttg.memdesc<32x64xf16, #shared2, #smem>, !ttg.memdesc<64x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %54 = tt.addptr %23, %cst : tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<64x32xi32, #blocked>
    %55 = tt.addptr %33, %35 : tensor<32x64x!tt.ptr<f16>, #blocked1>, tensor<32x64xi32, #blocked1>
    %56 = arith.subi %arg5, %c32_i32 : i32
    %57:8 = scf.for %arg9 = %c0_i32 to %56 step %c32_i32 iter_args(%arg10 = %54, %arg11 = %55, %arg12 = %c0_i32, %arg13 = %c1_i32, %arg14 = %37, %arg15 = %c0_i32, %arg16 = %46, %arg17 = %53) -> (tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<32x64x!tt.ptr<f16>, #blocked1>, i32, i32, !ttg.memdesc<1xi64, #shared, #smem, mutable>, i32, !ttg.memdesc<64x32xf16, #shared1, #smem>, !ttg.memdesc<32x64xf16, #shared2, #smem>)  : i32 {
      %74 = arith.addi %arg9, %c32_i32 : i32
      %75 = arith.subi %arg5, %74 : i32
      %76 = tt.splat %75 : i32 -> tensor<1x32xi32, #blocked>
      %77 = arith.cmpi slt, %20, %76 : tensor<1x32xi32, #blocked>
      %78 = tt.broadcast %77 : tensor<1x32xi1, #blocked> -> tensor<64x32xi1, #blocked>
      ttng.wait_barrier %arg14, %arg15 deps %arg16, %arg17 : !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<64x32xf16, #shared1, #smem>, !ttg.memdesc<32x64xf16, #shared2, #smem>
      %79 = tt.load %arg10, %78, %cst_0 : tensor<64x32x!tt.ptr<f16>, #blocked>
      %80 = ttg.local_alloc %79 : (tensor<64x32xf16, #blocked>) -> !ttg.memdesc<64x32xf16, #shared1, #smem>
      %81 = tt.splat %75 : i32 -> tensor<32x1xi32, #blocked1>
      %82 = arith.cmpi slt, %25, %81 : tensor<32x1xi32, #blocked1>
      %83 = tt.broadcast %82 : tensor<32x1xi1, #blocked1> -> tensor<32x64xi1, #blocked1>
      %84 = tt.load %arg11, %83, %cst_1 : tensor<32x64x!tt.ptr<f16>, #blocked1>
      %85 = ttg.local_alloc %84 : (tensor<32x64xf16, #blocked1>) -> !ttg.memdesc<32x64xf16, #shared2, #smem>
      %86 = ttg.memdesc_index %36[%arg13] : !ttg.memdesc<2x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.tc_gen5_mma %80, %85, %result, %true, %true, %86[%true] {is_async} : !ttg.memdesc<64x32xf16, #shared1, #smem>, !ttg.memdesc<32x64xf16, #shared2, #smem>, !ttg.memdesc<64x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>
      %87 = tt.addptr %arg10, %cst : tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<64x32xi32, #blocked>
      %88 = tt.addptr %arg11, %35 : tensor<32x64x!tt.ptr<f16>, #blocked1>, tensor<32x64xi32, #blocked1>
      %89 = arith.xori %arg12, %c1_i32 : i32
      %90 = arith.addi %arg13, %c1_i32 : i32
      %91 = arith.cmpi sge, %90, %c2_i32 : i32
      %92 = arith.select %91, %c0_i32, %90 : i32
      %93 = arith.select %91, %89, %arg12 : i32
      scf.yield %87, %88, %93, %92, %86, %arg12, %80, %85 : tensor<64x32x!tt.ptr<f16>, #blocked>, tensor<32x64x!tt.ptr<f16>, #blocked1>, i32, i32, !ttg.memdesc<1xi64, #shared, #smem, mutable>, i32, !ttg.memdesc<64x32xf16, #shared1, #smem>, !ttg.memdesc<32x64xf16, #shared2, #smem>
    }
    scf.if %39 {
      ttng.wait_barrier %57#4, %57#5 deps %57#6, %57#7 : !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<64x32xf16, #shared1, #smem>, !ttg.memdesc<32x64xf16, #shared2, #smem>
    }
    ttng.inval_barrier %37 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.inval_barrier %38 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttg.local_dealloc %36 : !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
    %58 = tt.splat %arg3 : i32 -> tensor<64x1xi32, #blocked1>
    %59 = arith.cmpi slt, %14, %58 : tensor<64x1xi32, #blocked1>
    %60 = tt.splat %arg4 : i32 -> tensor<1x64xi32, #blocked1>
    %61 = arith.cmpi slt, %30, %60 : tensor<1x64xi32, #blocked1>
    %62 = tt.broadcast %59 : tensor<64x1xi1, #blocked1> -> tensor<64x64xi1, #blocked1>
    %63 = tt.broadcast %61 : tensor<1x64xi1, #blocked1> -> tensor<64x64xi1, #blocked1>
    %64 = arith.andi %62, %63 : tensor<64x64xi1, #blocked1>
    %65 = tt.splat %arg8 : i32 -> tensor<64x1xi32, #blocked1>
    %66 = arith.muli %14, %65 : tensor<64x1xi32, #blocked1>
    %67 = tt.splat %arg2 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>, #blocked1>
    %68 = tt.addptr %67, %66 : tensor<64x1x!tt.ptr<f16>, #blocked1>, tensor<64x1xi32, #blocked1>
    %69 = tt.broadcast %68 : tensor<64x1x!tt.ptr<f16>, #blocked1> -> tensor<64x64x!tt.ptr<f16>, #blocked1>
    %70 = tt.broadcast %30 : tensor<1x64xi32, #blocked1> -> tensor<64x64xi32, #blocked1>
    %71 = tt.addptr %69, %70 : tensor<64x64x!tt.ptr<f16>, #blocked1>, tensor<64x64xi32, #blocked1>
    %result_3 = ttng.tmem_load %result : !ttg.memdesc<64x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<64x64xf32, #linear>
    %72 = arith.truncf %result_3 : tensor<64x64xf32, #linear> to tensor<64x64xf16, #linear>
    %73 = ttg.convert_layout %72 : tensor<64x64xf16, #linear> -> tensor<64x64xf16, #blocked1>
    tt.store %71, %73, %64 : tensor<64x64x!tt.ptr<f16>, #blocked1>
    tt.return
  }
}
