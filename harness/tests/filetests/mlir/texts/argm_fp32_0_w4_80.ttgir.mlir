#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @argm(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<32> : tensor<16x1xi32, #blocked>
    %0 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #blocked1>
    %1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %2 = tt.expand_dims %1 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16x1xi32, #blocked>
    %3 = arith.muli %2, %cst : tensor<16x1xi32, #blocked>
    %4 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>, #blocked>
    %5 = tt.addptr %4, %3 : tensor<16x1x!tt.ptr<f32>, #blocked>, tensor<16x1xi32, #blocked>
    %6 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %7 = tt.expand_dims %6 {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %8 = tt.broadcast %5 : tensor<16x1x!tt.ptr<f32>, #blocked> -> tensor<16x32x!tt.ptr<f32>, #blocked>
    %9 = tt.broadcast %7 : tensor<1x32xi32, #blocked> -> tensor<16x32xi32, #blocked>
    %10 = tt.addptr %8, %9 : tensor<16x32x!tt.ptr<f32>, #blocked>, tensor<16x32xi32, #blocked>
    %11 = tt.load %10 : tensor<16x32x!tt.ptr<f32>, #blocked>
    %12:2 = "tt.reduce"(%11, %9) <{axis = 1 : i32}> ({
    ^bb0(%arg2: f32, %arg3: i32, %arg4: f32, %arg5: i32):
      %16 = arith.cmpf oeq, %arg2, %arg4 : f32
      %17 = arith.cmpi slt, %arg3, %arg5 : i32
      %18 = arith.andi %16, %17 : i1
      %19 = arith.cmpf ogt, %arg2, %arg4 : f32
      %20 = arith.ori %19, %18 : i1
      %21 = arith.select %20, %arg2, %arg4 : f32
      %22 = arith.select %20, %arg3, %arg5 : i32
      tt.reduce.return %21, %22 : f32, i32
    }) : (tensor<16x32xf32, #blocked>, tensor<16x32xi32, #blocked>) -> (tensor<16xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>>)
    %13 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>, #blocked1>
    %14 = tt.addptr %13, %0 : tensor<16x!tt.ptr<i32>, #blocked1>, tensor<16xi32, #blocked1>
    %15 = ttg.convert_layout %12#1 : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<16xi32, #blocked1>
    tt.store %14, %15 : tensor<16x!tt.ptr<i32>, #blocked1>
    tt.return
  }
}
