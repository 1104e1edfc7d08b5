// Cache clauses in any order, defaults left out, from the generic form too; a word after an operand
// that is no rounding mode.
module {
  tt.func public @f(%a: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
    %0 = tt.load %a evictionPolicy = evict_first cacheModifier = ca {isVolatile = true} : !tt.ptr<f32>
    %1 = tt.load %a cacheModifier = none : !tt.ptr<f32>
    %2 = "tt.load"(%a) <{cache = 3 : i32, evict = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
    tt.store %o, %0 cacheModifier = wt : !tt.ptr<f32>
    %3 = arith.truncf %0 fastmath<contract> : f32 to bf16
    %4 = arith.truncf %0 to_nearest_even fastmath<contract> : f32 to bf16
    tt.return
  }
}
// = module {
// =   tt.func public @f(%a: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
// =     %0 = tt.load %a cacheModifier = ca evictionPolicy = evict_first {isVolatile = true} : !tt.ptr<f32>
// =     %1 = tt.load %a : !tt.ptr<f32>
// =     %2 = "tt.load"(%a) <{cache = 3 : i32, evict = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
// =     tt.store %o, %0 cacheModifier = wt : !tt.ptr<f32>
// =     %3 = arith.truncf %0 fastmath<contract> : f32 to bf16
// =     %4 = arith.truncf %0 to_nearest_even fastmath<contract> : f32 to bf16
// =     tt.return
// =   }
// = }
