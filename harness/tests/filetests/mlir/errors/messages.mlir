module {
  tt.func @f(%a: i32) {
    %0 = arith.addi %a, %missing : i32
    tt.return
  }
}
// -----
tt.func @f(%a: i32) {
  %0 = arith.addi %a %a : i32
}
// -----
tt.func @f() {
  %0 = arith.constant dense<[1, 2]> : tensor<3xi32>
}
// -----
tt.func @f(%a: tensor<4xi33000000>) {
}
// -----
module {
// -----
%0 = "unclosed
// -----
tt.func @f(%a: i32) {
  %0:2 = arith.addi %a, %a : i32
}
// -----
tt.func @f(%a: i32) {
  %a = arith.addi %a, %a : i32
}
// = 3:25: %missing is not defined
// = 9:22: expected `,`
// = 13:23: the number of elements does not fit the type
// = 16:25: `i33000000` is not a type
// = 20:1: the text ends inside of a region
// = 21:6: this string does not end
// = 25:1: arith.addi has 1 results, 2 are named
// = 29:1: %a is defined twice
