module {
  tt.func public @atom(%arg0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c16_i32 = arith.constant 16 : i32
    %cst = arith.constant dense<true> : tensor<64xi1>
    %c8_i32 = arith.constant 8 : i32
    %cst_0 = arith.constant dense<4> : tensor<64xi32>
    %cst_1 = arith.constant dense<20> : tensor<64xi32>
    %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %1 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %2 = tt.addptr %1, %0 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %3 = tt.load %2 : tensor<64x!tt.ptr<i32>>
    %4 = arith.cmpi slt, %0, %cst_1 : tensor<64xi32>
    %5 = arith.remsi %0, %cst_0 : tensor<64xi32>
    %6 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %7 = tt.addptr %6, %5 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %8 = tt.atomic_rmw add, acq_rel, gpu, %7, %3, %4 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
    %9 = tt.addptr %arg1, %c8_i32 : !tt.ptr<i32>, i32
    %10 = tt.splat %9 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %11 = tt.addptr %10, %5 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %12 = tt.atomic_rmw max, relaxed, gpu, %11, %3, %cst : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
    %13 = tt.addptr %arg1, %c16_i32 : !tt.ptr<i32>, i32
    %14 = tt.splat %13 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %15 = tt.addptr %14, %0 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %16 = tt.atomic_cas acq_rel, gpu, %15, %3, %8 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
    %17 = arith.addi %8, %12 : tensor<64xi32>
    %18 = arith.addi %17, %16 : tensor<64xi32>
    tt.store %2, %18 : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
