// arg: a i32 8 7 -7 7 -7 6 -6 0 1
// arg: b i32 8 2 2 -2 -2 3 3 5 4
// arg: out i32 24 0
module {
  tt.func public @f(%a: !tt.ptr<i32>, %b: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %c8 = arith.constant 8 : i32
    %0 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %1 = tt.splat %a : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %2 = tt.addptr %1, %0 : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %3 = tt.load %2 : tensor<8x!tt.ptr<i32>>
    %4 = tt.splat %b : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %5 = tt.addptr %4, %0 : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %6 = tt.load %5 : tensor<8x!tt.ptr<i32>>
    %7 = arith.ceildivsi %3, %6 : tensor<8xi32>
    %8 = arith.floordivsi %3, %6 : tensor<8xi32>
    %9 = arith.ceildivui %3, %6 : tensor<8xi32>
    %10 = tt.splat %out : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %11 = tt.addptr %10, %0 : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    tt.store %11, %7 : tensor<8x!tt.ptr<i32>>
    %12 = tt.splat %c8 : i32 -> tensor<8xi32>
    %13 = tt.addptr %11, %12 : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    tt.store %13, %8 : tensor<8x!tt.ptr<i32>>
    %14 = tt.addptr %13, %12 : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    tt.store %14, %9 : tensor<8x!tt.ptr<i32>>
    tt.return
  }
}
// = out: 4 -3 -3 4 2 -2 0 1 3 -4 -4 3 2 -2 0 0 4 2147483645 1 1 2 1431655764 0 1
