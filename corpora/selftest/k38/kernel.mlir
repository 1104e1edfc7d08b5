#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%n0: i32, %in0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %in1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c8_i32 = arith.constant 8 : i32
    %v0 = tt.get_program_id x : i32
    %v2 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %v2_0 = tt.expand_dims %v2 {axis = 1 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<8x1xi32, #blocked>
    %v8 = arith.muli %v0, %c8_i32 : i32
    %v9 = tt.splat %v8 : i32 -> tensor<8x1xi32, #blocked>
    %v9_1 = arith.addi %v2_0, %v9 : tensor<8x1xi32, #blocked>
    %v11 = tt.splat %in0 : !tt.ptr<i32> -> tensor<8x1x!tt.ptr<i32>, #blocked>
    %v11_2 = tt.addptr %v11, %v9_1 : tensor<8x1x!tt.ptr<i32>, #blocked>, tensor<8x1xi32, #blocked>
    %v12 = ttg.convert_layout %v11_2 : tensor<8x1x!tt.ptr<i32>, #blocked> -> tensor<8x1x!tt.ptr<i32>, #blocked1>
    %v12_3 = tt.load %v12 : tensor<8x1x!tt.ptr<i32>, #blocked1>
    %v13 = tt.trans %v12_3 {order = array<i32: 1, 0>} : tensor<8x1xi32, #blocked1> -> tensor<1x8xi32, #blocked2>
    %v15 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>
    %v15_4 = tt.expand_dims %v15 {axis = 0 : i32} : tensor<8xi32, #ttg.slice<{dim = 0, parent = #blocked2}>> -> tensor<1x8xi32, #blocked2>
    %v19 = tt.splat %v8 : i32 -> tensor<1x8xi32, #blocked2>
    %v19_5 = arith.addi %v15_4, %v19 : tensor<1x8xi32, #blocked2>
    %v21 = tt.splat %in1 : !tt.ptr<i32> -> tensor<1x8x!tt.ptr<i32>, #blocked2>
    %v21_6 = tt.addptr %v21, %v19_5 : tensor<1x8x!tt.ptr<i32>, #blocked2>, tensor<1x8xi32, #blocked2>
    %v22 = tt.load %v21_6 : tensor<1x8x!tt.ptr<i32>, #blocked2>
    %v23 = arith.addi %v13, %v22 : tensor<1x8xi32, #blocked2>
    %v24 = tt.trans %v23 {order = array<i32: 1, 0>} : tensor<1x8xi32, #blocked2> -> tensor<8x1xi32, #blocked1>
    %v25 = arith.xori %v24, %v12_3 : tensor<8x1xi32, #blocked1>
    %v30 = tt.splat %out0 : !tt.ptr<i32> -> tensor<8x1x!tt.ptr<i32>, #blocked>
    %v30_7 = tt.addptr %v30, %v9_1 : tensor<8x1x!tt.ptr<i32>, #blocked>, tensor<8x1xi32, #blocked>
    %0 = ttg.convert_layout %v30_7 : tensor<8x1x!tt.ptr<i32>, #blocked> -> tensor<8x1x!tt.ptr<i32>, #blocked1>
    tt.store %0, %v25 : tensor<8x1x!tt.ptr<i32>, #blocked1>
    tt.return
  }
}
