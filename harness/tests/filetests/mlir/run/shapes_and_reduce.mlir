// Rows and columns of a transposed tile, arg max, a scan from the end.
// arg: x fp32 8 mixed
// arg: out fp32 4 0
// arg: index i32 2 0
// arg: scan fp32 8 0
tt.func public @f(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %index: !tt.ptr<i32>, %scan: !tt.ptr<f32>) {
  %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %0 = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %1 = tt.addptr %0, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %2 = tt.load %1 : tensor<8x!tt.ptr<f32>>
  %3 = tt.reshape %2 : tensor<8xf32> -> tensor<2x4xf32>
  %4 = tt.trans %3 {order = array<i32: 1, 0>} : tensor<2x4xf32> -> tensor<4x2xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %20 = arith.addf %a, %b : f32
    tt.reduce.return %20 : f32
  }) : (tensor<4x2xf32>) -> tensor<4xf32>
  %r4 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %6 = tt.splat %out : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %7 = tt.addptr %6, %r4 : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  tt.store %7, %5 : tensor<4x!tt.ptr<f32>>
  %8 = tt.expand_dims %r4 {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %9 = tt.broadcast %8 : tensor<4x1xi32> -> tensor<4x2xi32>
  %10:2 = "tt.reduce"(%4, %9) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    %20 = arith.cmpf ogt, %a, %b : f32
    %21 = arith.select %20, %a, %b : f32
    %22 = arith.select %20, %i, %j : i32
    tt.reduce.return %21, %22 : f32, i32
  }) : (tensor<4x2xf32>, tensor<4x2xi32>) -> (tensor<2xf32>, tensor<2xi32>)
  %r2 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %11 = tt.splat %index : !tt.ptr<i32> -> tensor<2x!tt.ptr<i32>>
  %12 = tt.addptr %11, %r2 : tensor<2x!tt.ptr<i32>>, tensor<2xi32>
  tt.store %12, %10#1 : tensor<2x!tt.ptr<i32>>
  %13 = "tt.scan"(%2) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: f32, %b: f32):
    %20 = arith.addf %a, %b : f32
    tt.scan.return %20 : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %14 = tt.splat %scan : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %15 = tt.addptr %14, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  tt.store %15, %13 : tensor<8x!tt.ptr<f32>>
  tt.return
}
// = out: -12 -6 -1 4
// = index: 3 2
// = scan: -15 -4 -7 -1 -9 -8 1 -4
