tt.func public @f(%a: tensor<0xi32>) {
  %0 = arith.addi %a, %a : tensor<0xi32>
  tt.return
}
