module {
  tt.func public @red(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c1024_i32 = arith.constant 1024 : i32
    %cst = arith.constant dense<16> : tensor<1x64xi32>
    %cst_0 = arith.constant dense<16> : tensor<64x1xi32>
    %cst_1 = arith.constant dense<64> : tensor<16x1xi32>
    %0 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %2 = tt.expand_dims %0 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %3 = arith.muli %2, %cst_1 : tensor<16x1xi32>
    %4 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
    %5 = tt.addptr %4, %3 : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi32>
    %6 = tt.expand_dims %1 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %7 = tt.broadcast %5 : tensor<16x1x!tt.ptr<f32>> -> tensor<16x64x!tt.ptr<f32>>
    %8 = tt.broadcast %6 : tensor<1x64xi32> -> tensor<16x64xi32>
    %9 = tt.addptr %7, %8 : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
    %10 = tt.load %9 : tensor<16x64x!tt.ptr<f32>>
    %11 = "tt.reduce"(%10) <{axis = 1 : i32}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      %38 = arith.addf %arg2, %arg3 : f32
      tt.reduce.return %38 : f32
    }) : (tensor<16x64xf32>) -> tensor<16xf32>
    %12 = "tt.reduce"(%10) <{axis = 0 : i32}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      %38 = arith.maxnumf %arg2, %arg3 : f32
      tt.reduce.return %38 : f32
    }) : (tensor<16x64xf32>) -> tensor<64xf32>
    %13 = tt.trans %10 {order = array<i32: 1, 0>} : tensor<16x64xf32> -> tensor<64x16xf32>
    %14 = tt.expand_dims %1 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %15 = arith.muli %14, %cst_0 : tensor<64x1xi32>
    %16 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>>
    %17 = tt.addptr %16, %15 : tensor<64x1x!tt.ptr<f32>>, tensor<64x1xi32>
    %18 = tt.expand_dims %0 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %19 = tt.broadcast %17 : tensor<64x1x!tt.ptr<f32>> -> tensor<64x16x!tt.ptr<f32>>
    %20 = tt.broadcast %18 : tensor<1x16xi32> -> tensor<64x16xi32>
    %21 = tt.addptr %19, %20 : tensor<64x16x!tt.ptr<f32>>, tensor<64x16xi32>
    %22 = tt.expand_dims %11 {axis = 0 : i32} : tensor<16xf32> -> tensor<1x16xf32>
    %23 = tt.broadcast %22 : tensor<1x16xf32> -> tensor<64x16xf32>
    %24 = arith.addf %13, %23 : tensor<64x16xf32>
    %25 = tt.expand_dims %12 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %26 = tt.broadcast %25 : tensor<64x1xf32> -> tensor<64x16xf32>
    %27 = arith.addf %24, %26 : tensor<64x16xf32>
    tt.store %21, %27 : tensor<64x16x!tt.ptr<f32>>
    %28 = "tt.scan"(%10) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      %38 = arith.addf %arg2, %arg3 : f32
      tt.scan.return %38 : f32
    }) : (tensor<16x64xf32>) -> tensor<16x64xf32>
    %29 = arith.remsi %6, %cst : tensor<1x64xi32>
    %30 = tt.broadcast %29 : tensor<1x64xi32> -> tensor<16x64xi32>
    %31 = tt.gather %10[%30] {axis = 0 : i32} : (tensor<16x64xf32>, tensor<16x64xi32>) -> tensor<16x64xf32>
    %32 = tt.addptr %arg1, %c1024_i32 : !tt.ptr<f32>, i32
    %33 = tt.splat %32 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
    %34 = tt.addptr %33, %3 : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi32>
    %35 = tt.broadcast %34 : tensor<16x1x!tt.ptr<f32>> -> tensor<16x64x!tt.ptr<f32>>
    %36 = tt.addptr %35, %8 : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
    %37 = arith.addf %28, %31 : tensor<16x64xf32>
    tt.store %36, %37 : tensor<16x64x!tt.ptr<f32>>
    tt.return
  }
}
