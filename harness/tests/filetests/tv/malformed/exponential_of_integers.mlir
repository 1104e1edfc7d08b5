tt.func public @f(%a: tensor<4xi32>) {
  %0 = "math.exp"(%a) : (tensor<4xi32>) -> tensor<4xf32>
  tt.return
}
