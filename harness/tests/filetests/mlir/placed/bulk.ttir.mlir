module {
  tt.func public @mm_tma(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: i32 {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c63_i32 = arith.constant 63 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c1_i64 = arith.constant 1 : i64
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %arg5 : i32 to i64
    %2 = tt.make_tensor_descriptor %arg0, [%arg3, %arg5], [%1, %c1_i64] : <f16>, <64x64xf16>
    %3 = arith.extsi %arg4 : i32 to i64
    %4 = tt.make_tensor_descriptor %arg1, [%arg5, %arg4], [%3, %c1_i64] : <f16>, <64x64xf16>
    %5 = tt.make_tensor_descriptor %arg2, [%arg3, %arg4], [%3, %c1_i64] : <f16>, <64x64xf16>
    %6 = arith.addi %arg4, %c63_i32 : i32
    %7 = arith.divsi %6, %c64_i32 : i32
    %8 = arith.divsi %0, %7 : i32
    %9 = arith.remsi %0, %7 : i32
    %10 = arith.addi %arg5, %c63_i32 : i32
    %11 = arith.divsi %10, %c64_i32 : i32
    %12 = scf.for %arg6 = %c0_i32 to %11 step %c1_i32 iter_args(%arg7 = %cst) -> (tensor<64x64xf32>)  : i32 {
      %16 = arith.muli %8, %c64_i32 : i32
      %17 = arith.muli %arg6, %c64_i32 : i32
      %18 = tt.descriptor_load %2[%16, %17] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
      %19 = arith.muli %9, %c64_i32 : i32
      %20 = tt.descriptor_load %4[%17, %19] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
      %21 = tt.dot %18, %20, %arg7, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %21 : tensor<64x64xf32>
    }
    %13 = arith.muli %8, %c64_i32 : i32
    %14 = arith.muli %9, %c64_i32 : i32
    %15 = arith.truncf %12 : tensor<64x64xf32> to tensor<64x64xf16>
    tt.descriptor_store %5[%13, %14], %15 : !tt.tensordesc<64x64xf16>, tensor<64x64xf16>
    tt.return
  }
}
