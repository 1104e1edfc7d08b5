tt.func public @f(%c: tensor<4xf32>, %a: tensor<4xi32>) {
  %0 = arith.select %c, %a, %a : tensor<4xf32>, tensor<4xi32>
  tt.return
}
