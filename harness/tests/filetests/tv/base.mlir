// What the differences of tests/validate.rs are planted into.
module {
  tt.func public @f(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32>, %count: !tt.ptr<i32>, %n: i32) {
    %c3 = arith.constant 3 : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %pid = tt.get_program_id x : i32
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %bound = tt.splat %n : i32 -> tensor<16xi32>
    %mask = arith.cmpi slt, %range, %bound : tensor<16xi32>
    %0 = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %1 = tt.addptr %0, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %a = tt.load %1, %mask : tensor<16x!tt.ptr<f32>>
    %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%carried = %a) -> (tensor<16xf32>) : i32 {
      %next = arith.addf %carried, %a : tensor<16xf32>
      scf.yield %next : tensor<16xf32>
    }
    %2 = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %3 = tt.addptr %2, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %3, %sum : tensor<16x!tt.ptr<f32>>
    %4 = tt.addptr %count, %pid : !tt.ptr<i32>, i32
    %5 = tt.atomic_rmw add, acq_rel, gpu, %4, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
    tt.print "n " {hex = false, isSigned = array<i32: 1>} : %n : i32
    tt.return
  }
  tt.func public @g(%x: tensor<8xi32>, %y: i32) -> tensor<8xi32> {
    %0 = tt.splat %y : i32 -> tensor<8xi32>
    %1 = arith.addi %x, %0 : tensor<8xi32>
    tt.return %1 : tensor<8xi32>
  }
}
