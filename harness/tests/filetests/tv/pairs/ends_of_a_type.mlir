// different: The least integer is its own negation.
module {
  tt.func public @k(%X: !tt.ptr<i32>, %Y: !tt.ptr<i32>, %O: !tt.ptr<i32>) {
    %pid = tt.get_program_id x : i32
    %c = arith.constant 64 : i32
    %base = arith.muli %pid, %c : i32
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %bs = tt.splat %base : i32 -> tensor<64xi32>
    %off = arith.addi %bs, %r : tensor<64xi32>
    %px = tt.splat %X : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %ax = tt.addptr %px, %off : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %x = tt.load %ax : tensor<64x!tt.ptr<i32>>
    %py = tt.splat %Y : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %ay = tt.addptr %py, %off : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %y = tt.load %ay : tensor<64x!tt.ptr<i32>>
    %c0 = arith.constant dense<0> : tensor<64xi32>
    %n = arith.subi %c0, %x : tensor<64xi32>
    %m = arith.cmpi sge, %n, %c0 : tensor<64xi32>
    %z = arith.extui %m : tensor<64xi1> to tensor<64xi32>
    %po = tt.splat %O : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %ao = tt.addptr %po, %off : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %ao, %z : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
// -----
module {
  tt.func public @k(%X: !tt.ptr<i32>, %Y: !tt.ptr<i32>, %O: !tt.ptr<i32>) {
    %pid = tt.get_program_id x : i32
    %c = arith.constant 64 : i32
    %base = arith.muli %pid, %c : i32
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %bs = tt.splat %base : i32 -> tensor<64xi32>
    %off = arith.addi %bs, %r : tensor<64xi32>
    %px = tt.splat %X : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %ax = tt.addptr %px, %off : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %x = tt.load %ax : tensor<64x!tt.ptr<i32>>
    %py = tt.splat %Y : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %ay = tt.addptr %py, %off : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %y = tt.load %ay : tensor<64x!tt.ptr<i32>>
    %c0 = arith.constant dense<0> : tensor<64xi32>
    %m = arith.cmpi sle, %x, %c0 : tensor<64xi32>
    %z = arith.extui %m : tensor<64xi1> to tensor<64xi32>
    %po = tt.splat %O : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %ao = tt.addptr %po, %off : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %ao, %z : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
