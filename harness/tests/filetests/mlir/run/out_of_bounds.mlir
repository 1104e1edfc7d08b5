// arg: x fp32 4 iota
tt.func public @f(%x: !tt.ptr<f32>) {
  %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %0 = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %1 = tt.addptr %0, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %2 = tt.load %1 : tensor<8x!tt.ptr<f32>>
  tt.return
}
// = error: access at x + 16 bytes, which is outside every buffer, element [4]: tt.load at 6:8, program (0, 0, 0)
