// Types and operations of LLVM's dialect, and attributes after the type.
!struct = !llvm.struct<(f32, f32, i32)>
module {
  tt.func @casts(%arg0: tensor<128xi32>, %arg1: !struct, %arg2: i1) {
    %0 = builtin.unrealized_conversion_cast %arg0 : tensor<128xi32> to !llvm.struct<(i32, i32)>
    %1 = builtin.unrealized_conversion_cast %0 : !llvm.struct<(i32, i32)> to tensor<128xi32>
    %2 = llvm.mlir.undef : !llvm.struct<(i32, i32)>
    %3 = nvg.wgmma_wait_group %arg1 {pendings = 0 : i32} : !struct
    llvm.intr.assume %arg2 : i1 {ttg.partition = array<i32: 1, 2>}
    tt.return
  }
}
// = module {
// =   tt.func @casts(%arg0: tensor<128xi32>, %arg1: !llvm.struct<(f32, f32, i32)>, %arg2: i1) {
// =     %0 = builtin.unrealized_conversion_cast %arg0 : tensor<128xi32> to !llvm.struct<(i32, i32)>
// =     %1 = builtin.unrealized_conversion_cast %0 : !llvm.struct<(i32, i32)> to tensor<128xi32>
// =     %2 = llvm.mlir.undef : !llvm.struct<(i32, i32)>
// =     %3 = nvg.wgmma_wait_group %arg1 {pendings = 0 : i32} : !llvm.struct<(f32, f32, i32)>
// =     llvm.intr.assume %arg2 : i1 {ttg.partition = array<i32: 1, 2>}
// =     tt.return
// =   }
// = }
