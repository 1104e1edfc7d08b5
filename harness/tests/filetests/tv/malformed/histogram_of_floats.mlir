tt.func public @f(%i: tensor<4xf32>) {
  %0 = tt.histogram %i : tensor<4xf32> -> tensor<4xi32>
  tt.return
}
