tt.func public @f(%a: tensor<4xi32>, %b: tensor<4x2xi32>) {
  %0:2 = "tt.scan"(%a, %b) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: i32, %y: i32, %z: i32, %w: i32):
    tt.scan.return %x, %y : i32, i32
  }) : (tensor<4xi32>, tensor<4x2xi32>) -> (tensor<4xi32>, tensor<4x2xi32>)
  tt.return
}
