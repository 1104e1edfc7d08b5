#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @stores(%out: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c16 = arith.constant 16 : i32
    %row = arith.constant 16 : i64
    %one = arith.constant 1 : i64
    %zeros = arith.constant dense<0> : tensor<16x16xi32, #blocked>
    %x = tt.splat %n : i32 -> tensor<16x16xi32, #blocked>
    %tensor = tt.make_tensor_descriptor %out, [%c16, %c16], [%row, %one] : !tt.ptr<i32>, !tt.tensordesc<16x16xi32, #shared>
    %buffer = ttg.local_alloc : () -> !ttg.memdesc<16x16xi32, #shared, #smem, mutable>
    ttg.local_store %x, %buffer : tensor<16x16xi32, #blocked> -> !ttg.memdesc<16x16xi32, #shared, #smem, mutable>
    ttng.fence_async_shared {bCluster = false}
    ttng.async_tma_copy_local_to_global %tensor[%c0, %c0] %buffer : !tt.tensordesc<16x16xi32, #shared>, !ttg.memdesc<16x16xi32, #shared, #smem, mutable>
    ttng.async_tma_store_wait {pendings = 0 : i32}
    ttg.local_store %zeros, %buffer : tensor<16x16xi32, #blocked> -> !ttg.memdesc<16x16xi32, #shared, #smem, mutable>
    ttg.local_dealloc %buffer : !ttg.memdesc<16x16xi32, #shared, #smem, mutable>
    tt.return
  }
  tt.func public @reduces(%out: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c16 = arith.constant 16 : i32
    %row = arith.constant 16 : i64
    %one = arith.constant 1 : i64
    %x = tt.splat %n : i32 -> tensor<16x16xi32, #blocked>
    %tensor = tt.make_tensor_descriptor %out, [%c16, %c16], [%row, %one] : !tt.ptr<i32>, !tt.tensordesc<16x16xi32, #shared>
    tt.descriptor_reduce add, %tensor[%c0, %c0], %x : !tt.tensordesc<16x16xi32, #shared>, tensor<16x16xi32, #blocked>
    %last = ttg.local_alloc %x : (tensor<16x16xi32, #blocked>) -> !ttg.memdesc<16x16xi32, #shared, #smem>
    ttng.fence_async_shared {bCluster = true}
    ttng.async_tma_copy_local_to_global %tensor[%c16, %c0] %last : !tt.tensordesc<16x16xi32, #shared>, !ttg.memdesc<16x16xi32, #shared, #smem>
    ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
    tt.return
  }
}
