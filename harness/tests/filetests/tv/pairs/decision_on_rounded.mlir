// not different: An integer is made of rounded floats: in the exact domain it may be another where they are rounded otherwise.
module {
  tt.func public @f(%in: !tt.ptr<f32>, %out: !tt.ptr<i32>) {
    %c = arith.constant 1.44269502 : f32
    %x = tt.load %in : !tt.ptr<f32>
    %y = math.exp %x : f32
    %l = math.log %y : f32
    %i = arith.fptosi %l : f32 to i32
    tt.store %out, %i : !tt.ptr<i32>
    tt.return
  }
}
// -----
module {
  tt.func public @f(%in: !tt.ptr<f32>, %out: !tt.ptr<i32>) {
    %c = arith.constant 1.44269502 : f32
    %x = tt.load %in : !tt.ptr<f32>
    %w = arith.mulf %x, %c : f32
    %y = math.exp2 %w : f32
    %l = math.log %y : f32
    %i = arith.fptosi %l : f32 to i32
    tt.store %out, %i : !tt.ptr<i32>
    tt.return
  }
}
