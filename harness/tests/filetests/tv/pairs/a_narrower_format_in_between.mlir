// different: Small whole numbers fit the narrower format.
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
    %o = arith.constant dense<-0.0> : tensor<128xf32>
    %z = arith.addf %x, %o : tensor<128xf32>
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
    %h = arith.truncf %x : tensor<128xf32> to tensor<128xf16>
    %z = arith.extf %h : tensor<128xf16> to tensor<128xf32>
    %po = tt.splat %O : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %ao = tt.addptr %po, %off : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    tt.store %ao, %z : tensor<128x!tt.ptr<f32>>
    tt.return
  }
}
