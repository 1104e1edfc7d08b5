// What operations claim of values and addresses, for tests/validate.rs.
#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @copy(%x: !tt.ptr<f32> {tt.divisibility = 8 : i32}, %out: !tt.ptr<f32>) {
    %c2 = arith.constant dense<2> : tensor<128xi32, #blocked>
    %c4 = arith.constant dense<4> : tensor<128xi32, #blocked>
    %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
    %rest = arith.remsi %range, %c4 : tensor<128xi32, #blocked>
    %even = arith.cmpi slt, %rest, %c2 : tensor<128xi32, #blocked>
    %0 = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #blocked>
    %1 = tt.addptr %0, %range : tensor<128x!tt.ptr<f32>, #blocked>, tensor<128xi32, #blocked>
    %3 = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    %4 = ttg.async_copy_global_to_local %1, %3 {contiguity = 2 : i32} : tensor<128x!tt.ptr<f32>, #blocked> -> <128xf32, #shared, #smem, mutable>
    %5 = ttg.async_commit_group tokens %4
    %6 = ttg.async_wait %5 {num = 0 : i32}
    %7 = ttg.async_copy_global_to_local %1, %3 mask %even {contiguity = 2 : i32} : tensor<128x!tt.ptr<f32>, #blocked> -> <128xf32, #shared, #smem, mutable>
    %8 = ttg.async_commit_group tokens %7
    %9 = ttg.async_wait %8 {num = 0 : i32}
    tt.return
  }
  tt.func public @hints(%out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %k = arith.muli %n, %c4 : i32
    %scaled = tt.splat %k : i32 -> tensor<16xi32>
    %row = arith.addi %range, %scaled : tensor<16xi32>
    %more = arith.addi %row, %scaled {tt.contiguity = 16 : i32} : tensor<16xi32>
    %0 = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %1 = tt.addptr %0, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %1, %more : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}
