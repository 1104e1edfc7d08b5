// 64 products of 1.5 * 2^1 with 0.5 and 1 in turn, which are packed into bytes; scales of 1 and 2.
// arg: out fp32 4 0
tt.func public @f(%out: !tt.ptr<f32>) {
  %a = arith.constant dense<1.500000e+00> : tensor<2x64xf8E5M2>
  %a_scale = arith.constant dense<-128> : tensor<2x2xi8>
  %b = arith.constant dense<33> : tensor<32x2xi8>
  %b_scale = arith.constant dense<[[127, 127], [-128, -128]]> : tensor<2x2xi8>
  %c = arith.constant dense<1.000000e+00> : tensor<2x2xf32>
  %d = tt.dot_scaled %a scale %a_scale, %b scale %b_scale, %c lhs = e5m2 rhs = e2m1 {fastMath = false} : tensor<2x64xf8E5M2>, tensor<2x2xi8> * tensor<32x2xi8>, tensor<2x2xi8> -> tensor<2x2xf32>
  %flat = tt.reshape %d : tensor<2x2xf32> -> tensor<4xf32>
  %i = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %p = tt.splat %out : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %q = tt.addptr %p, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  tt.store %q, %flat : tensor<4x!tt.ptr<f32>>
  tt.return
}
// = out: 145 289 145 289
