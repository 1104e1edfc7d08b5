// inconclusive: On every input that stores, the bits of a rounded float decide: the others are no evidence.
module {
  tt.func public @f(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %c10 = arith.constant 10 : i32
    %k = arith.constant 7.0 : f32
    %c = arith.cmpi sgt, %n, %c10 : i32
    scf.if %c {
      %x = tt.load %in : !tt.ptr<f32>
      %y = math.exp %x : f32
      %b = tt.bitcast %y : f32 -> i32
      %f = arith.sitofp %b : i32 to f32
      tt.store %out, %f : !tt.ptr<f32>
    }
    tt.return
  }
}
// -----
module {
  tt.func public @f(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %c10 = arith.constant 10 : i32
    %k = arith.constant 7.0 : f32
    %c = arith.cmpi sgt, %n, %c10 : i32
    scf.if %c {
      %x = tt.load %in : !tt.ptr<f32>
      %y = math.exp %x : f32
      %b = tt.bitcast %y : f32 -> i32
      %f = arith.sitofp %b : i32 to f32
      %g = arith.mulf %f, %k : f32
      tt.store %out, %g : !tt.ptr<f32>
    }
    tt.return
  }
}
