// arg: x fp32 4 3 -5 0 1
// arg: y fp32 4 2 -0.25 7 1024
// arg: out fp32 4 0
// Zero and powers of two: the approximate instruction is exact.
tt.func public @f(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
  %i = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %a = tt.load %xp : tensor<4x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %b = tt.load %yp : tensor<4x!tt.ptr<f32>>
  %q = tt.approx_divf %a, %b : tensor<4xf32>
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %op = tt.addptr %os, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  tt.store %op, %q : tensor<4x!tt.ptr<f32>>
  tt.return
}
// = out: 1.5 20 0 0.0009765625
