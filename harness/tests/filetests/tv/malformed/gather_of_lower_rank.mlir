module {
  tt.func public @f(%v: tensor<4x4xf32>, %i: tensor<4xi32>) -> tensor<4xf32> {
    %0 = "tt.gather"(%v, %i) <{axis = 1 : i32}> : (tensor<4x4xf32>, tensor<4xi32>) -> tensor<4xf32>
    tt.return %0 : tensor<4xf32>
  }
}
