// Aliases of types, locations, constants in every form, unknown operations, names that clash.
!pair = tensor<2xf32>
#loc = loc("kernel.py":1:2)
#enc = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>
module @name attributes {a.b = #other.attr<x, y = <z>>, "c-d" = [1 : i32, "s", @f::@g, unit]} {
  tt.func private @declared(!tt.ptr<f32> {tt.divisibility = 16 : i32}, i32) -> (i32 {x.y = 1 : i32}, f32)
  tt.func @f(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc("a"(#loc)), %b: i1 loc(unknown)) -> !pair attributes {noinline = false} {
    %c-1 = arith.constant -1 : i64 loc(#loc)
    %true = arith.constant true
    %0 = arith.constant {tag} dense<[1.0, -2.500000e-01]> : !pair
    %1 = arith.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1>
    %2 = arith.constant dense<0xFF800000> : tensor<2xf32>
    %3 = arith.constant dense<"0x0000803F00000040"> : tensor<2xf32>
    %4 = arith.constant 0x7FC00000 : f32
    %5 = arith.constant dense<> : tensor<0xi32>
    %6:2 = "some.op"(%a, %b) <{p = 1 : i32}> ({
    ^bb0(%x: i32):
      "some.end"(%x) : (i32) -> ()
    }) {d} : (!tt.ptr<f32>, i1) -> (i32, !other.type<a -> b>)
    %7 = other.pretty %6#0, [%b] {x = "%6"} : i32 loc(callsite(#loc at #loc))
    scf.if %b {
      %8 = arith.addi %7, %6#0 overflow<nsw, nuw> : i32
    } else {
    } {tag = 1 : i64}
    %9 = arith.select %b, %0, %2 : !pair
    cf.br ^bb1(%9 : !pair)
  ^bb1(%10: !pair):  // pred: ^bb0
    tt.return %10 : !pair
  }
}
// = #enc = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>
// = module @name attributes {a.b = #other.attr<x, y = <z>>, "c-d" = [1 : i32, "s", @f::@g, unit]} {
// =   tt.func private @declared(!tt.ptr<f32> {tt.divisibility = 16 : i32}, i32) -> (i32 {x.y = 1 : i32}, f32)
// =   tt.func @f(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %b: i1) -> tensor<2xf32> attributes {noinline = false} {
// =     %c-1 = arith.constant -1 : i64
// =     %true = arith.constant true
// =     %0 = arith.constant {tag} dense<[1.0, -2.500000e-01]> : tensor<2xf32>
// =     %1 = arith.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1>
// =     %2 = arith.constant dense<0xFF800000> : tensor<2xf32>
// =     %3 = arith.constant dense<"0x0000803F00000040"> : tensor<2xf32>
// =     %4 = arith.constant 0x7FC00000 : f32
// =     %5 = arith.constant dense<> : tensor<0xi32>
// =     %6:2 = "some.op"(%a, %b) <{p = 1 : i32}> ({
// =     ^bb0(%x: i32):
// =       "some.end"(%x) : (i32) -> ()
// =     }) {d} : (!tt.ptr<f32>, i1) -> (i32, !other.type<a -> b>)
// =     %7 = other.pretty %6#0, [%b] {x = "%6"} : i32
// =     scf.if %b {
// =       %8 = arith.addi %7, %6#0 overflow<nsw, nuw> : i32
// =     } else {
// =     } {tag = 1 : i64}
// =     %9 = arith.select %b, %0, %2 : tensor<2xf32>
// =     cf.br ^bb1(%9 : tensor<2xf32>)
// =   ^bb1(%10: tensor<2xf32>):
// =     tt.return %10 : tensor<2xf32>
// =   }
// = }
