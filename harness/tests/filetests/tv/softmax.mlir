// Rounded arithmetic for tests/validate.rs: a row's softmax, and a product.
module {
  tt.func public @softmax(%x: !tt.ptr<f32>, %out: !tt.ptr<f16>, %n: i32) {
    %low = arith.constant dense<0xFF800000> : tensor<16xf32>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %bound = tt.splat %n : i32 -> tensor<16xi32>
    %mask = arith.cmpi slt, %range, %bound : tensor<16xi32>
    %0 = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %1 = tt.addptr %0, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %a = tt.load %1, %mask, %low : tensor<16x!tt.ptr<f32>>
    %m = "tt.reduce"(%a) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %r = arith.maxnumf %p, %q : f32
      tt.reduce.return %r : f32
    }) : (tensor<16xf32>) -> f32
    %most = tt.splat %m : f32 -> tensor<16xf32>
    %d = arith.subf %a, %most : tensor<16xf32>
    %e = math.exp %d : tensor<16xf32>
    %s = "tt.reduce"(%e) <{axis = 0 : i32}> ({
    ^bb0(%p: f32, %q: f32):
      %r = arith.addf %p, %q : f32
      tt.reduce.return %r : f32
    }) : (tensor<16xf32>) -> f32
    %sum = tt.splat %s : f32 -> tensor<16xf32>
    %y = arith.divf %e, %sum : tensor<16xf32>
    %h = arith.truncf %y : tensor<16xf32> to tensor<16xf16>
    %2 = tt.splat %out : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
    %3 = tt.addptr %2, %range : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
    tt.store %3, %h, %mask : tensor<16x!tt.ptr<f16>>
    tt.return
  }
  tt.func public @product(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
    %third = arith.constant dense<0.333333343> : tensor<16x16xf32>
    %start = arith.mulf %c, %third : tensor<16x16xf32>
    %0 = tt.dot %a, %b, %start : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    tt.return %0 : tensor<16x16xf32>
  }
  tt.func public @decides(%x: f32, %y: f32) -> i32 {
    %s = math.sin %x : f32
    %t = math.sin %y : f32
    %is = arith.cmpf olt, %s, %t : f32
    %0 = arith.extui %is : i1 to i32
    tt.return %0 : i32
  }
  tt.func public @bits(%x: f32) -> i32 {
    %s = math.sin %x : f32
    %0 = arith.bitcast %s : f32 to i32
    tt.return %0 : i32
  }
}
