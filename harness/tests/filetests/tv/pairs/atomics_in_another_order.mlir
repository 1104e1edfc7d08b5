// not different: Atomic operations in another order, whose operands agree with each other but not one with all.
module {
  tt.func public @f(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %true = arith.constant true
    %l = arith.constant 1.44269502 : f32
    %e = arith.constant 1.000002 : f32
    %x = tt.load %in : !tt.ptr<f32>
    %a = math.exp %x : f32
    %b = arith.mulf %a, %e : f32
    %c = arith.mulf %b, %e : f32
    %0 = tt.atomic_rmw fadd, acq_rel, gpu, %out, %a, %true : (!tt.ptr<f32>, f32, i1) -> f32
    %1 = tt.atomic_rmw fadd, acq_rel, gpu, %out, %b, %true : (!tt.ptr<f32>, f32, i1) -> f32
    %2 = tt.atomic_rmw fadd, acq_rel, gpu, %out, %c, %true : (!tt.ptr<f32>, f32, i1) -> f32
    tt.return
  }
}
// -----
module {
  tt.func public @f(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %true = arith.constant true
    %l = arith.constant 1.44269502 : f32
    %e = arith.constant 1.000002 : f32
    %x = tt.load %in : !tt.ptr<f32>
    %a = math.exp %x : f32
    %b = arith.mulf %a, %e : f32
    %c = arith.mulf %b, %e : f32
    %2 = tt.atomic_rmw fadd, acq_rel, gpu, %out, %c, %true : (!tt.ptr<f32>, f32, i1) -> f32
    %1 = tt.atomic_rmw fadd, acq_rel, gpu, %out, %b, %true : (!tt.ptr<f32>, f32, i1) -> f32
    %0 = tt.atomic_rmw fadd, acq_rel, gpu, %out, %a, %true : (!tt.ptr<f32>, f32, i1) -> f32
    tt.return
  }
}
