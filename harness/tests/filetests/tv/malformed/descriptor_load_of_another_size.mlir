module {
  tt.func public @f(%d: !tt.tensordesc<8x16xf32>, %i: i32) -> tensor<4x4xf32> {
    %0 = "tt.descriptor_load"(%d, %i, %i) : (!tt.tensordesc<8x16xf32>, i32, i32) -> tensor<4x4xf32>
    tt.return %0 : tensor<4x4xf32>
  }
}
