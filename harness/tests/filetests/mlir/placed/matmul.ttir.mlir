module {
  tt.func public @mm_ptr(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: i32 {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c31_i32 = arith.constant 31 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c63_i32 = arith.constant 63 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c32_i32 = arith.constant 32 : i32
    %c64_i32 = arith.constant 64 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.addi %arg4, %c63_i32 : i32
    %2 = arith.divsi %1, %c64_i32 : i32
    %3 = arith.divsi %0, %2 : i32
    %4 = arith.remsi %0, %2 : i32
    %5 = arith.muli %3, %c64_i32 : i32
    %6 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %7 = tt.splat %5 : i32 -> tensor<64xi32>
    %8 = arith.addi %7, %6 : tensor<64xi32>
    %9 = arith.muli %4, %c64_i32 : i32
    %10 = tt.splat %9 : i32 -> tensor<64xi32>
    %11 = arith.addi %10, %6 : tensor<64xi32>
    %12 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %13 = arith.addi %arg5, %c31_i32 : i32
    %14 = arith.divsi %13, %c32_i32 : i32
    %15 = scf.for %arg6 = %c0_i32 to %14 step %c1_i32 iter_args(%arg7 = %cst) -> (tensor<64x64xf32>)  : i32 {
      %26 = tt.expand_dims %8 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
      %27 = tt.splat %arg5 : i32 -> tensor<64x1xi32>
      %28 = arith.muli %26, %27 : tensor<64x1xi32>
      %29 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>>
      %30 = tt.addptr %29, %28 : tensor<64x1x!tt.ptr<f16>>, tensor<64x1xi32>
      %31 = arith.muli %arg6, %c32_i32 : i32
      %32 = tt.splat %31 : i32 -> tensor<32xi32>
      %33 = arith.addi %32, %12 : tensor<32xi32>
      %34 = tt.expand_dims %33 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %35 = tt.broadcast %30 : tensor<64x1x!tt.ptr<f16>> -> tensor<64x32x!tt.ptr<f16>>
      %36 = tt.broadcast %34 : tensor<1x32xi32> -> tensor<64x32xi32>
      %37 = tt.addptr %35, %36 : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
      %38 = tt.load %37 : tensor<64x32x!tt.ptr<f16>>
      %39 = tt.expand_dims %33 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %40 = tt.splat %arg4 : i32 -> tensor<32x1xi32>
      %41 = arith.muli %39, %40 : tensor<32x1xi32>
      %42 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %43 = tt.addptr %42, %41 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %44 = tt.expand_dims %11 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
      %45 = tt.broadcast %43 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x64x!tt.ptr<f16>>
      %46 = tt.broadcast %44 : tensor<1x64xi32> -> tensor<32x64xi32>
      %47 = tt.addptr %45, %46 : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
      %48 = tt.load %47 : tensor<32x64x!tt.ptr<f16>>
      %49 = tt.dot %38, %48, %arg7, inputPrecision = tf32 : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
      scf.yield %49 : tensor<64x64xf32>
    }
    %16 = tt.expand_dims %8 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %17 = tt.splat %arg4 : i32 -> tensor<64x1xi32>
    %18 = arith.muli %16, %17 : tensor<64x1xi32>
    %19 = tt.splat %arg2 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>>
    %20 = tt.addptr %19, %18 : tensor<64x1x!tt.ptr<f16>>, tensor<64x1xi32>
    %21 = tt.expand_dims %11 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %22 = tt.broadcast %20 : tensor<64x1x!tt.ptr<f16>> -> tensor<64x64x!tt.ptr<f16>>
    %23 = tt.broadcast %21 : tensor<1x64xi32> -> tensor<64x64xi32>
    %24 = tt.addptr %22, %23 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %25 = arith.truncf %15 : tensor<64x64xf32> to tensor<64x64xf16>
    tt.store %24, %25 : tensor<64x64x!tt.ptr<f16>>
    tt.return
  }
}
