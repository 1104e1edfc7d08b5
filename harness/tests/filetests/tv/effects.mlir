// Atomics, prints, views and descriptors for tests/validate.rs.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @atomics(%p: !tt.ptr<i32>, %n: i32) {
    %true = arith.constant true
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %q = tt.addptr %p, %c1 : !tt.ptr<i32>, i32
    %0 = tt.atomic_rmw max, acq_rel, gpu, %p, %c2, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %1 = tt.atomic_cas acq_rel, gpu, %q, %c1, %c2 : (!tt.ptr<i32>, i32, i32) -> i32
    tt.return
  }
  tt.func public @prints(%p: !tt.ptr<f32>, %n: i32) {
    %c1 = arith.constant 1 : i32
    %m = arith.addi %n, %c1 : i32
    %x = tt.load %p : !tt.ptr<f32>
    tt.print "x " {hex = false, isSigned = array<i32: 0, 1>} : %x, %m : f32, i32
    tt.return
  }
  tt.func public @views(%a: !ttg.memdesc<32xi32, #shared, #smem, mutable>, %n: i32) {
    %0 = ttg.local_load %a : !ttg.memdesc<32xi32, #shared, #smem, mutable> -> tensor<32xi32>
    %1 = tt.splat %n : i32 -> tensor<32xi32>
    %2 = arith.addi %0, %1 : tensor<32xi32>
    ttg.local_store %2, %a : tensor<32xi32> -> !ttg.memdesc<32xi32, #shared, #smem, mutable>
    tt.return
  }
  tt.func public @descriptors(%d: !tt.tensordesc<4x16xf32>, %e: !tt.tensordesc<4x16xf32>, %n: i32) {
    %c3 = arith.constant 3 : i32
    %i = arith.andi %n, %c3 : i32
    %0 = tt.descriptor_load %d[%i, %c3] : !tt.tensordesc<4x16xf32> -> tensor<4x16xf32>
    tt.descriptor_store %e[%i, %c3], %0 : !tt.tensordesc<4x16xf32>, tensor<4x16xf32>
    tt.return
  }
  tt.func public @pair(%n: i32, %x: f32) -> (i32, f32) {
    %0 = arith.addf %x, %x : f32
    tt.return %n, %0 : i32, f32
  }
}
