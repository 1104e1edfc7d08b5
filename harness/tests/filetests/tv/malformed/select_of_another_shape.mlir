module {
  tt.func public @f(%c: tensor<4xi1>, %a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = "arith.select"(%c, %a, %a) : (tensor<4xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    tt.return %0 : tensor<8xf32>
  }
}
