module {
  tt.func public @f(%v: i32) -> tensor<8xi32> {
    %0 = "tt.splat"() : () -> tensor<8xi32>
    tt.return %0 : tensor<8xi32>
  }
}
