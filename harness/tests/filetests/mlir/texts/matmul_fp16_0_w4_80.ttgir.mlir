#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#shared1 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @matmul(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x64xf16, #blocked>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<64x32xf16, #blocked1>
    %c0_i32 = arith.constant 0 : i32
    %cst_2 = arith.constant dense<32> : tensor<64x32xi32, #blocked1>
    %c32_i32 = arith.constant 32 : i32
    %c64_i32 = arith.constant 64 : i32
    %0 = tt.get_program_id x : i32
    %1 = tt.get_program_id y : i32
    %2 = arith.muli %0, %c64_i32 : i32
    %3 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %4 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %5 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %6 = tt.splat %2 : i32 -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %7 = tt.splat %2 : i32 -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %8 = arith.addi %6, %3 : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %9 = arith.addi %7, %4 : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %10 = arith.muli %1, %c64_i32 : i32
    %11 = tt.splat %10 : i32 -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %12 = arith.addi %11, %5 : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %13 = tt.expand_dims %8 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<64x1xi32, #blocked1>
    %14 = tt.expand_dims %9 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64x1xi32, #blocked>
    %15 = tt.splat %arg6 : i32 -> tensor<64x1xi32, #blocked1>
    %16 = arith.muli %13, %15 : tensor<64x1xi32, #blocked1>
    %17 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>, #blocked1>
    %18 = tt.addptr %17, %16 : tensor<64x1x!tt.ptr<f16>, #blocked1>, tensor<64x1xi32, #blocked1>
    %19 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %20 = tt.expand_dims %19 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x32xi32, #blocked1>
    %21 = tt.broadcast %18 : tensor<64x1x!tt.ptr<f16>, #blocked1> -> tensor<64x32x!tt.ptr<f16>, #blocked1>
    %22 = tt.broadcast %20 : tensor<1x32xi32, #blocked1> -> tensor<64x32xi32, #blocked1>
    %23 = tt.addptr %21, %22 : tensor<64x32x!tt.ptr<f16>, #blocked1>, tensor<64x32xi32, #blocked1>
    %24 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %25 = tt.expand_dims %24 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<32x1xi32, #blocked>
    %26 = tt.splat %arg7 : i32 -> tensor<32x1xi32, #blocked>
    %27 = arith.muli %25, %26 : tensor<32x1xi32, #blocked>
    %28 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>, #blocked>
    %29 = tt.addptr %28, %27 : tensor<32x1x!tt.ptr<f16>, #blocked>, tensor<32x1xi32, #blocked>
    %30 = tt.expand_dims %12 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xi32, #blocked>
    %31 = tt.broadcast %29 : tensor<32x1x!tt.ptr<f16>, #blocked> -> tensor<32x64x!tt.ptr<f16>, #blocked>
    %32 = tt.broadcast %30 : tensor<1x64xi32, #blocked> -> tensor<32x64xi32, #blocked>
    %33 = tt.addptr %31, %32 : tensor<32x64x!tt.ptr<f16>, #blocked>, tensor<32x64xi32, #blocked>
    %34 = arith.muli %arg7, %c32_i32 : i32
    %35 = tt.splat %34 : i32 -> tensor<32x64xi32, #blocked>
    %36:3 = scf.for %arg9 = %c0_i32 to %arg5 step %c32_i32 iter_args(%arg10 = %23, %arg11 = %33, %arg12 = %cst) -> (tensor<64x32x!tt.ptr<f16>, #blocked1>, tensor<32x64x!tt.ptr<f16>, #blocked>, tensor<64x64xf32, #mma>)  : i32 {
      %53 = arith.subi %arg5, %arg9 : i32
      %54 = tt.splat %53 : i32 -> tensor<1x32xi32, #blocked1>
      %55 = arith.cmpi slt, %20, %54 : tensor<1x32xi32, #blocked1>
      %56 = tt.broadcast %55 : tensor<1x32xi1, #blocked1> -> tensor<64x32xi1, #blocked1>
      %57 = tt.load %arg10, %56, %cst_1 : tensor<64x32x!tt.ptr<f16>, #blocked1>
      %58 = ttg.local_alloc %57 : (tensor<64x32xf16, #blocked1>) -> !ttg.memdesc<64x32xf16, #shared, #smem>
      %59 = tt.splat %53 : i32 -> tensor<32x1xi32, #blocked>
      %60 = arith.cmpi slt, %25, %59 : tensor<32x1xi32, #blocked>
      %61 = tt.broadcast %60 : tensor<32x1xi1, #blocked> -> tensor<32x64xi1, #blocked>
      %62 = tt.load %arg11, %61, %cst_0 : tensor<32x64x!tt.ptr<f16>, #blocked>
      %63 = ttg.local_alloc %62 : (tensor<32x64xf16, #blocked>) -> !ttg.memdesc<32x64xf16, #shared1, #smem>
      %64 = ttg.local_load %58 : !ttg.memdesc<64x32xf16, #shared, #smem> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
      %65 = ttg.local_load %63 : !ttg.memdesc<32x64xf16, #shared1, #smem> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
      %66 = tt.dot %64, %65, %arg12, inputPrecision = tf32 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
      %67 = tt.addptr %arg10, %cst_2 : tensor<64x32x!tt.ptr<f16>, #blocked1>, tensor<64x32xi32, #blocked1>
      %68 = tt.addptr %arg11, %35 : tensor<32x64x!tt.ptr<f16>, #blocked>, tensor<32x64xi32, #blocked>
      scf.yield %67, %68, %66 : tensor<64x32x!tt.ptr<f16>, #blocked1>, tensor<32x64x!tt.ptr<f16>, #blocked>, tensor<64x64xf32, #mma>
    }
    %37 = tt.splat %arg3 : i32 -> tensor<64x1xi32, #blocked>
    %38 = arith.cmpi slt, %14, %37 : tensor<64x1xi32, #blocked>
    %39 = tt.splat %arg4 : i32 -> tensor<1x64xi32, #blocked>
    %40 = arith.cmpi slt, %30, %39 : tensor<1x64xi32, #blocked>
    %41 = tt.broadcast %38 : tensor<64x1xi1, #blocked> -> tensor<64x64xi1, #blocked>
    %42 = tt.broadcast %40 : tensor<1x64xi1, #blocked> -> tensor<64x64xi1, #blocked>
    %43 = arith.andi %41, %42 : tensor<64x64xi1, #blocked>
    %44 = tt.splat %arg8 : i32 -> tensor<64x1xi32, #blocked>
    %45 = arith.muli %14, %44 : tensor<64x1xi32, #blocked>
    %46 = tt.splat %arg2 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>, #blocked>
    %47 = tt.addptr %46, %45 : tensor<64x1x!tt.ptr<f16>, #blocked>, tensor<64x1xi32, #blocked>
    %48 = tt.broadcast %47 : tensor<64x1x!tt.ptr<f16>, #blocked> -> tensor<64x64x!tt.ptr<f16>, #blocked>
    %49 = tt.broadcast %30 : tensor<1x64xi32, #blocked> -> tensor<64x64xi32, #blocked>
    %50 = tt.addptr %48, %49 : tensor<64x64x!tt.ptr<f16>, #blocked>, tensor<64x64xi32, #blocked>
    %51 = arith.truncf %36#2 : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
    %52 = ttg.convert_layout %51 : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #blocked>
    tt.store %50, %52, %43 : tensor<64x64x!tt.ptr<f16>, #blocked>
    tt.return
  }
}
