#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttng.two-ctas" = false} {
  tt.func public @control(%arg0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg2: i32, %arg3: i32) attributes {noinline = false} {
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<2> : tensor<64xi32, #blocked>
    %c3_i32 = arith.constant 3 : i32
    %c7_i32 = arith.constant 7 : i32
    %cst_0 = arith.constant dense<1> : tensor<64xi32, #blocked>
    %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #blocked>
    %1 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #blocked>
    %2 = tt.addptr %1, %0 : tensor<64x!tt.ptr<i32>, #blocked>, tensor<64xi32, #blocked>
    %3 = tt.load %2 : tensor<64x!tt.ptr<i32>, #blocked>
    %4:2 = scf.while (%arg4 = %3, %arg5 = %c0_i32) : (tensor<64xi32, #blocked>, i32) -> (tensor<64xi32, #blocked>, i32) {
      %11 = arith.cmpi slt, %arg5, %arg2 : i32
      scf.condition(%11) %arg4, %arg5 : tensor<64xi32, #blocked>, i32
    } do {
    ^bb0(%arg4: tensor<64xi32, #blocked>, %arg5: i32):
      %11 = arith.cmpi sgt, %arg3, %arg5 : i32
      %12 = scf.if %11 -> (tensor<64xi32, #blocked>) {
        %14 = tt.splat %arg5 : i32 -> tensor<64xi32, #blocked>
        %15 = arith.addi %arg4, %14 : tensor<64xi32, #blocked>
        scf.yield %15 : tensor<64xi32, #blocked>
      } else {
        %14 = arith.muli %arg4, %cst : tensor<64xi32, #blocked>
        scf.yield %14 : tensor<64xi32, #blocked>
      }
      %13 = arith.addi %arg5, %c3_i32 : i32
      scf.yield %12, %13 : tensor<64xi32, #blocked>, i32
    }
    %5 = arith.cmpi eq, %arg3, %c7_i32 : i32
    cf.cond_br %5, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %6 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #blocked>
    %7 = tt.addptr %6, %0 : tensor<64x!tt.ptr<i32>, #blocked>, tensor<64xi32, #blocked>
    tt.store %7, %4#0 : tensor<64x!tt.ptr<i32>, #blocked>
    tt.return
  ^bb2:  // pred: ^bb0
    %8 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #blocked>
    %9 = tt.addptr %8, %0 : tensor<64x!tt.ptr<i32>, #blocked>, tensor<64xi32, #blocked>
    %10 = arith.addi %4#0, %cst_0 : tensor<64xi32, #blocked>
    tt.store %9, %10 : tensor<64x!tt.ptr<i32>, #blocked>
    tt.return
  }
}
