// inconclusive: The products of another precision are within the bounds of that precision.
module {
  tt.func public @kern(%X: !tt.ptr<f32>, %O: !tt.ptr<f32>, %n: i32) {
    %r0 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %c32 = arith.constant dense<32> : tensor<32x1xi32>
    %re = tt.expand_dims %r0 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %rc = tt.expand_dims %r0 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %rm = arith.muli %re, %c32 : tensor<32x1xi32>
    %b0 = tt.broadcast %rm : tensor<32x1xi32> -> tensor<32x32xi32>
    %b1 = tt.broadcast %rc : tensor<1x32xi32> -> tensor<32x32xi32>
    %off = arith.addi %b0, %b1 : tensor<32x32xi32>
    %px = tt.splat %X : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %ax = tt.addptr %px, %off : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %x = tt.load %ax : tensor<32x32x!tt.ptr<f32>>
    %po = tt.splat %O : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %ao = tt.addptr %po, %off : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %po1 = tt.splat %O : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %ao1 = tt.addptr %po1, %r0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %e = math.exp %x : tensor<32x32xf32>
    %acc = arith.constant dense<0.0> : tensor<32x32xf32>
    %z = tt.dot %e, %e, %acc, inputPrecision = ieee : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    tt.store %ao, %z : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}
// -----
module {
  tt.func public @kern(%X: !tt.ptr<f32>, %O: !tt.ptr<f32>, %n: i32) {
    %r0 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %c32 = arith.constant dense<32> : tensor<32x1xi32>
    %re = tt.expand_dims %r0 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %rc = tt.expand_dims %r0 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %rm = arith.muli %re, %c32 : tensor<32x1xi32>
    %b0 = tt.broadcast %rm : tensor<32x1xi32> -> tensor<32x32xi32>
    %b1 = tt.broadcast %rc : tensor<1x32xi32> -> tensor<32x32xi32>
    %off = arith.addi %b0, %b1 : tensor<32x32xi32>
    %px = tt.splat %X : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %ax = tt.addptr %px, %off : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %x = tt.load %ax : tensor<32x32x!tt.ptr<f32>>
    %po = tt.splat %O : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %ao = tt.addptr %po, %off : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %po1 = tt.splat %O : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %ao1 = tt.addptr %po1, %r0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %e = math.exp %x : tensor<32x32xf32>
    %acc = arith.constant dense<0.0> : tensor<32x32xf32>
    %z = tt.dot %e, %e, %acc, inputPrecision = tf32 : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    tt.store %ao, %z : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}
