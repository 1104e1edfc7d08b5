// A module on which every operator finds something.
module {
  tt.func public @example(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32>, %n: i32) attributes {noinline = false} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<4x8xf32>
    %zero = arith.constant dense<0.000000e+00> : tensor<4xf32>
    %eight = arith.constant dense<8> : tensor<4x1xi32>
    %pid = tt.get_program_id x : i32
    %rows = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %cols = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %r = tt.expand_dims %rows {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
    %c = tt.expand_dims %cols {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %row = arith.muli %r, %eight : tensor<4x1xi32>
    %q = arith.divsi %row, %eight : tensor<4x1xi32>
    %rb = tt.broadcast %q : tensor<4x1xi32> -> tensor<4x8xi32>
    %cb = tt.broadcast %c : tensor<1x8xi32> -> tensor<4x8xi32>
    %off = arith.addi %rb, %cb : tensor<4x8xi32>
    %less = arith.subi %off, %cb : tensor<4x8xi32>
    %nb = tt.splat %n : i32 -> tensor<4x8xi32>
    %m0 = arith.cmpi slt, %off, %nb : tensor<4x8xi32>
    %m1 = arith.cmpi sge, %less, %cb : tensor<4x8xi32>
    %which = arith.select %m1, %off, %less : tensor<4x8xi1>, tensor<4x8xi32>
    %base = tt.splat %a : !tt.ptr<f32> -> tensor<4x8x!tt.ptr<f32>>
    %p = tt.addptr %base, %which : tensor<4x8x!tt.ptr<f32>>, tensor<4x8xi32>
    %acc:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %cst, %y = %cst) -> (tensor<4x8xf32>, tensor<4x8xf32>) : i32 {
      %v = tt.load %p, %m0, %cst : tensor<4x8x!tt.ptr<f32>>
      %s = arith.addf %x, %v : tensor<4x8xf32>
      %d = arith.subf %y, %v : tensor<4x8xf32>
      scf.yield %s, %d : tensor<4x8xf32>, tensor<4x8xf32>
    }
    %both = arith.addf %acc#0, %acc#1 : tensor<4x8xf32>
    %sum = "tt.reduce"(%both) <{axis = 1 : i32}> ({
    ^bb0(%lhs: f32, %rhs: f32):
      %add = arith.addf %lhs, %rhs : f32
      tt.reduce.return %add : f32
    }) : (tensor<4x8xf32>) -> tensor<4xf32>
    %ob = tt.splat %out : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
    %op = tt.addptr %ob, %rows : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
    %limit = tt.splat %n : i32 -> tensor<4xi32>
    %om = arith.cmpi slt, %rows, %limit : tensor<4xi32>
    tt.store %op, %sum, %om : tensor<4x!tt.ptr<f32>>
    tt.return
  }
}
