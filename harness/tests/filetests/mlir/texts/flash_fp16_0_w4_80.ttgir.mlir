#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#shared1 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @flash(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg4: i32, %arg5: f32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %cst_1 = arith.constant dense<0xFF800000> : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %cst_2 = arith.constant dense<64> : tensor<64x1xi32, #blocked>
    %cst_3 = arith.constant dense<64> : tensor<1x64xi32, #blocked1>
    %c-1_i32 = arith.constant -1 : i32
    %c1_i32 = arith.constant 1 : i32
    %c2_i32 = arith.constant 2 : i32
    %cst_4 = arith.constant dense<64> : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %cst_5 = arith.constant dense<64> : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %c128_i32 = arith.constant 128 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c64_i32 : i32
    %2 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %3 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %4 = tt.splat %1 : i32 -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %5 = arith.addi %4, %2 : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %6 = tt.expand_dims %5 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64x1xi32, #blocked>
    %7 = arith.muli %6, %cst_2 : tensor<64x1xi32, #blocked>
    %8 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>, #blocked>
    %9 = tt.addptr %8, %7 : tensor<64x1x!tt.ptr<f16>, #blocked>, tensor<64x1xi32, #blocked>
    %10 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %11 = tt.expand_dims %10 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xi32, #blocked>
    %12 = tt.broadcast %9 : tensor<64x1x!tt.ptr<f16>, #blocked> -> tensor<64x64x!tt.ptr<f16>, #blocked>
    %13 = tt.broadcast %11 : tensor<1x64xi32, #blocked> -> tensor<64x64xi32, #blocked>
    %14 = tt.addptr %12, %13 : tensor<64x64x!tt.ptr<f16>, #blocked>, tensor<64x64xi32, #blocked>
    %15 = tt.load %14 : tensor<64x64x!tt.ptr<f16>, #blocked>
    %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %17 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<1x64x!tt.ptr<f16>, #blocked1>
    %18 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %19 = tt.expand_dims %18 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<64x1xi32, #blocked1>
    %20 = tt.broadcast %19 : tensor<64x1xi32, #blocked1> -> tensor<64x64xi32, #blocked1>
    %21 = tt.splat %arg5 : f32 -> tensor<64x64xf32, #mma>
    %22 = tt.splat %arg2 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>, #blocked>
    %23 = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared1, #smem, mutable>
    %24 = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
    %25 = arith.cmpi sgt, %arg4, %c0_i32 : i32
    %26 = tt.expand_dims %3 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x64xi32, #blocked1>
    %27 = arith.muli %26, %cst_3 : tensor<1x64xi32, #blocked1>
    %28 = tt.addptr %17, %27 : tensor<1x64x!tt.ptr<f16>, #blocked1>, tensor<1x64xi32, #blocked1>
    %29 = tt.broadcast %28 : tensor<1x64x!tt.ptr<f16>, #blocked1> -> tensor<64x64x!tt.ptr<f16>, #blocked1>
    %30 = tt.addptr %29, %20 : tensor<64x64x!tt.ptr<f16>, #blocked1>, tensor<64x64xi32, #blocked1>
    %31 = ttg.memdesc_index %23[%c0_i32] : !ttg.memdesc<2x64x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
    %32 = tt.splat %25 : i1 -> tensor<64x64xi1, #blocked1>
    %33 = ttg.async_copy_global_to_local %30, %31 mask %32 {contiguity = 8 : i32} : tensor<64x64x!tt.ptr<f16>, #blocked1> -> <64x64xf16, #shared1, #smem, mutable>
    %34 = ttg.async_commit_group tokens %33
    %35 = tt.expand_dims %2 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64x1xi32, #blocked>
    %36 = arith.muli %35, %cst_2 : tensor<64x1xi32, #blocked>
    %37 = tt.addptr %22, %36 : tensor<64x1x!tt.ptr<f16>, #blocked>, tensor<64x1xi32, #blocked>
    %38 = tt.broadcast %37 : tensor<64x1x!tt.ptr<f16>, #blocked> -> tensor<64x64x!tt.ptr<f16>, #blocked>
    %39 = tt.addptr %38, %13 : tensor<64x64x!tt.ptr<f16>, #blocked>, tensor<64x64xi32, #blocked>
    %40 = ttg.memdesc_index %24[%c0_i32] : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %41 = tt.splat %25 : i1 -> tensor<64x64xi1, #blocked>
    %42 = ttg.async_copy_global_to_local %39, %40 mask %41 {contiguity = 8 : i32} : tensor<64x64x!tt.ptr<f16>, #blocked> -> <64x64xf16, #shared, #smem, mutable>
    %43 = ttg.async_commit_group tokens %42
    %44 = arith.cmpi sgt, %arg4, %c64_i32 : i32
    %45 = arith.addi %3, %cst_4 : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %46 = arith.addi %2, %cst_5 : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %47 = tt.expand_dims %45 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x64xi32, #blocked1>
    %48 = arith.muli %47, %cst_3 : tensor<1x64xi32, #blocked1>
    %49 = tt.addptr %17, %48 : tensor<1x64x!tt.ptr<f16>, #blocked1>, tensor<1x64xi32, #blocked1>
    %50 = tt.broadcast %49 : tensor<1x64x!tt.ptr<f16>, #blocked1> -> tensor<64x64x!tt.ptr<f16>, #blocked1>
    %51 = tt.addptr %50, %20 : tensor<64x64x!tt.ptr<f16>, #blocked1>, tensor<64x64xi32, #blocked1>
    %52 = ttg.memdesc_index %23[%c1_i32] : !ttg.memdesc<2x64x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
    %53 = tt.splat %44 : i1 -> tensor<64x64xi1, #blocked1>
    %54 = ttg.async_copy_global_to_local %51, %52 mask %53 {contiguity = 8 : i32} : tensor<64x64x!tt.ptr<f16>, #blocked1> -> <64x64xf16, #shared1, #smem, mutable>
    %55 = ttg.async_commit_group tokens %54
    %56 = tt.expand_dims %46 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64x1xi32, #blocked>
    %57 = arith.muli %56, %cst_2 : tensor<64x1xi32, #blocked>
    %58 = tt.addptr %22, %57 : tensor<64x1x!tt.ptr<f16>, #blocked>, tensor<64x1xi32, #blocked>
    %59 = tt.broadcast %58 : tensor<64x1x!tt.ptr<f16>, #blocked> -> tensor<64x64x!tt.ptr<f16>, #blocked>
    %60 = tt.addptr %59, %13 : tensor<64x64x!tt.ptr<f16>, #blocked>, tensor<64x64xi32, #blocked>
    %61 = ttg.memdesc_index %24[%c1_i32] : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %62 = tt.splat %44 : i1 -> tensor<64x64xi1, #blocked>
    %63 = ttg.async_copy_global_to_local %60, %61 mask %62 {contiguity = 8 : i32} : tensor<64x64x!tt.ptr<f16>, #blocked> -> <64x64xf16, #shared, #smem, mutable>
    %64 = ttg.async_commit_group tokens %63
    %65:9 = scf.for %arg6 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg7 = %cst_1, %arg8 = %cst, %arg9 = %cst_0, %arg10 = %c1_i32, %arg11 = %c-1_i32, %arg12 = %34, %arg13 = %55, %arg14 = %43, %arg15 = %64) -> (tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>, tensor<64x64xf32, #mma>, i32, i32, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.async.token)  : i32 {
      %76 = arith.subi %arg4, %c128_i32 : i32
      %77 = arith.cmpi slt, %arg6, %76 : i32
      %78 = arith.addi %arg11, %c1_i32 : i32
      %79 = arith.cmpi sge, %78, %c2_i32 : i32
      %80 = arith.select %79, %c0_i32, %78 : i32
      %81 = ttg.async_wait %arg12, %arg14 {num = 2 : i32}
      %82 = ttg.memdesc_index %23[%80] : !ttg.memdesc<2x64x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
      %83 = ttg.local_load %16 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
      %84 = ttg.local_load %82 token %81 : !ttg.memdesc<64x64xf16, #shared1, #smem, mutable> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
      %85 = tt.dot %83, %84, %cst_0, inputPrecision = tf32 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
      %86 = arith.mulf %85, %21 : tensor<64x64xf32, #mma>
      %87 = "tt.reduce"(%86) <{axis = 1 : i32}> ({
      ^bb0(%arg16: f32, %arg17: f32):
        %132 = arith.maxnumf %arg16, %arg17 : f32
        tt.reduce.return %132 : f32
      }) : (tensor<64x64xf32, #mma>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>
      %88 = arith.maxnumf %arg7, %87 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>
      %89 = tt.expand_dims %88 {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<64x1xf32, #mma>
      %90 = tt.broadcast %89 : tensor<64x1xf32, #mma> -> tensor<64x64xf32, #mma>
      %91 = arith.subf %86, %90 : tensor<64x64xf32, #mma>
      %92 = math.exp2 %91 : tensor<64x64xf32, #mma>
      %93 = arith.subf %arg7, %88 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>
      %94 = math.exp2 %93 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>
      %95 = arith.mulf %arg8, %94 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>
      %96 = "tt.reduce"(%92) <{axis = 1 : i32}> ({
      ^bb0(%arg16: f32, %arg17: f32):
        %132 = arith.addf %arg16, %arg17 : f32
        tt.reduce.return %132 : f32
      }) : (tensor<64x64xf32, #mma>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>
      %97 = arith.addf %95, %96 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>
      %98 = ttg.memdesc_index %24[%80] : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %99 = ttg.local_load %98 token %81 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
      %100 = arith.truncf %92 : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
      %101 = tt.expand_dims %94 {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<64x1xf32, #mma>
      %102 = tt.broadcast %101 : tensor<64x1xf32, #mma> -> tensor<64x64xf32, #mma>
      %103 = arith.mulf %arg9, %102 : tensor<64x64xf32, #mma>
      %104 = ttg.convert_layout %100 : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
      %105 = tt.dot %104, %99, %103, inputPrecision = tf32 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
      %106 = arith.addi %arg10, %c1_i32 : i32
      %107 = arith.cmpi sge, %106, %c2_i32 : i32
      %108 = arith.select %107, %c0_i32, %106 : i32
      %109 = arith.addi %arg6, %c128_i32 : i32
      %110 = tt.splat %109 : i32 -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
      %111 = tt.splat %109 : i32 -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
      %112 = arith.addi %110, %3 : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
      %113 = arith.addi %111, %2 : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
      %114 = tt.expand_dims %112 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x64xi32, #blocked1>
      %115 = arith.muli %114, %cst_3 : tensor<1x64xi32, #blocked1>
      %116 = tt.addptr %17, %115 : tensor<1x64x!tt.ptr<f16>, #blocked1>, tensor<1x64xi32, #blocked1>
      %117 = tt.broadcast %116 : tensor<1x64x!tt.ptr<f16>, #blocked1> -> tensor<64x64x!tt.ptr<f16>, #blocked1>
      %118 = tt.addptr %117, %20 : tensor<64x64x!tt.ptr<f16>, #blocked1>, tensor<64x64xi32, #blocked1>
      %119 = ttg.memdesc_index %23[%108] : !ttg.memdesc<2x64x64xf16, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared1, #smem, mutable>
      %120 = tt.splat %77 : i1 -> tensor<64x64xi1, #blocked1>
      %121 = ttg.async_copy_global_to_local %118, %119 mask %120 {contiguity = 8 : i32} : tensor<64x64x!tt.ptr<f16>, #blocked1> -> <64x64xf16, #shared1, #smem, mutable>
      %122 = ttg.async_commit_group tokens %121
      %123 = tt.expand_dims %113 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64x1xi32, #blocked>
      %124 = arith.muli %123, %cst_2 : tensor<64x1xi32, #blocked>
      %125 = tt.addptr %22, %124 : tensor<64x1x!tt.ptr<f16>, #blocked>, tensor<64x1xi32, #blocked>
      %126 = tt.broadcast %125 : tensor<64x1x!tt.ptr<f16>, #blocked> -> tensor<64x64x!tt.ptr<f16>, #blocked>
      %127 = tt.addptr %126, %13 : tensor<64x64x!tt.ptr<f16>, #blocked>, tensor<64x64xi32, #blocked>
      %128 = ttg.memdesc_index %24[%108] : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %129 = tt.splat %77 : i1 -> tensor<64x64xi1, #blocked>
      %130 = ttg.async_copy_global_to_local %127, %128 mask %129 {contiguity = 8 : i32} : tensor<64x64x!tt.ptr<f16>, #blocked> -> <64x64xf16, #shared, #smem, mutable>
      %131 = ttg.async_commit_group tokens %130
      scf.yield %88, %97, %105, %108, %80, %arg13, %122, %arg15, %131 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>, tensor<64x64xf32, #mma>, i32, i32, !ttg.async.token, !ttg.async.token, !ttg.async.token, !ttg.async.token
    }
    %66 = ttg.async_wait {num = 0 : i32}
    ttg.local_dealloc %24 : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
    ttg.local_dealloc %23 : !ttg.memdesc<2x64x64xf16, #shared1, #smem, mutable>
    %67 = tt.splat %arg3 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>, #blocked>
    %68 = tt.addptr %67, %7 : tensor<64x1x!tt.ptr<f16>, #blocked>, tensor<64x1xi32, #blocked>
    %69 = tt.broadcast %68 : tensor<64x1x!tt.ptr<f16>, #blocked> -> tensor<64x64x!tt.ptr<f16>, #blocked>
    %70 = tt.addptr %69, %13 : tensor<64x64x!tt.ptr<f16>, #blocked>, tensor<64x64xi32, #blocked>
    %71 = tt.expand_dims %65#1 {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<64x1xf32, #mma>
    %72 = tt.broadcast %71 : tensor<64x1xf32, #mma> -> tensor<64x64xf32, #mma>
    %73 = arith.divf %65#2, %72 : tensor<64x64xf32, #mma>
    %74 = arith.truncf %73 : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
    %75 = ttg.convert_layout %74 : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #blocked>
    tt.store %70, %75 : tensor<64x64x!tt.ptr<f16>, #blocked>
    tt.return
  }
}
