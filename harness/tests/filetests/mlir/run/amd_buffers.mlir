// Buffer accesses: a masked lane without `other` is 0, and so is one beyond the resource, to which
// a negative offset leads; slices and concatenations of tiles.
// arg: a i32 8 iota
// arg: out i32 8 -1
// grid: 1 1 1
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
#square = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @f(%a: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #blocked>
    %one = arith.constant dense<1> : tensor<8xi32, #blocked>
    %six = arith.constant dense<6> : tensor<8xi32, #blocked>
    %seven = arith.constant dense<7> : tensor<8xi32, #blocked>
    %mask = arith.cmpi slt, %range, %six : tensor<8xi32, #blocked>
    %before = arith.subi %range, %one : tensor<8xi32, #blocked>
    %0 = amdg.buffer_load %a[%before], %mask cacheModifier = ca : tensor<8xi32, #blocked>
    %1 = amdg.buffer_load %a[%range], %mask, %seven {contiguity = 2 : i32} : !tt.ptr<i32> -> tensor<8xi32, #blocked>
    %2 = arith.addi %0, %1 : tensor<8xi32, #blocked>
    %3 = tt.reshape %2 : tensor<8xi32, #blocked> -> tensor<2x4xi32, #square>
    %4 = amdg.extract_slice %3 [0, 0] : tensor<2x4xi32, #square> to tensor<2x2xi32, #square>
    %5 = amdg.extract_slice %3 [0, 2] : tensor<2x4xi32, #square> to tensor<2x2xi32, #square>
    %6 = amdg.concat %5, %4 : tensor<2x2xi32, #square>, tensor<2x2xi32, #square> -> tensor<2x4xi32, #square>
    %7 = tt.reshape %6 : tensor<2x4xi32, #square> -> tensor<8xi32, #blocked>
    amdg.buffer_store %7, %out[%before], %mask : tensor<8xi32, #blocked>
    tt.return
  }
}
// = out: 5 0 1 7 7 -1 -1 -1
