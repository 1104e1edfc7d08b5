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
  tt.func public @lowered(%p: tensor<16x16x!tt.ptr<f16>>, %q: tensor<16x16x!tt.ptr<f16>>, %d: !tt.tensordesc<16x16xf16>, %m: tensor<16x16xi1>, %x: tensor<16x16xf16>, %y: tensor<16x16xf16>, %n: i32) attributes {noinline = false} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %one = arith.constant dense<1.000000e+00> : tensor<16x16xf32>
    %buffers = ttg.local_alloc : () -> !ttg.memdesc<2x16x16xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>
    %barrier = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable>
    %first = ttg.memdesc_index %buffers[%c0] : !ttg.memdesc<2x16x16xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable> -> !ttg.memdesc<16x16xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>
    %second = ttg.memdesc_index %buffers[%c1] : !ttg.memdesc<2x16x16xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable> -> !ttg.memdesc<16x16xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>
    %t0 = ttg.async_copy_global_to_local %p, %first mask %m : tensor<16x16x!tt.ptr<f16>> -> <16x16xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>
    %g0 = ttg.async_commit_group tokens %t0
    %w0 = ttg.async_wait %g0 {num = 0 : i32}
    %a = ttg.local_load %first token %w0 : !ttg.memdesc<16x16xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable> -> tensor<16x16xf16>
    %turned = tt.trans %x {order = array<i32: 1, 0>} : tensor<16x16xf16> -> tensor<16x16xf16>
    %dot = tt.dot %a, %turned, %zero : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    ttng.barrier_expect %barrier, 512, %true : !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable>
    ttng.wait_barrier %barrier, %c0 : !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable>
    %run = ttng.warp_group_dot %first, %second, %dot {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<16x16xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable> * !ttg.memdesc<16x16xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable> -> tensor<16x16xf32>
    %done = ttng.warp_group_dot_wait %run {pendings = 0 : i32} : tensor<16x16xf32>
    tt.return
  }
}
