// Loops with carried values, both arms, jumps, a call.
// arg: out i32 4 0
// arg: n i32 = 5
tt.func private @square(%a: i32) -> i32 attributes {noinline = true} {
  %0 = arith.muli %a, %a : i32
  tt.return %0 : i32
}
tt.func public @f(%out: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c1) -> (i32, i32)  : i32 {
    %4 = tt.call @square(%i) : (i32) -> i32
    %5 = arith.addi %a, %4 : i32
    scf.yield %5, %a : i32, i32
  }
  tt.store %out, %0#0 : !tt.ptr<i32>
  %p1 = tt.addptr %out, %c1 : !tt.ptr<i32>, i32
  tt.store %p1, %0#1 : !tt.ptr<i32>
  %1 = scf.while (%w = %n) : (i32) -> i32 {
    %4 = arith.cmpi sgt, %w, %c0 : i32
    scf.condition(%4) %w : i32
  } do {
  ^bb0(%w: i32):
    %4 = arith.subi %w, %c3 : i32
    scf.yield %4 : i32
  }
  %p2 = tt.addptr %p1, %c1 : !tt.ptr<i32>, i32
  tt.store %p2, %1 : !tt.ptr<i32>
  %2 = arith.cmpi eq, %n, %c3 : i32
  cf.cond_br %2, ^bb1, ^bb2(%c3 : i32)
^bb1:
  tt.return
^bb2(%passed: i32):
  %p3 = tt.addptr %p2, %c1 : !tt.ptr<i32>, i32
  tt.store %p3, %passed : !tt.ptr<i32>
  tt.return
}
// = out: 30 14 -1 3
