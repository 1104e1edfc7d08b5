use super::*;

fn flags(format: FloatFormat, op: FloatBinary, a: f64, b: f64) -> (f64, bool) {
    let mut status = Status::default();
    let result = Exact::binary(op, format, &[a], &[b], &mut status)[0];
    (result, status.inexact)
}

#[test]
fn inexact_is_flagged_exactly_when_rounding_happens() {
    use FloatBinary::*;
    assert_eq!(flags(FloatFormat::F16, Add, 2048.0, 1.0), (2048.0, true));
    assert_eq!(flags(FloatFormat::F16, Add, 2047.0, 1.0), (2048.0, false));
    assert_eq!(flags(FloatFormat::F32, Mul, 4097.0, 4097.0), (16785408.0, true));
    assert_eq!(flags(FloatFormat::F32, Mul, 4095.0, 4097.0), (16777215.0, false));
    assert_eq!(flags(FloatFormat::F64, Mul, 1e200, 1e200), (f64::INFINITY, true));
    assert_eq!(flags(FloatFormat::F64, Add, 1.0, 1e-20), (1.0, true));
    assert_eq!(flags(FloatFormat::F32, Div, 1.0, 3.0), (f64::from(1f32 / 3.0), true));
    assert_eq!(flags(FloatFormat::F32, Div, 6.0, 3.0), (2.0, false));
    assert!(flags(FloatFormat::F32, Sub, f64::INFINITY, f64::INFINITY).0.is_nan());
    assert_eq!(flags(FloatFormat::BF16, Mul, 1e30, 1e30), (f64::INFINITY, true));
}

#[test]
fn fma_rounds_once() {
    let mut status = Status::default();
    let x = f64::from(1.0f32 + f32::EPSILON);
    let result = Exact::fma(FloatFormat::F32, &[x], &[x], &[-1.0], &mut status)[0];
    assert_eq!(result, f64::from((x as f32).mul_add(x as f32, -1.0)));
    assert!(status.inexact);
}

#[test]
fn sums_of_products_too_large_for_a_double_are_rounded() {
    let inexact = |x: f64, y: f64, z: f64| {
        let mut status = Status::default();
        let result = Exact::fma(FloatFormat::F64, &[x], &[y], &[z], &mut status)[0];
        (result, status.inexact)
    };
    // The product alone is infinite.
    let sum = f64::MAX.mul_add(1.1, -f64::MAX);
    assert!(sum.is_finite());
    assert_eq!(inexact(f64::MAX, 1.1, -f64::MAX), (sum, true));
    assert_eq!(inexact(f64::MAX, 1.5, -1.0), (f64::INFINITY, true));
    assert_eq!(inexact(f64::INFINITY, 2.0, -1.0), (f64::INFINITY, false));
}

#[test]
fn roots_are_exact_only_if_their_squares_are() {
    let root = |op, format, x: f64| {
        let mut status = Status::default();
        let result = Exact::unary(op, format, &[x], &mut status)[0];
        (result, status.inexact)
    };
    // As doubles, the square of the root of 11 is 11, and so is one over that of its inverse.
    let double = FloatFormat::F64;
    assert_eq!(11f64.sqrt() * 11f64.sqrt(), 11.0);
    assert!(root(FloatUnary::Sqrt, double, 11.0).1 && root(FloatUnary::Rsqrt, double, 11.0).1);
    for format in [FloatFormat::F32, double] {
        assert_eq!(root(FloatUnary::Sqrt, format, 2.25), (1.5, false));
        assert_eq!(root(FloatUnary::Sqrt, format, -0.0).0.to_bits(), (-0.0f64).to_bits());
        assert_eq!(root(FloatUnary::Rsqrt, format, 0.0625), (4.0, false));
        assert_eq!(root(FloatUnary::Rsqrt, format, 0.0), (f64::INFINITY, false));
    }
}

#[test]
fn zeros_of_both_signs_are_left_open() {
    let mut status = Status::default();
    Exact::binary(FloatBinary::MaxNum, FloatFormat::F32, &[0.0, 1.0], &[-0.0, 2.0], &mut status);
    assert_eq!(status.open, [0]);
}

#[test]
fn sums_are_exact_only_below_the_precision() {
    let sum = |values: &[f64], format| Exact::sum_is_exact(format, &mut values.iter().copied());
    assert!(sum(&[1.0; 2047], FloatFormat::F16));
    assert!(!sum(&[1.0; 2049], FloatFormat::F16));
    assert!(!sum(&[2048.0, -2048.0, 1.0], FloatFormat::F16));
    assert!(sum(&[0.0; 4], FloatFormat::F16));
    assert!(!sum(&[1.0, 0.0009765625, 1.0], FloatFormat::F16));
}

#[test]
fn float_to_int_limits() {
    let mut status = Status::default();
    let a = [127.9, -128.9, -0.9, 5.0];
    assert_eq!(Exact::to_int(&a, 8, true, &mut status), [127, -128, 0, 5]);
    assert!(status.is_clean());
    Exact::to_int(&[128.0, -129.0, f64::NAN], 8, true, &mut status);
    assert_eq!(status.open, [0, 1, 2]);
    let mut status = Status::default();
    assert_eq!(Exact::to_int(&[-exp2(63)], 64, true, &mut status), [i64::MIN]);
    assert_eq!(Exact::to_int(&[255.0], 8, false, &mut status), [-1]);
    assert!(status.is_clean());
}

#[test]
fn ints_round_once() {
    let mut status = Status::default();
    let tricky = (1i64 << 62) + (1 << 38) + 1;
    let result = Exact::convert_int(FloatFormat::F32, &[tricky], None, &mut status)[0];
    assert_eq!(result, f64::from(tricky as f32));
    let result = Exact::convert_int(FloatFormat::F32, &[-1], Some(64), &mut status)[0];
    assert_eq!(result, f64::from(u64::MAX as f32));
}

#[test]
fn erf_is_close() {
    for (x, y) in [(0.5, 0.520499877813046), (1.0, 0.842700792949715), (3.5, 0.999999256901628)] {
        assert!((erf(x) - y).abs() < 1e-13, "{x}");
        assert_eq!(erf(-x), -erf(x));
    }
}
