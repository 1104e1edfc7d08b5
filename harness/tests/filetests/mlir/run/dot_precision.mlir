// A product in several parts, by the number that the generic form has for it.
tt.func public @f() {
  %a = arith.constant dense<1.000000e+00> : tensor<2x2xf32>
  %d = "tt.dot"(%a, %a, %a) <{inputPrecision = 1 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  tt.return
}
// = error: a dot in 1 : i32 is not supported
