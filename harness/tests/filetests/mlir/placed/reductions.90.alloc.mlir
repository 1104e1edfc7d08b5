#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked3 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {tritonsmith.barriers = 1 : i32, ttg.global_scratch_memory_alignment = 1 : i32, ttg.global_scratch_memory_size = 0 : i32, "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.profile_scratch_memory_alignment = 1 : i32, ttg.profile_scratch_memory_size = 0 : i32, ttg.shared = 4096 : i32, ttg.target = "cuda:90", ttg.tensor_memory_size = 0 : i32, "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32, "ttng.two-ctas" = false} {
  tt.func public @red(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false, ttg.global_scratch_memory_alignment = 1 : i32, ttg.global_scratch_memory_size = 0 : i32, ttg.profile_scratch_memory_alignment = 1 : i32, ttg.profile_scratch_memory_size = 0 : i32} {
    %cst = arith.constant dense<16> : tensor<1x64xi32, #blocked>
    %c1024_i32 = arith.constant 1024 : i32
    %cst_0 = arith.constant dense<16> : tensor<64x1xi32, #blocked1>
    %cst_1 = arith.constant dense<64> : tensor<16x1xi32, #blocked2>
    %0 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked2}>>
    %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #blocked2}>> -> tensor<16x1xi32, #blocked2>
    %2 = arith.muli %1, %cst_1 : tensor<16x1xi32, #blocked2>
    %3 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>, #blocked2>
    %4 = tt.addptr %3, %2 : tensor<16x1x!tt.ptr<f32>, #blocked2>, tensor<16x1xi32, #blocked2>
    %5 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %6 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>
    %7 = tt.expand_dims %5 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xi32, #blocked>
    %8 = tt.expand_dims %6 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked2}>> -> tensor<1x64xi32, #blocked2>
    %9 = tt.broadcast %4 : tensor<16x1x!tt.ptr<f32>, #blocked2> -> tensor<16x64x!tt.ptr<f32>, #blocked2>
    %10 = tt.broadcast %8 : tensor<1x64xi32, #blocked2> -> tensor<16x64xi32, #blocked2>
    %11 = tt.addptr %9, %10 : tensor<16x64x!tt.ptr<f32>, #blocked2>, tensor<16x64xi32, #blocked2>
    %12 = tt.load %11 : tensor<16x64x!tt.ptr<f32>, #blocked2>
    %13 = tt.trans %12 {order = array<i32: 1, 0>} : tensor<16x64xf32, #blocked2> -> tensor<64x16xf32, #blocked3>
    %14 = "tt.reduce"(%12) <{axis = 1 : i32}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      %48 = arith.addf %arg2, %arg3 : f32
      tt.reduce.return %48 : f32
    }) : (tensor<16x64xf32, #blocked2>) -> tensor<16xf32, #ttg.slice<{dim = 1, parent = #blocked2}>>
    %15 = "tt.reduce"(%12) <{axis = 0 : i32}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      %48 = arith.maxnumf %arg2, %arg3 : f32
      tt.reduce.return %48 : f32
    }) {allocation.offset = 0 : i32, allocation.size = 1024 : i32} : (tensor<16x64xf32, #blocked2>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked2}>>
    %16 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %17 = tt.expand_dims %16 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<64x1xi32, #blocked1>
    %18 = arith.muli %17, %cst_0 : tensor<64x1xi32, #blocked1>
    %19 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>, #blocked1>
    %20 = tt.addptr %19, %18 : tensor<64x1x!tt.ptr<f32>, #blocked1>, tensor<64x1xi32, #blocked1>
    %21 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %22 = tt.expand_dims %21 {axis = 0 : i32} : tensor<16xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x16xi32, #blocked1>
    %23 = tt.broadcast %20 : tensor<64x1x!tt.ptr<f32>, #blocked1> -> tensor<64x16x!tt.ptr<f32>, #blocked1>
    %24 = tt.broadcast %22 : tensor<1x16xi32, #blocked1> -> tensor<64x16xi32, #blocked1>
    %25 = tt.addptr %23, %24 : tensor<64x16x!tt.ptr<f32>, #blocked1>, tensor<64x16xi32, #blocked1>
    %26 = ttg.convert_layout %14 : tensor<16xf32, #ttg.slice<{dim = 1, parent = #blocked2}>> -> tensor<16xf32, #ttg.slice<{dim = 0, parent = #blocked3}>>
    %27 = tt.expand_dims %26 {axis = 0 : i32} : tensor<16xf32, #ttg.slice<{dim = 0, parent = #blocked3}>> -> tensor<1x16xf32, #blocked3>
    %28 = tt.broadcast %27 : tensor<1x16xf32, #blocked3> -> tensor<64x16xf32, #blocked3>
    %29 = arith.addf %13, %28 : tensor<64x16xf32, #blocked3>
    %30 = ttg.convert_layout %15 : tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked2}>> -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked3}>>
    %31 = tt.expand_dims %30 {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked3}>> -> tensor<64x1xf32, #blocked3>
    %32 = tt.broadcast %31 : tensor<64x1xf32, #blocked3> -> tensor<64x16xf32, #blocked3>
    %33 = arith.addf %29, %32 : tensor<64x16xf32, #blocked3>
    ttg.barrier local
    %34 = ttg.convert_layout %33 {allocation.offset = 0 : i32, allocation.size = 4096 : i32} : tensor<64x16xf32, #blocked3> -> tensor<64x16xf32, #blocked1>
    tt.store %25, %34 : tensor<64x16x!tt.ptr<f32>, #blocked1>
    ttg.barrier local
    %35 = "tt.scan"(%12) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      %48 = arith.addf %arg2, %arg3 : f32
      tt.scan.return %48 : f32
    }) {allocation.offset = 0 : i32, allocation.size = 2048 : i32} : (tensor<16x64xf32, #blocked2>) -> tensor<16x64xf32, #blocked2>
    ttg.barrier local
    %36 = ttg.convert_layout %35 {allocation.offset = 0 : i32, allocation.size = 4096 : i32} : tensor<16x64xf32, #blocked2> -> tensor<16x64xf32, #blocked>
    %37 = arith.remsi %7, %cst : tensor<1x64xi32, #blocked>
    %38 = tt.broadcast %37 : tensor<1x64xi32, #blocked> -> tensor<16x64xi32, #blocked>
    ttg.barrier local
    %39 = ttg.convert_layout %12 {allocation.offset = 0 : i32, allocation.size = 4096 : i32} : tensor<16x64xf32, #blocked2> -> tensor<16x64xf32, #blocked>
    %40 = tt.gather %39[%38] {axis = 0 : i32, efficient_layout} : (tensor<16x64xf32, #blocked>, tensor<16x64xi32, #blocked>) -> tensor<16x64xf32, #blocked>
    %41 = tt.addptr %arg1, %c1024_i32 : !tt.ptr<f32>, i32
    %42 = tt.splat %41 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>, #blocked2>
    %43 = tt.addptr %42, %2 : tensor<16x1x!tt.ptr<f32>, #blocked2>, tensor<16x1xi32, #blocked2>
    %44 = tt.broadcast %43 : tensor<16x1x!tt.ptr<f32>, #blocked2> -> tensor<16x64x!tt.ptr<f32>, #blocked2>
    %45 = tt.addptr %44, %10 : tensor<16x64x!tt.ptr<f32>, #blocked2>, tensor<16x64xi32, #blocked2>
    %46 = arith.addf %36, %40 : tensor<16x64xf32, #blocked>
    ttg.barrier local
    %47 = ttg.convert_layout %46 {allocation.offset = 0 : i32, allocation.size = 4096 : i32} : tensor<16x64xf32, #blocked> -> tensor<16x64xf32, #blocked2>
    tt.store %45, %47 : tensor<16x64x!tt.ptr<f32>, #blocked2>
    tt.return
  }
}
