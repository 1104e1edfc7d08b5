// not different: A loop in place of a constant takes its time, and ends.
module {
  tt.func public @kern(%X: !tt.ptr<i32>, %Y: !tt.ptr<i32>, %O: !tt.ptr<i32>, %n: i32) {
    %pid = tt.get_program_id x : i32
    %c = arith.constant 128 : i32
    %base = arith.muli %pid, %c : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %bs = tt.splat %base : i32 -> tensor<128xi32>
    %off = arith.addi %bs, %r : tensor<128xi32>
    %px = tt.splat %X : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %ax = tt.addptr %px, %off : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    %x = tt.load %ax : tensor<128x!tt.ptr<i32>>
    %py = tt.splat %Y : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %ay = tt.addptr %py, %off : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    %y = tt.load %ay : tensor<128x!tt.ptr<i32>>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %big = arith.constant 20000 : i32
    %k = tt.splat %big : i32 -> tensor<128xi32>
    %z = arith.addi %x, %k : tensor<128xi32>
    %po = tt.splat %O : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %ao = tt.addptr %po, %off : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    tt.store %ao, %z : tensor<128x!tt.ptr<i32>>
    tt.return
  }
}
// -----
module {
  tt.func public @kern(%X: !tt.ptr<i32>, %Y: !tt.ptr<i32>, %O: !tt.ptr<i32>, %n: i32) {
    %pid = tt.get_program_id x : i32
    %c = arith.constant 128 : i32
    %base = arith.muli %pid, %c : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %bs = tt.splat %base : i32 -> tensor<128xi32>
    %off = arith.addi %bs, %r : tensor<128xi32>
    %px = tt.splat %X : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %ax = tt.addptr %px, %off : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    %x = tt.load %ax : tensor<128x!tt.ptr<i32>>
    %py = tt.splat %Y : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %ay = tt.addptr %py, %off : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    %y = tt.load %ay : tensor<128x!tt.ptr<i32>>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %big = arith.constant 20000 : i32
    %t = scf.for %i = %c0 to %big step %c1 iter_args(%q = %c0) -> (i32) : i32 {
      %q1 = arith.addi %q, %c1 : i32
      scf.yield %q1 : i32
    }
    %k = tt.splat %t : i32 -> tensor<128xi32>
    %z = arith.addi %x, %k : tensor<128xi32>
    %po = tt.splat %O : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %ao = tt.addptr %po, %off : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    tt.store %ao, %z : tensor<128x!tt.ptr<i32>>
    tt.return
  }
}
