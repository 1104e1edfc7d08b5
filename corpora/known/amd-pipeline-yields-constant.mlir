// tritonamdgpu-pipeline peels the last iteration off the loop. The loop yields a constant, to which the peeled
// iteration then adds in place of the loop's result: where the loop runs once (%n = 1), that is still the
// initial value. Found by `tv` on Triton's own lit test (loop-pipeline.mlir, @kernel_yield_constant).
//
//   tritonsmith tv corpora/known/amd-pipeline-yields-constant.mlir --target hip:gfx942 --pass tritonamdgpu-schedule-loops{num_stages=2} --pass tritonamdgpu-pipeline --toolchain triton==3.9.0
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @one_iteration(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %zero = arith.constant dense<0.000000e+00> : tensor<32x32xf32, #mma>
    %one = arith.constant dense<1.000000e+00> : tensor<32x32xf32, #mma>
    %two = arith.constant dense<2.000000e+00> : tensor<32x32xf16, #a>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %row = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
    %rows = tt.expand_dims %row {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<32x1xi32, #blocked>
    %c32s = tt.splat %c32 : i32 -> tensor<32x1xi32, #blocked>
    %scaled = arith.muli %rows, %c32s : tensor<32x1xi32, #blocked>
    %column = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
    %columns = tt.expand_dims %column {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
    %left = tt.broadcast %scaled : tensor<32x1xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %right = tt.broadcast %columns : tensor<1x32xi32, #blocked> -> tensor<32x32xi32, #blocked>
    %offsets = arith.addi %left, %right : tensor<32x32xi32, #blocked>
    %ins = tt.splat %in : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, #blocked>
    %from = tt.addptr %ins, %offsets : tensor<32x32x!tt.ptr<f16>, #blocked>, tensor<32x32xi32, #blocked>
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #blocked>
    %to = tt.addptr %outs, %offsets : tensor<32x32x!tt.ptr<f32>, #blocked>, tensor<32x32xi32, #blocked>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<32x32xf32, #mma>) : i32 {
      %value = tt.load %from : tensor<32x32x!tt.ptr<f16>, #blocked>
      %factor = ttg.convert_layout %value : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #b>
      %dot = tt.dot %two, %factor, %acc : tensor<32x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<32x32xf32, #mma>
      %result = ttg.convert_layout %dot : tensor<32x32xf32, #mma> -> tensor<32x32xf32, #blocked>
      tt.store %to, %result : tensor<32x32x!tt.ptr<f32>, #blocked>
      scf.yield %one : tensor<32x32xf32, #mma>
    }
    tt.return
  }
}
