// A loop-carried row sum of which each thread holds several rows. Pass: tritongpu-optimize-thread-locality (Triton #11186).
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [0, 1]}>
module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func @f(%arg0: tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #blocked}>>, %arg1: tensor<64x2x!tt.ptr<f32>, #blocked>) {
    %c1_i32 = arith.constant 1 : i32
    %c2_i32 = arith.constant 2 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %0 = scf.for %arg2 = %c1_i32 to %c2_i32 step %c1_i32 iter_args(%arg3 = %cst) -> (tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>>)  : i32 {
      %1 = tt.load %arg1 : tensor<64x2x!tt.ptr<f32>, #blocked>
      %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
      ^bb0(%arg4: f32, %arg5: f32):
        %3 = arith.addf %arg4, %arg5 : f32
        tt.reduce.return %3 : f32
      }) : (tensor<64x2xf32, #blocked>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
      %4 = arith.addf %arg3, %2 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
      scf.yield %4 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
    }
    tt.store %arg0, %0 : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #blocked}>>
    tt.return
  }
}
