tt.func public @f(%i: tensor<4xi32>, %m: tensor<2xi1>) {
  %0 = tt.histogram %i, %m : tensor<4xi32> -> tensor<4xi32>
  tt.return
}
