// An undefined element makes its row of a product undefined and no other.
// arg: x fp32 4 1
// arg: out fp32 4 0
tt.func public @f(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
  %three = arith.constant dense<3> : tensor<4xi32>
  %b = arith.constant dense<2.000000e+00> : tensor<2x2xf32>
  %i = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %mask = arith.cmpi slt, %i, %three : tensor<4xi32>
  %v = tt.load %xp, %mask : tensor<4x!tt.ptr<f32>>
  %a = tt.reshape %v : tensor<4xf32> -> tensor<2x2xf32>
  %d = tt.dot %a, %b, %b : tensor<2x2xf32> * tensor<2x2xf32> -> tensor<2x2xf32>
  %flat = tt.reshape %d : tensor<2x2xf32> -> tensor<4xf32>
  %p = tt.splat %out : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %q = tt.addptr %p, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  tt.store %q, %flat : tensor<4x!tt.ptr<f32>>
  tt.return
}
// = out: 6 6 undef undef
