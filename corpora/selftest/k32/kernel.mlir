#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @kernel(%in0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<1x2xf32, #blocked>
    %c2_i32 = arith.constant 2 : i32
    %cst_0 = arith.constant dense<-2.000000e+00> : tensor<1x2xf32, #blocked>
    %v0 = tt.get_program_id x : i32
    %v8 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %v8_1 = tt.expand_dims %v8 {axis = 0 : i32} : tensor<2xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x2xi32, #blocked>
    %v11 = arith.muli %v0, %c2_i32 : i32
    %v14 = tt.splat %v11 : i32 -> tensor<1x2xi32, #blocked>
    %v14_2 = arith.addi %v8_1, %v14 : tensor<1x2xi32, #blocked>
    %v16 = tt.splat %in0 : !tt.ptr<f32> -> tensor<1x2x!tt.ptr<f32>, #blocked>
    %v16_3 = tt.addptr %v16, %v14_2 : tensor<1x2x!tt.ptr<f32>, #blocked>, tensor<1x2xi32, #blocked>
    %v17 = tt.load %v16_3 : tensor<1x2x!tt.ptr<f32>, #blocked>
    %v18 = arith.addf %v17, %cst : tensor<1x2xf32, #blocked>
    %v20 = arith.subf %v18, %cst_0 : tensor<1x2xf32, #blocked>
    %v29 = tt.splat %out0 : !tt.ptr<f32> -> tensor<1x2x!tt.ptr<f32>, #blocked>
    %v29_4 = tt.addptr %v29, %v14_2 : tensor<1x2x!tt.ptr<f32>, #blocked>, tensor<1x2xi32, #blocked>
    tt.store %v29_4, %v20 : tensor<1x2x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
