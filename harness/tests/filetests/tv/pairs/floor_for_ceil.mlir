// different: Whole numbers alone do not tell the two apart.
module {
  tt.func public @kern(%X: !tt.ptr<f32>, %Y: !tt.ptr<f32>, %O: !tt.ptr<f32>, %n: i32) {
    %pid = tt.get_program_id x : i32
    %c = arith.constant 128 : i32
    %base = arith.muli %pid, %c : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %bs = tt.splat %base : i32 -> tensor<128xi32>
    %off = arith.addi %bs, %r : tensor<128xi32>
    %px = tt.splat %X : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %ax = tt.addptr %px, %off : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %x = tt.load %ax : tensor<128x!tt.ptr<f32>>
    %py = tt.splat %Y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %ay = tt.addptr %py, %off : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %y = tt.load %ay : tensor<128x!tt.ptr<f32>>
    %z = math.floor %x : tensor<128xf32>
    %po = tt.splat %O : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %ao = tt.addptr %po, %off : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    tt.store %ao, %z : tensor<128x!tt.ptr<f32>>
    tt.return
  }
}
// -----
module {
  tt.func public @kern(%X: !tt.ptr<f32>, %Y: !tt.ptr<f32>, %O: !tt.ptr<f32>, %n: i32) {
    %pid = tt.get_program_id x : i32
    %c = arith.constant 128 : i32
    %base = arith.muli %pid, %c : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %bs = tt.splat %base : i32 -> tensor<128xi32>
    %off = arith.addi %bs, %r : tensor<128xi32>
    %px = tt.splat %X : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %ax = tt.addptr %px, %off : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %x = tt.load %ax : tensor<128x!tt.ptr<f32>>
    %py = tt.splat %Y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %ay = tt.addptr %py, %off : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %y = tt.load %ay : tensor<128x!tt.ptr<f32>>
    %z = math.ceil %x : tensor<128xf32>
    %po = tt.splat %O : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %ao = tt.addptr %po, %off : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    tt.store %ao, %z : tensor<128x!tt.ptr<f32>>
    tt.return
  }
}
