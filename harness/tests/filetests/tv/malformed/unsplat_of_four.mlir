module {
  tt.func public @f(%v: tensor<4xf32>) -> f32 {
    %0 = "tt.unsplat"(%v) : (tensor<4xf32>) -> f32
    tt.return %0 : f32
  }
}
