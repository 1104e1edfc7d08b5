module {
  tt.func public @attn(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<128xf32>
    %cst_1 = arith.constant dense<-1.000000e+30> : tensor<128xf32>
    %c0_i32 = arith.constant 0 : i32
    %c128_i32 = arith.constant 128 : i32
    %c1_i64 = arith.constant 1 : i64
    %c64_i64 = arith.constant 64 : i64
    %c64_i32 = arith.constant 64 : i32
    %0 = tt.get_program_id x : i32
    %1 = tt.make_tensor_descriptor %arg0, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <128x64xf16>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16>
    %3 = tt.make_tensor_descriptor %arg2, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16>
    %4 = tt.make_tensor_descriptor %arg3, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <128x64xf16>
    %5 = arith.muli %0, %c128_i32 : i32
    %6 = tt.descriptor_load %1[%5, %c0_i32] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
    %7:3 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst_1, %arg7 = %cst_0, %arg8 = %cst) -> (tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>)  : i32 {
      %12 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
      %13 = tt.trans %12 {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
      %14 = tt.dot %6, %13, %cst, inputPrecision = tf32 : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
      %15 = "tt.reduce"(%14) <{axis = 1 : i32}> ({
      ^bb0(%arg9: f32, %arg10: f32):
        %30 = arith.maxnumf %arg9, %arg10 : f32
        tt.reduce.return %30 : f32
      }) : (tensor<128x64xf32>) -> tensor<128xf32>
      %16 = arith.maxnumf %arg6, %15 : tensor<128xf32>
      %17 = tt.expand_dims %16 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
      %18 = tt.broadcast %17 : tensor<128x1xf32> -> tensor<128x64xf32>
      %19 = arith.subf %14, %18 : tensor<128x64xf32>
      %20 = arith.subf %arg6, %16 : tensor<128xf32>
      %21 = arith.mulf %arg7, %20 : tensor<128xf32>
      %22 = "tt.reduce"(%19) <{axis = 1 : i32}> ({
      ^bb0(%arg9: f32, %arg10: f32):
        %30 = arith.addf %arg9, %arg10 : f32
        tt.reduce.return %30 : f32
      }) : (tensor<128x64xf32>) -> tensor<128xf32>
      %23 = arith.addf %21, %22 : tensor<128xf32>
      %24 = tt.expand_dims %20 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
      %25 = tt.broadcast %24 : tensor<128x1xf32> -> tensor<128x64xf32>
      %26 = arith.mulf %arg8, %25 : tensor<128x64xf32>
      %27 = tt.descriptor_load %3[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
      %28 = arith.truncf %19 : tensor<128x64xf32> to tensor<128x64xf16>
      %29 = tt.dot %28, %27, %26, inputPrecision = tf32 : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %16, %23, %29 : tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>
    } {tt.warp_specialize}
    %8 = tt.expand_dims %7#1 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
    %9 = tt.broadcast %8 : tensor<128x1xf32> -> tensor<128x64xf32>
    %10 = arith.addf %7#2, %9 : tensor<128x64xf32>
    %11 = arith.truncf %10 : tensor<128x64xf32> to tensor<128x64xf16>
    tt.descriptor_store %4[%5, %c0_i32], %11 : !tt.tensordesc<128x64xf16>, tensor<128x64xf16>
    tt.return
  }
}
