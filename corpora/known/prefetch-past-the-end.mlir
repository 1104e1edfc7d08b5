// tritongpu-prefetch loads the operands of the next iteration at the end of each, the last one too. Where
// the slot of the buffer follows from the induction variable, it reads a slot that does not exist: here slot 3
// of 3, which for `b` lies behind all of the block's shared memory. On an H200 such a load ends the
// kernel with error 700 (illegal address). No value that is read there is used.
//
//   tritonsmith tv corpora/known/prefetch-past-the-end.mlir --pass tritongpu-prefetch --toolchain triton==3.9.0
#A_RING = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#B_RING = #ttg.swizzled_shared<{vec = 2, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#X = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#C = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #C, kWidth = 2}>
#B = #ttg.dot_op<{opIdx = 1, parent = #C, kWidth = 2}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @three_slots(%x: tensor<64x32xf16, #X>, %y: tensor<32x64xf16, #X>) -> tensor<64x64xf32, #C> {
    %lb = arith.constant 0 : i32
    %ub = arith.constant 3 : i32
    %step = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #C>
    %two = arith.constant 2 : i32
    %a = ttg.local_alloc : () -> !ttg.memdesc<3x64x32xf16, #A_RING, #smem, mutable>
    %b = ttg.local_alloc : () -> !ttg.memdesc<3x32x64xf16, #B_RING, #smem, mutable>
    %a0 = ttg.memdesc_index %a[%lb] : !ttg.memdesc<3x64x32xf16, #A_RING, #smem, mutable> -> !ttg.memdesc<64x32xf16, #A_RING, #smem, mutable>
    ttg.local_store %x, %a0 : tensor<64x32xf16, #X> -> !ttg.memdesc<64x32xf16, #A_RING, #smem, mutable>
    %b0 = ttg.memdesc_index %b[%lb] : !ttg.memdesc<3x32x64xf16, #B_RING, #smem, mutable> -> !ttg.memdesc<32x64xf16, #B_RING, #smem, mutable>
    ttg.local_store %y, %b0 : tensor<32x64xf16, #X> -> !ttg.memdesc<32x64xf16, #B_RING, #smem, mutable>
    %a1 = ttg.memdesc_index %a[%step] : !ttg.memdesc<3x64x32xf16, #A_RING, #smem, mutable> -> !ttg.memdesc<64x32xf16, #A_RING, #smem, mutable>
    ttg.local_store %x, %a1 : tensor<64x32xf16, #X> -> !ttg.memdesc<64x32xf16, #A_RING, #smem, mutable>
    %b1 = ttg.memdesc_index %b[%step] : !ttg.memdesc<3x32x64xf16, #B_RING, #smem, mutable> -> !ttg.memdesc<32x64xf16, #B_RING, #smem, mutable>
    ttg.local_store %y, %b1 : tensor<32x64xf16, #X> -> !ttg.memdesc<32x64xf16, #B_RING, #smem, mutable>
    %a2 = ttg.memdesc_index %a[%two] : !ttg.memdesc<3x64x32xf16, #A_RING, #smem, mutable> -> !ttg.memdesc<64x32xf16, #A_RING, #smem, mutable>
    ttg.local_store %x, %a2 : tensor<64x32xf16, #X> -> !ttg.memdesc<64x32xf16, #A_RING, #smem, mutable>
    %b2 = ttg.memdesc_index %b[%two] : !ttg.memdesc<3x32x64xf16, #B_RING, #smem, mutable> -> !ttg.memdesc<32x64xf16, #B_RING, #smem, mutable>
    ttg.local_store %y, %b2 : tensor<32x64xf16, #X> -> !ttg.memdesc<32x64xf16, #B_RING, #smem, mutable>
    %sum = scf.for %i = %lb to %ub step %step iter_args(%acc = %zero) -> (tensor<64x64xf32, #C>) : i32 {
      %wait = ttg.async_wait {num = 0 : i32}
      %a_slot = ttg.memdesc_index %a[%i] : !ttg.memdesc<3x64x32xf16, #A_RING, #smem, mutable> -> !ttg.memdesc<64x32xf16, #A_RING, #smem, mutable>
      %a_value = ttg.local_load %a_slot token %wait : !ttg.memdesc<64x32xf16, #A_RING, #smem, mutable> -> tensor<64x32xf16, #A>
      %b_slot = ttg.memdesc_index %b[%i] : !ttg.memdesc<3x32x64xf16, #B_RING, #smem, mutable> -> !ttg.memdesc<32x64xf16, #B_RING, #smem, mutable>
      %b_value = ttg.local_load %b_slot token %wait : !ttg.memdesc<32x64xf16, #B_RING, #smem, mutable> -> tensor<32x64xf16, #B>
      %next = tt.dot %a_value, %b_value, %acc : tensor<64x32xf16, #A> * tensor<32x64xf16, #B> -> tensor<64x64xf32, #C>
      scf.yield %next : tensor<64x64xf32, #C>
    }
    tt.return %sum : tensor<64x64xf32, #C>
  }
}
