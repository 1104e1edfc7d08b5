// A masked load without `other` leaves its lanes undefined; a masked store does not touch memory.
// arg: x i32 8 iota
// arg: out i32 8 -1
// arg: n i32 = 5
// grid: 2 1 1
tt.func public @add(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
  %c4 = arith.constant 4 : i32
  %pid = tt.get_program_id x : i32
  %base = arith.muli %pid, %c4 : i32
  %range = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %0 = tt.splat %base : i32 -> tensor<4xi32>
  %1 = arith.addi %0, %range : tensor<4xi32>
  %2 = tt.splat %n : i32 -> tensor<4xi32>
  %mask = arith.cmpi slt, %1, %2 : tensor<4xi32>
  %3 = tt.splat %x : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
  %4 = tt.addptr %3, %1 : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
  %5 = tt.load %4, %mask : tensor<4x!tt.ptr<i32>>
  %6 = arith.addi %5, %5 : tensor<4xi32>
  %7 = tt.splat %out : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
  %8 = tt.addptr %7, %1 : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
  tt.store %8, %6 : tensor<4x!tt.ptr<i32>>
  tt.return
}
// = out: 0 2 4 6 8 undef undef undef
