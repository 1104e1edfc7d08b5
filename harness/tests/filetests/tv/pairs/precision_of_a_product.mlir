// not equal: Factors have more bits than tf32 in some inputs.
module {
  tt.func public @k(%A: !tt.ptr<f32>, %B: !tt.ptr<f32>, %C: !tt.ptr<f32>, %D: !tt.ptr<f32>) {
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %c16 = arith.constant dense<16> : tensor<16x1xi32>
    %e0 = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %e1 = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %e2 = arith.muli %e0, %c16 : tensor<16x1xi32>
    %b0 = tt.broadcast %e2 : tensor<16x1xi32> -> tensor<16x16xi32>
    %b1 = tt.broadcast %e1 : tensor<1x16xi32> -> tensor<16x16xi32>
    %o = arith.addi %b0, %b1 : tensor<16x16xi32>
    %as = tt.splat %A : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %ap = tt.addptr %as, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %a = tt.load %ap : tensor<16x16x!tt.ptr<f32>>
    %bs = tt.splat %B : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %bp = tt.addptr %bs, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %b = tt.load %bp : tensor<16x16x!tt.ptr<f32>>
    %cs = tt.splat %C : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %cp = tt.addptr %cs, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %c = tt.load %cp : tensor<16x16x!tt.ptr<f32>>
    %zero = arith.constant dense<0.0> : tensor<16x16xf32>
    %nzero = arith.constant dense<-0.0> : tensor<16x16xf32>
    %d = tt.dot %a, %b, %c, inputPrecision = ieee : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    %q = arith.addf %d, %nzero : tensor<16x16xf32>
    %ds = tt.splat %D : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %dp = tt.addptr %ds, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %dp, %q : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
}
// -----
module {
  tt.func public @k(%A: !tt.ptr<f32>, %B: !tt.ptr<f32>, %C: !tt.ptr<f32>, %D: !tt.ptr<f32>) {
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %c16 = arith.constant dense<16> : tensor<16x1xi32>
    %e0 = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %e1 = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %e2 = arith.muli %e0, %c16 : tensor<16x1xi32>
    %b0 = tt.broadcast %e2 : tensor<16x1xi32> -> tensor<16x16xi32>
    %b1 = tt.broadcast %e1 : tensor<1x16xi32> -> tensor<16x16xi32>
    %o = arith.addi %b0, %b1 : tensor<16x16xi32>
    %as = tt.splat %A : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %ap = tt.addptr %as, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %a = tt.load %ap : tensor<16x16x!tt.ptr<f32>>
    %bs = tt.splat %B : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %bp = tt.addptr %bs, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %b = tt.load %bp : tensor<16x16x!tt.ptr<f32>>
    %cs = tt.splat %C : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %cp = tt.addptr %cs, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %c = tt.load %cp : tensor<16x16x!tt.ptr<f32>>
    %zero = arith.constant dense<0.0> : tensor<16x16xf32>
    %nzero = arith.constant dense<-0.0> : tensor<16x16xf32>
    %d = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    %q = arith.addf %d, %nzero : tensor<16x16xf32>
    %ds = tt.splat %D : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %dp = tt.addptr %ds, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %dp, %q : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
}
