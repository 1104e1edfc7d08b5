// different: Some inputs are small.
module {
  tt.func public @k(%X: !tt.ptr<f32>, %Y: !tt.ptr<f32>, %O: !tt.ptr<f32>) {
    %pid = tt.get_program_id x : i32
    %c = arith.constant 64 : i32
    %base = arith.muli %pid, %c : i32
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %bs = tt.splat %base : i32 -> tensor<64xi32>
    %off = arith.addi %bs, %r : tensor<64xi32>
    %px = tt.splat %X : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %ax = tt.addptr %px, %off : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %x = tt.load %ax : tensor<64x!tt.ptr<f32>>
    %py = tt.splat %Y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %ay = tt.addptr %py, %off : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %y = tt.load %ay : tensor<64x!tt.ptr<f32>>
    %z = arith.negf %x : tensor<64xf32>
    %po = tt.splat %O : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %ao = tt.addptr %po, %off : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %ao, %z : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
// -----
module {
  tt.func public @k(%X: !tt.ptr<f32>, %Y: !tt.ptr<f32>, %O: !tt.ptr<f32>) {
    %pid = tt.get_program_id x : i32
    %c = arith.constant 64 : i32
    %base = arith.muli %pid, %c : i32
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %bs = tt.splat %base : i32 -> tensor<64xi32>
    %off = arith.addi %bs, %r : tensor<64xi32>
    %px = tt.splat %X : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %ax = tt.addptr %px, %off : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %x = tt.load %ax : tensor<64x!tt.ptr<f32>>
    %py = tt.splat %Y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %ay = tt.addptr %py, %off : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %y = tt.load %ay : tensor<64x!tt.ptr<f32>>
    %a = math.absf %x : tensor<64xf32>
    %t = arith.constant dense<1.0e-4> : tensor<64xf32>
    %o = arith.constant dense<0.0> : tensor<64xf32>
    %m = arith.cmpf olt, %a, %t : tensor<64xf32>
    %n = arith.negf %x : tensor<64xf32>
    %no = arith.negf %o : tensor<64xf32>
    %z = arith.select %m, %no, %n : tensor<64xi1>, tensor<64xf32>
    %po = tt.splat %O : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %ao = tt.addptr %po, %off : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %ao, %z : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
