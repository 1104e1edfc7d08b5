tt.func public @f(%x: tensor<1099511627776xi32>) {
  tt.return
}
