// not different: Which of two views is chosen is undefined.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @f(%a: !ttg.memdesc<4xi32, #shared, #smem, mutable>, %b: !ttg.memdesc<4xi32, #shared, #smem, mutable>, %p: !tt.ptr<i1>) -> tensor<4xi32> {
    %u = ub.poison : i1
    %0 = arith.select %u, %a, %b : !ttg.memdesc<4xi32, #shared, #smem, mutable>
    %1 = ttg.local_load %0 : !ttg.memdesc<4xi32, #shared, #smem, mutable> -> tensor<4xi32>
    tt.return %1 : tensor<4xi32>
  }
}
// -----
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @f(%a: !ttg.memdesc<4xi32, #shared, #smem, mutable>, %b: !ttg.memdesc<4xi32, #shared, #smem, mutable>, %p: !tt.ptr<i1>) -> tensor<4xi32> {
    %u = ub.poison : i1
    %0 = arith.select %u, %b, %a : !ttg.memdesc<4xi32, #shared, #smem, mutable>
    %1 = ttg.local_load %0 : !ttg.memdesc<4xi32, #shared, #smem, mutable> -> tensor<4xi32>
    tt.return %1 : tensor<4xi32>
  }
}
