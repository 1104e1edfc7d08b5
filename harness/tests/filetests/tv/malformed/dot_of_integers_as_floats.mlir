tt.func public @f(%a: tensor<16x16xi32>) {
  %0 = "tt.dot"(%a, %a, %a) <{inputPrecision = 2 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<16x16xi32>, tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xf32>
  tt.return
}
