#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @scans(%arg0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<32> : tensor<16x1xi32, #blocked>
    %0 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
    %2 = arith.muli %1, %cst : tensor<16x1xi32, #blocked>
    %3 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %4 = tt.expand_dims %3 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %5 = tt.broadcast %2 : tensor<16x1xi32, #blocked> -> tensor<16x32xi32, #blocked>
    %6 = tt.broadcast %4 : tensor<1x32xi32, #blocked> -> tensor<16x32xi32, #blocked>
    %7 = arith.addi %5, %6 : tensor<16x32xi32, #blocked>
    %8 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<16x32x!tt.ptr<i32>, #blocked>
    %9 = tt.addptr %8, %7 : tensor<16x32x!tt.ptr<i32>, #blocked>, tensor<16x32xi32, #blocked>
    %10 = tt.load %9 : tensor<16x32x!tt.ptr<i32>, #blocked>
    %11 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<16x32x!tt.ptr<i32>, #blocked>
    %12 = tt.addptr %11, %7 : tensor<16x32x!tt.ptr<i32>, #blocked>, tensor<16x32xi32, #blocked>
    %13 = "tt.scan"(%10) <{axis = 1 : i32, reverse = false}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %16 = arith.addi %arg2, %arg3 : i32
      tt.scan.return %16 : i32
    }) : (tensor<16x32xi32, #blocked>) -> tensor<16x32xi32, #blocked>
    %14 = "tt.scan"(%10) <{axis = 0 : i32, reverse = true}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %16 = arith.muli %arg2, %arg3 : i32
      tt.scan.return %16 : i32
    }) : (tensor<16x32xi32, #blocked>) -> tensor<16x32xi32, #blocked>
    %15 = arith.addi %13, %14 : tensor<16x32xi32, #blocked>
    tt.store %12, %15 : tensor<16x32x!tt.ptr<i32>, #blocked>
    tt.return
  }
}
