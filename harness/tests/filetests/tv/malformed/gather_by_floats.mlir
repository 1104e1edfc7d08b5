tt.func public @f(%a: tensor<4x4xf32>) {
  %0 = tt.gather %a[%a] {axis = 0 : i32} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  tt.return
}
