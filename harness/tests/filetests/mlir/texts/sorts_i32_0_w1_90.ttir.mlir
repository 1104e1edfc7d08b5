module {
  tt.func public @sorts(%arg0: !tt.ptr<i32>, %arg1: !tt.ptr<i32>) attributes {noinline = false} {
    %cst = arith.constant dense<0> : tensor<1x1x1x1x2x2xi32>
    %cst_0 = arith.constant dense<0> : tensor<1x1x1x2x1x2xi32>
    %cst_1 = arith.constant dense<0> : tensor<1x1x1x2x2x1xi32>
    %cst_2 = arith.constant dense<0> : tensor<1x1x2x1x1x2xi32>
    %cst_3 = arith.constant dense<0> : tensor<1x1x2x1x2x1xi32>
    %cst_4 = arith.constant dense<0> : tensor<1x1x2x2x1x1xi32>
    %cst_5 = arith.constant dense<0> : tensor<1x1x1x1x1x2xi32>
    %cst_6 = arith.constant dense<0> : tensor<1x1x1x1x2x1xi32>
    %cst_7 = arith.constant dense<0> : tensor<1x1x1x2x1x1xi32>
    %cst_8 = arith.constant dense<0> : tensor<1x1x2x1x1x1xi32>
    %cst_9 = arith.constant dense<16> : tensor<4x1xi64>
    %cst_10 = arith.constant dense<-2147483648> : tensor<4x16xi64>
    %cst_11 = arith.constant dense<2147483647> : tensor<4x16xi64>
    %cst_12 = arith.constant dense<-2147483648> : tensor<4x1xi64>
    %cst_13 = arith.constant dense<2147483647> : tensor<4x1xi64>
    %cst_14 = arith.constant dense<16> : tensor<4x1xi32>
    %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %2 = tt.expand_dims %0 {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
    %3 = arith.extsi %2 : tensor<4x1xi32> to tensor<4x1xi64>
    %4 = arith.muli %3, %cst_9 : tensor<4x1xi64>
    %5 = arith.cmpi sle, %4, %cst_13 : tensor<4x1xi64>
    %6 = arith.cmpi sge, %4, %cst_12 : tensor<4x1xi64>
    %7 = arith.andi %5, %6 : tensor<4x1xi1>
    tt.assert %7, "int32 overflow detected for operation mul" : tensor<4x1xi1>
    %8 = arith.muli %2, %cst_14 : tensor<4x1xi32>
    %9 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<4x1x!tt.ptr<i32>>
    %10 = tt.addptr %9, %8 : tensor<4x1x!tt.ptr<i32>>, tensor<4x1xi32>
    %11 = tt.expand_dims %1 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %12 = tt.broadcast %10 : tensor<4x1x!tt.ptr<i32>> -> tensor<4x16x!tt.ptr<i32>>
    %13 = tt.broadcast %11 : tensor<1x16xi32> -> tensor<4x16xi32>
    %14 = tt.addptr %12, %13 : tensor<4x16x!tt.ptr<i32>>, tensor<4x16xi32>
    %15 = tt.load %14 : tensor<4x16x!tt.ptr<i32>>
    tt.assert %7, "int32 overflow detected for operation mul" : tensor<4x1xi1>
    %16 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<4x1x!tt.ptr<i32>>
    %17 = tt.addptr %16, %8 : tensor<4x1x!tt.ptr<i32>>, tensor<4x1xi32>
    %18 = tt.broadcast %17 : tensor<4x1x!tt.ptr<i32>> -> tensor<4x16x!tt.ptr<i32>>
    %19 = tt.addptr %18, %13 : tensor<4x16x!tt.ptr<i32>>, tensor<4x16xi32>
    %20 = tt.reshape %15 : tensor<4x16xi32> -> tensor<2x2x2x2x2x2xi32>
    %21 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
    %22 = tt.reshape %21 : tensor<2xi32> -> tensor<1x1x1x1x2x1xi32>
    %23 = "tt.reduce"(%20) <{axis = 5 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<2x2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
    %24 = tt.expand_dims %23 {axis = 5 : i32} : tensor<2x2x2x2x2xi32> -> tensor<2x2x2x2x2x1xi32>
    %25 = tt.broadcast %24 : tensor<2x2x2x2x2x1xi32> -> tensor<2x2x2x2x2x2xi32>
    %26 = arith.xori %20, %25 : tensor<2x2x2x2x2x2xi32>
    %27 = tt.reshape %21 : tensor<2xi32> -> tensor<1x1x1x1x1x2xi32>
    %28 = arith.cmpi sgt, %20, %26 : tensor<2x2x2x2x2x2xi32>
    %29 = tt.broadcast %22 : tensor<1x1x1x1x2x1xi32> -> tensor<1x1x1x1x2x2xi32>
    %30 = tt.broadcast %27 : tensor<1x1x1x1x1x2xi32> -> tensor<1x1x1x1x2x2xi32>
    %31 = arith.xori %29, %30 : tensor<1x1x1x1x2x2xi32>
    %32 = arith.cmpi ne, %31, %cst : tensor<1x1x1x1x2x2xi32>
    %33 = tt.broadcast %32 : tensor<1x1x1x1x2x2xi1> -> tensor<2x2x2x2x2x2xi1>
    %34 = arith.cmpi ne, %28, %33 : tensor<2x2x2x2x2x2xi1>
    %35 = arith.select %34, %26, %20 : tensor<2x2x2x2x2x2xi1>, tensor<2x2x2x2x2x2xi32>
    %36 = tt.reshape %21 : tensor<2xi32> -> tensor<1x1x1x2x1x1xi32>
    %37 = "tt.reduce"(%35) <{axis = 4 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<2x2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
    %38 = tt.expand_dims %37 {axis = 4 : i32} : tensor<2x2x2x2x2xi32> -> tensor<2x2x2x2x1x2xi32>
    %39 = tt.broadcast %38 : tensor<2x2x2x2x1x2xi32> -> tensor<2x2x2x2x2x2xi32>
    %40 = arith.xori %35, %39 : tensor<2x2x2x2x2x2xi32>
    %41 = arith.cmpi sgt, %35, %40 : tensor<2x2x2x2x2x2xi32>
    %42 = tt.broadcast %36 : tensor<1x1x1x2x1x1xi32> -> tensor<1x1x1x2x2x1xi32>
    %43 = tt.broadcast %22 : tensor<1x1x1x1x2x1xi32> -> tensor<1x1x1x2x2x1xi32>
    %44 = arith.xori %42, %43 : tensor<1x1x1x2x2x1xi32>
    %45 = arith.cmpi ne, %44, %cst_1 : tensor<1x1x1x2x2x1xi32>
    %46 = tt.broadcast %45 : tensor<1x1x1x2x2x1xi1> -> tensor<2x2x2x2x2x2xi1>
    %47 = arith.cmpi ne, %41, %46 : tensor<2x2x2x2x2x2xi1>
    %48 = arith.select %47, %40, %35 : tensor<2x2x2x2x2x2xi1>, tensor<2x2x2x2x2x2xi32>
    %49 = "tt.reduce"(%48) <{axis = 5 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<2x2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
    %50 = tt.expand_dims %49 {axis = 5 : i32} : tensor<2x2x2x2x2xi32> -> tensor<2x2x2x2x2x1xi32>
    %51 = tt.broadcast %50 : tensor<2x2x2x2x2x1xi32> -> tensor<2x2x2x2x2x2xi32>
    %52 = arith.xori %48, %51 : tensor<2x2x2x2x2x2xi32>
    %53 = arith.cmpi sgt, %48, %52 : tensor<2x2x2x2x2x2xi32>
    %54 = tt.broadcast %36 : tensor<1x1x1x2x1x1xi32> -> tensor<1x1x1x2x1x2xi32>
    %55 = tt.broadcast %27 : tensor<1x1x1x1x1x2xi32> -> tensor<1x1x1x2x1x2xi32>
    %56 = arith.xori %54, %55 : tensor<1x1x1x2x1x2xi32>
    %57 = arith.cmpi ne, %56, %cst_0 : tensor<1x1x1x2x1x2xi32>
    %58 = tt.broadcast %57 : tensor<1x1x1x2x1x2xi1> -> tensor<2x2x2x2x2x2xi1>
    %59 = arith.cmpi ne, %53, %58 : tensor<2x2x2x2x2x2xi1>
    %60 = arith.select %59, %52, %48 : tensor<2x2x2x2x2x2xi1>, tensor<2x2x2x2x2x2xi32>
    %61 = tt.reshape %21 : tensor<2xi32> -> tensor<1x1x2x1x1x1xi32>
    %62 = "tt.reduce"(%60) <{axis = 3 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<2x2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
    %63 = tt.expand_dims %62 {axis = 3 : i32} : tensor<2x2x2x2x2xi32> -> tensor<2x2x2x1x2x2xi32>
    %64 = tt.broadcast %63 : tensor<2x2x2x1x2x2xi32> -> tensor<2x2x2x2x2x2xi32>
    %65 = arith.xori %60, %64 : tensor<2x2x2x2x2x2xi32>
    %66 = arith.cmpi sgt, %60, %65 : tensor<2x2x2x2x2x2xi32>
    %67 = tt.broadcast %61 : tensor<1x1x2x1x1x1xi32> -> tensor<1x1x2x2x1x1xi32>
    %68 = tt.broadcast %36 : tensor<1x1x1x2x1x1xi32> -> tensor<1x1x2x2x1x1xi32>
    %69 = arith.xori %67, %68 : tensor<1x1x2x2x1x1xi32>
    %70 = arith.cmpi ne, %69, %cst_4 : tensor<1x1x2x2x1x1xi32>
    %71 = tt.broadcast %70 : tensor<1x1x2x2x1x1xi1> -> tensor<2x2x2x2x2x2xi1>
    %72 = arith.cmpi ne, %66, %71 : tensor<2x2x2x2x2x2xi1>
    %73 = arith.select %72, %65, %60 : tensor<2x2x2x2x2x2xi1>, tensor<2x2x2x2x2x2xi32>
    %74 = "tt.reduce"(%73) <{axis = 4 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<2x2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
    %75 = tt.expand_dims %74 {axis = 4 : i32} : tensor<2x2x2x2x2xi32> -> tensor<2x2x2x2x1x2xi32>
    %76 = tt.broadcast %75 : tensor<2x2x2x2x1x2xi32> -> tensor<2x2x2x2x2x2xi32>
    %77 = arith.xori %73, %76 : tensor<2x2x2x2x2x2xi32>
    %78 = arith.cmpi sgt, %73, %77 : tensor<2x2x2x2x2x2xi32>
    %79 = tt.broadcast %61 : tensor<1x1x2x1x1x1xi32> -> tensor<1x1x2x1x2x1xi32>
    %80 = tt.broadcast %22 : tensor<1x1x1x1x2x1xi32> -> tensor<1x1x2x1x2x1xi32>
    %81 = arith.xori %79, %80 : tensor<1x1x2x1x2x1xi32>
    %82 = arith.cmpi ne, %81, %cst_3 : tensor<1x1x2x1x2x1xi32>
    %83 = tt.broadcast %82 : tensor<1x1x2x1x2x1xi1> -> tensor<2x2x2x2x2x2xi1>
    %84 = arith.cmpi ne, %78, %83 : tensor<2x2x2x2x2x2xi1>
    %85 = arith.select %84, %77, %73 : tensor<2x2x2x2x2x2xi1>, tensor<2x2x2x2x2x2xi32>
    %86 = "tt.reduce"(%85) <{axis = 5 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<2x2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
    %87 = tt.expand_dims %86 {axis = 5 : i32} : tensor<2x2x2x2x2xi32> -> tensor<2x2x2x2x2x1xi32>
    %88 = tt.broadcast %87 : tensor<2x2x2x2x2x1xi32> -> tensor<2x2x2x2x2x2xi32>
    %89 = arith.xori %85, %88 : tensor<2x2x2x2x2x2xi32>
    %90 = arith.cmpi sgt, %85, %89 : tensor<2x2x2x2x2x2xi32>
    %91 = tt.broadcast %61 : tensor<1x1x2x1x1x1xi32> -> tensor<1x1x2x1x1x2xi32>
    %92 = tt.broadcast %27 : tensor<1x1x1x1x1x2xi32> -> tensor<1x1x2x1x1x2xi32>
    %93 = arith.xori %91, %92 : tensor<1x1x2x1x1x2xi32>
    %94 = arith.cmpi ne, %93, %cst_2 : tensor<1x1x2x1x1x2xi32>
    %95 = tt.broadcast %94 : tensor<1x1x2x1x1x2xi1> -> tensor<2x2x2x2x2x2xi1>
    %96 = arith.cmpi ne, %90, %95 : tensor<2x2x2x2x2x2xi1>
    %97 = arith.select %96, %89, %85 : tensor<2x2x2x2x2x2xi1>, tensor<2x2x2x2x2x2xi32>
    %98 = "tt.reduce"(%97) <{axis = 2 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<2x2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
    %99 = tt.expand_dims %98 {axis = 2 : i32} : tensor<2x2x2x2x2xi32> -> tensor<2x2x1x2x2x2xi32>
    %100 = tt.broadcast %99 : tensor<2x2x1x2x2x2xi32> -> tensor<2x2x2x2x2x2xi32>
    %101 = arith.xori %97, %100 : tensor<2x2x2x2x2x2xi32>
    %102 = arith.cmpi sgt, %97, %101 : tensor<2x2x2x2x2x2xi32>
    %103 = arith.cmpi ne, %61, %cst_8 : tensor<1x1x2x1x1x1xi32>
    %104 = tt.broadcast %103 : tensor<1x1x2x1x1x1xi1> -> tensor<2x2x2x2x2x2xi1>
    %105 = arith.cmpi ne, %102, %104 : tensor<2x2x2x2x2x2xi1>
    %106 = arith.select %105, %101, %97 : tensor<2x2x2x2x2x2xi1>, tensor<2x2x2x2x2x2xi32>
    %107 = "tt.reduce"(%106) <{axis = 3 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<2x2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
    %108 = tt.expand_dims %107 {axis = 3 : i32} : tensor<2x2x2x2x2xi32> -> tensor<2x2x2x1x2x2xi32>
    %109 = tt.broadcast %108 : tensor<2x2x2x1x2x2xi32> -> tensor<2x2x2x2x2x2xi32>
    %110 = arith.xori %106, %109 : tensor<2x2x2x2x2x2xi32>
    %111 = arith.cmpi sgt, %106, %110 : tensor<2x2x2x2x2x2xi32>
    %112 = arith.cmpi ne, %36, %cst_7 : tensor<1x1x1x2x1x1xi32>
    %113 = tt.broadcast %112 : tensor<1x1x1x2x1x1xi1> -> tensor<2x2x2x2x2x2xi1>
    %114 = arith.cmpi ne, %111, %113 : tensor<2x2x2x2x2x2xi1>
    %115 = arith.select %114, %110, %106 : tensor<2x2x2x2x2x2xi1>, tensor<2x2x2x2x2x2xi32>
    %116 = "tt.reduce"(%115) <{axis = 4 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<2x2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
    %117 = tt.expand_dims %116 {axis = 4 : i32} : tensor<2x2x2x2x2xi32> -> tensor<2x2x2x2x1x2xi32>
    %118 = tt.broadcast %117 : tensor<2x2x2x2x1x2xi32> -> tensor<2x2x2x2x2x2xi32>
    %119 = arith.xori %115, %118 : tensor<2x2x2x2x2x2xi32>
    %120 = arith.cmpi sgt, %115, %119 : tensor<2x2x2x2x2x2xi32>
    %121 = arith.cmpi ne, %22, %cst_6 : tensor<1x1x1x1x2x1xi32>
    %122 = tt.broadcast %121 : tensor<1x1x1x1x2x1xi1> -> tensor<2x2x2x2x2x2xi1>
    %123 = arith.cmpi ne, %120, %122 : tensor<2x2x2x2x2x2xi1>
    %124 = arith.select %123, %119, %115 : tensor<2x2x2x2x2x2xi1>, tensor<2x2x2x2x2x2xi32>
    %125 = "tt.reduce"(%124) <{axis = 5 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<2x2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
    %126 = tt.expand_dims %125 {axis = 5 : i32} : tensor<2x2x2x2x2xi32> -> tensor<2x2x2x2x2x1xi32>
    %127 = tt.broadcast %126 : tensor<2x2x2x2x2x1xi32> -> tensor<2x2x2x2x2x2xi32>
    %128 = arith.xori %124, %127 : tensor<2x2x2x2x2x2xi32>
    %129 = arith.cmpi sgt, %124, %128 : tensor<2x2x2x2x2x2xi32>
    %130 = arith.cmpi ne, %27, %cst_5 : tensor<1x1x1x1x1x2xi32>
    %131 = tt.broadcast %130 : tensor<1x1x1x1x1x2xi1> -> tensor<2x2x2x2x2x2xi1>
    %132 = arith.cmpi ne, %129, %131 : tensor<2x2x2x2x2x2xi1>
    %133 = arith.select %132, %128, %124 : tensor<2x2x2x2x2x2xi1>, tensor<2x2x2x2x2x2xi32>
    %134 = tt.reshape %133 : tensor<2x2x2x2x2x2xi32> -> tensor<4x16xi32>
    %135 = tt.reshape %15 : tensor<4x16xi32> -> tensor<4x2x2x2x2xi32>
    %136 = "tt.reduce"(%135) <{axis = 1 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<4x2x2x2x2xi32>) -> tensor<4x2x2x2xi32>
    %137 = tt.expand_dims %136 {axis = 1 : i32} : tensor<4x2x2x2xi32> -> tensor<4x1x2x2x2xi32>
    %138 = tt.broadcast %137 : tensor<4x1x2x2x2xi32> -> tensor<4x2x2x2x2xi32>
    %139 = arith.xori %135, %138 : tensor<4x2x2x2x2xi32>
    %140 = "tt.reduce"(%139) <{axis = 2 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<4x2x2x2x2xi32>) -> tensor<4x2x2x2xi32>
    %141 = tt.expand_dims %140 {axis = 2 : i32} : tensor<4x2x2x2xi32> -> tensor<4x2x1x2x2xi32>
    %142 = tt.broadcast %141 : tensor<4x2x1x2x2xi32> -> tensor<4x2x2x2x2xi32>
    %143 = arith.xori %139, %142 : tensor<4x2x2x2x2xi32>
    %144 = "tt.reduce"(%143) <{axis = 3 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<4x2x2x2x2xi32>) -> tensor<4x2x2x2xi32>
    %145 = tt.expand_dims %144 {axis = 3 : i32} : tensor<4x2x2x2xi32> -> tensor<4x2x2x1x2xi32>
    %146 = tt.broadcast %145 : tensor<4x2x2x1x2xi32> -> tensor<4x2x2x2x2xi32>
    %147 = arith.xori %143, %146 : tensor<4x2x2x2x2xi32>
    %148 = "tt.reduce"(%147) <{axis = 4 : i32}> ({
    ^bb0(%arg2: i32, %arg3: i32):
      %160 = arith.xori %arg2, %arg3 : i32
      tt.reduce.return %160 : i32
    }) : (tensor<4x2x2x2x2xi32>) -> tensor<4x2x2x2xi32>
    %149 = tt.expand_dims %148 {axis = 4 : i32} : tensor<4x2x2x2xi32> -> tensor<4x2x2x2x1xi32>
    %150 = tt.broadcast %149 : tensor<4x2x2x2x1xi32> -> tensor<4x2x2x2x2xi32>
    %151 = arith.xori %147, %150 : tensor<4x2x2x2x2xi32>
    %152 = tt.reshape %151 : tensor<4x2x2x2x2xi32> -> tensor<4x16xi32>
    %153 = arith.extsi %134 : tensor<4x16xi32> to tensor<4x16xi64>
    %154 = arith.extsi %152 : tensor<4x16xi32> to tensor<4x16xi64>
    %155 = arith.addi %153, %154 : tensor<4x16xi64>
    %156 = arith.cmpi sle, %155, %cst_11 : tensor<4x16xi64>
    %157 = arith.cmpi sge, %155, %cst_10 : tensor<4x16xi64>
    %158 = arith.andi %156, %157 : tensor<4x16xi1>
    tt.assert %158, "int32 overflow detected for operation add" : tensor<4x16xi1>
    %159 = arith.addi %134, %152 : tensor<4x16xi32>
    tt.store %19, %159 : tensor<4x16x!tt.ptr<i32>>
    tt.return
  }
}
