// Rows 1 and 2, columns 2 to 5 of a 3x4 tensor: columns 4 and 5 are outside and read as zero.
// arg: x fp32 12 iota
// arg: out fp32 8 0
tt.func public @f(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %one = arith.constant 1 : i64
  %three = arith.constant 3 : i64
  %four = arith.constant 4 : i64
  %p = tt.make_tensor_ptr %x, [%three, %four], [%four, %one], [%c0, %c0] {order = array<i32: 1, 0>} : <tensor<2x4xf32>>
  %q = tt.advance %p, [%c1, %c2] : <tensor<2x4xf32>>
  %v = tt.load %q {boundaryCheck = array<i32: 1>, padding = 1 : i32} : !tt.ptr<tensor<2x4xf32>>
  %o = tt.make_tensor_ptr %out, [%three, %four], [%four, %one], [%c0, %c0] {order = array<i32: 1, 0>} : <tensor<2x4xf32>>
  tt.store %o, %v {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<2x4xf32>>
  tt.return
}
// = out: 6 7 0 0 10 11 0 0
