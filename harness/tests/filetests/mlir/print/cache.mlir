// A number by the name of a cache clause is another attribute's.
tt.func @f(%p: tensor<8x!tt.ptr<f32>>) {
  %0 = tt.load %p {cache = 1 : i32, evict = 1 : i32, isVolatile = false} : tensor<8x!tt.ptr<f32>>
  tt.return
}
// = tt.func @f(%p: tensor<8x!tt.ptr<f32>>) {
// =   %0 = tt.load %p {cache = 1 : i32, evict = 1 : i32, isVolatile = false} : tensor<8x!tt.ptr<f32>>
// =   tt.return
// = }
