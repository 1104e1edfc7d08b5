// equal: What nobody uses in between may be freed twice.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @f(%x: tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked> {
    %0 = ttg.local_alloc %x : (tensor<128xi32, #blocked>) -> !ttg.memdesc<128xi32, #shared, #smem, mutable>
    %1 = ttg.local_load %0 : !ttg.memdesc<128xi32, #shared, #smem, mutable> -> tensor<128xi32, #blocked>
    ttg.local_dealloc %0 : !ttg.memdesc<128xi32, #shared, #smem, mutable>
    tt.return %1 : tensor<128xi32, #blocked>
  }
}
// -----
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @f(%x: tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked> {
    %0 = ttg.local_alloc %x : (tensor<128xi32, #blocked>) -> !ttg.memdesc<128xi32, #shared, #smem, mutable>
    %1 = ttg.local_load %0 : !ttg.memdesc<128xi32, #shared, #smem, mutable> -> tensor<128xi32, #blocked>
    ttg.local_dealloc %0 : !ttg.memdesc<128xi32, #shared, #smem, mutable>
    ttg.local_dealloc %0 : !ttg.memdesc<128xi32, #shared, #smem, mutable>
    tt.return %1 : tensor<128xi32, #blocked>
  }
}
