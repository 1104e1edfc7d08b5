#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [0, 1]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], lane = [[8, 0], [16, 0], [32, 0], [64, 0], [128, 0]], warp = [], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%n0: i32, %in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c1024_i32 = arith.constant 1024 : i32
    %c4_i32 = arith.constant 4 : i32
    %c2048_i32 = arith.constant 2048 : i32
    %v0 = tt.get_program_id x : i32
    %v3 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v3_0 = tt.expand_dims %v3 {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<32x1xi32, #blocked>
    %v5 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v5_1 = tt.expand_dims %v5 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %v7 = tt.splat %n0 : i32 -> tensor<32x1xi32, #blocked>
    %v7_2 = arith.muli %v3_0, %v7 : tensor<32x1xi32, #blocked>
    %v8 = tt.broadcast %v7_2 : tensor<32x1xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %v8_3 = tt.broadcast %v5_1 : tensor<1x32xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %v8_4 = arith.addi %v8, %v8_3 : tensor<32x32xi32, #blocked>
    %v9 = arith.muli %v0, %c1024_i32 : i32
    %v11 = arith.addi %v9, %c2048_i32 : i32
    %v12 = tt.splat %v11 : i32 -> tensor<32x32xi32, #blocked>
    %v12_5 = arith.addi %v8_4, %v12 : tensor<32x32xi32, #blocked>
    %v14 = tt.splat %in0 : !tt.ptr<i32> -> tensor<32x32x!tt.ptr<i32>, #blocked>
    %v14_6 = tt.addptr %v14, %v12_5 : tensor<32x32x!tt.ptr<i32>, #blocked>, tensor<32x32xi32, #blocked>
    %v15 = tt.load %v14_6 : tensor<32x32x!tt.ptr<i32>, #blocked>
    %v16 = tt.trans %v15 {order = array<i32: 1, 0>} : tensor<32x32xi32, #blocked> -> tensor<32x32xi32, #blocked1>
    %v17 = tt.reshape %v16 : tensor<32x32xi32, #blocked1> -> tensor<256x4xi32, #linear>
    %v20 = "tt.reduce"(%v17) <{axis = 0 : i32}> ({
    ^bb0(%v20_8: i32, %v20_9: i32):
      %v20_10 = arith.addi %v20_8, %v20_9 : i32
      tt.reduce.return %v20_10 : i32
    }) : (tensor<256x4xi32, #linear>) -> tensor<4xi32, #ttg.slice<{dim = 0, parent = #linear}>>
    %v21 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #blocked2>
    %v25 = arith.muli %v0, %c4_i32 : i32
    %v27 = tt.addptr %out0, %v25 : !tt.ptr<i32>, i32
    %v28 = tt.splat %v27 : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>, #blocked2>
    %v28_7 = tt.addptr %v28, %v21 : tensor<4x!tt.ptr<i32>, #blocked2>, tensor<4xi32, #blocked2>
    %0 = ttg.convert_layout %v20 : tensor<4xi32, #ttg.slice<{dim = 0, parent = #linear}>> -> tensor<4xi32, #blocked2>
    tt.store %v28_7, %0 : tensor<4x!tt.ptr<i32>, #blocked2>
    %v30 = tt.addptr %out1, %v0 : !tt.ptr<i32>, i32
    tt.store %v30, %v0 : !tt.ptr<i32>
    tt.return
  }
}
