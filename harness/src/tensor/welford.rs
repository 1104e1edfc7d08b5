//! Means and sums of squared deviations that were merged in any order (Welford 1962, Chan et al. 1979):
//! what is known of them. Takes the leaves of the tree of merges, gives what stands at its root.

use super::{Approx, FloatBinary, FloatFormat, bounds};

/// Relative error of a step of our own arithmetic, generously.
const OWN: f64 = 4.0 * f64::EPSILON;

/// What merging `n` means `x`, sums of squares `s` and weights `w` gives, whatever the tree:
///
/// ```text
/// d = x_b - x_a;  c = w_a + w_b;  r = w_b / c;  x = x_a + d * r;  s = s_a + s_b + d * d * w_a * r
/// ```
///
/// Weights are positive integers, and their sum `W` is at most 2^precision: each `c` is exact.
/// `u` (relative) and `t` (absolute) bound a rounding, `v` a quotient: `r >= 1 / W`, so what it may be
/// off by absolutely counts `W` times. A product that is contracted is not rounded: less than `u`.
/// `X` bounds the `|x|` of the leaves, `R` their differences, what they may be off by included.
/// Of the leaves' actual values, `m` is the true mean below a node and `D` the true `m_b - m_a`; `k` is
/// the number of leaves below it, and `e` bounds `|x - m|`.
///
/// The mean:
/// - `fl(d * r)` is `(x_b - x_a) r` within `g = (1 + u)^2 (1 + v) - 1 <= 1.01 (2u + v)`, relative;
/// - so `e <= (1 - r) e_a + r e_b + h'`, a convex combination and what the step itself loses, `h'`;
/// - if `e_a, e_b <= n h`, then `|x_b - x_a| <= R + n h` and `|x_a|, |x_b| <= X + n h`, and
///   `h' <= g (R + n h) + u (X + n h + g (R + n h)) + 4t <= (g + ug) R + u X + 4t + 2g n h`,
///   which is `h` itself for `h = ((g + ug) R + u X + 4t) / (1 - 2g n)`;
/// - so `e <= max(e_a, e_b) + h`, and, since a leaf has `e = 0`, `e <= (k - 1) h`.
///
/// The sum of squares: that of all `s` and, over all merges, of `q d^2` with `q = w_a w_b / c`:
/// - `sum q D^2 = S`, the sum of `w (x - m)^2` over the leaves (Chan);
/// - `|x_b - x_a - D| <= e_a + e_b <= (k_a + k_b - 2) h <= (n - 2) h`;
/// - `sum q <= Q = W log2(n) / 4`: with the entropy `H` in bits, `4p (1 - p) <= H(p)`, so
///   `4q <= c H(w_a / c)`, and the sum of these is `W H(w / W) <= W log2(n)`, the chain rule;
/// - so `sqrt(sum q (x_b - x_a)^2)` is `sqrt(S)` within `p = (n - 2) h sqrt(Q)` (Minkowski);
/// - a `q (x_b - x_a)^2` takes at most 5 roundings and a quotient, and it and each `s` at most
///   `2 (n - 1)` on the way up; the former are not negative. So roundings lose at most
///   `(1 + u)^(2n + 3) (1 + v) - 1 <= 1.01 ((2n + 3) u + v)` of `(sqrt(S) + p)^2 + sum |s|`,
///   and `5 W t` for each merge, of products that underflow.
///
/// If the leaves may be off by `o`, that moves the mean by at most `sum w o / W` and `sqrt(S)` by at most
/// `sqrt(sum w o^2)` (Minkowski), which adds to `p`. So does the error of our own mean.
///
/// `None` where the weights are not such ones.
pub(super) fn moments(
    format: FloatFormat,
    means: &[Approx],
    squares: &[Approx],
    weights: &[Approx],
) -> Option<[Approx; 3]> {
    let total: f64 = weights.iter().map(|w| w.value).sum();
    let counts = |w: &Approx| w.is_exact() && w.value >= 1.0 && w.value.fract() == 0.0;
    if !weights.iter().all(counts) || total > bounds::power(format.precision() as i32) {
        return None;
    }
    let weight = Approx::exact(total);
    if let ([mean], [square]) = (means, squares) {
        return Some([*mean, *square, weight]);
    }
    let finite = |x: &Approx| !x.is_unknown() && x.value.is_finite();
    let known = means.iter().chain(squares).all(finite);
    let weighed: Vec<(Approx, f64)> =
        means.iter().zip(weights).map(|(x, w)| (*x, w.value)).collect();
    let merged = known.then(|| merge(format, &weighed, squares, total)).flatten();
    let [mean, square] = merged.unwrap_or([Approx::UNKNOWN; 2]);
    Some([mean, square, weight])
}

/// What the roundings of `n` merges add up to.
struct Loss {
    /// What a step adds to a mean, at most.
    step: f64,
    /// What the terms of the sum of squares lose, relative and absolute.
    relative: f64,
    absolute: f64,
}

impl Loss {
    /// `None` where there are too many merges for the bounds.
    fn new(format: FloatFormat, n: f64, total: f64, most: f64, range: f64) -> Option<Self> {
        let (rounding, division) =
            (bounds::rounding(format), bounds::binary(FloatBinary::Div, format));
        let (u, t) = (rounding.relative, rounding.absolute);
        let v = division.relative + division.absolute * total;
        let g = 1.01 * (2.0 * u + v);
        let relative = 1.01 * ((2.0 * n + 3.0) * u + v);
        if relative > 0.01 || 2.0 * g * n > 0.5 {
            return None;
        }
        let step = ((g + u * g) * range + u * most + 4.0 * t) / (1.0 - 2.0 * g * n);
        Some(Loss { step, relative, absolute: 5.0 * n * total * t })
    }
}

/// The mean and the sum of squares of two or more leaves; `None` where something may overflow.
fn merge(
    format: FloatFormat,
    leaves: &[(Approx, f64)],
    squares: &[Approx],
    total: f64,
) -> Option<[Approx; 2]> {
    let n = leaves.len() as f64;
    let low = leaves.iter().map(|(x, _)| x.low()).fold(f64::INFINITY, f64::min);
    let high = leaves.iter().map(|(x, _)| x.high()).fold(f64::NEG_INFINITY, f64::max);
    let (most, range) = (low.abs().max(high.abs()), high - low);
    let loss = Loss::new(format, n, total, most, range)?;
    let sum = |f: &dyn Fn(Approx, f64) -> f64| leaves.iter().map(|(x, w)| f(*x, *w)).sum::<f64>();
    let mean = sum(&|x: Approx, w: f64| w * x.value) / total;
    let own = n * OWN * most;
    let off = sum(&|x: Approx, w: f64| w * x.error) / total + (n - 1.0) * loss.step + own;

    let spread = sum(&|x: Approx, w: f64| w * (x.value - mean).powi(2));
    let root = spread.sqrt();
    let given = sum(&|x: Approx, w: f64| w * x.error.powi(2)).sqrt();
    let given = given + own * total.sqrt() + n * OWN * root;
    let shift = given + (n - 2.0) * loss.step * (total * n.log2() / 4.0).sqrt();
    let square: f64 = squares.iter().map(|s| s.value).sum();
    let inherited: f64 = squares.iter().map(|s| s.error).sum();
    let given: f64 = squares.iter().map(|s| s.value.abs() + s.error).sum();
    let mass = given + (root + shift).powi(2);
    let lost = loss.relative * mass + loss.absolute + n * OWN * mass;
    let spread_off = shift * (2.0 * root + shift) + inherited + lost;

    // The largest of what is computed on the way.
    let delta = range + n * loss.step;
    let peak = 2.0 * (total * delta * delta + mass + most + delta);
    // What our own arithmetic loses on the bounds is less than a thousandth of them.
    let known = |value, error: f64| Approx { value, error: 1.001 * error };
    // NaN is not below anything.
    (peak <= format.max_finite()).then(|| [known(mean, off), known(spread + square, spread_off)])
}

#[cfg(test)]
mod tests {
    use super::*;

    const F32: FloatFormat = FloatFormat::F32;

    /// Numbers that follow from a seed.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, most: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) % most
        }

        /// Between -1 and 1.
        fn float(&mut self) -> f32 {
            self.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0
        }
    }

    type Moments = [f32; 3];

    /// As a kernel does it: contracted or not, with a quotient that may miss the nearest.
    fn merged(numbers: &mut Numbers, a: Moments, b: Moments) -> Moments {
        let (delta, weight) = (b[0] - a[0], a[2] + b[2]);
        let quotient = b[2] / weight;
        let part = match numbers.below(3) {
            0 => quotient,
            1 => quotient.next_up(),
            _ => quotient.next_down(),
        };
        let scaled = delta * delta * a[2];
        match numbers.below(2) {
            0 => [delta.mul_add(part, a[0]), scaled.mul_add(part, a[1] + b[1]), weight],
            _ => [a[0] + delta * part, a[1] + b[1] + scaled * part, weight],
        }
    }

    /// A chain, a balanced tree, or any.
    fn tree(numbers: &mut Numbers, mut nodes: Vec<Moments>) -> Moments {
        let kind = numbers.below(3);
        while nodes.len() > 1 {
            let mut take = |numbers: &mut Numbers| {
                let at = match kind {
                    0 => nodes.len() - 1,
                    1 => 0,
                    _ => numbers.below(nodes.len() as u64) as usize,
                };
                nodes.remove(at)
            };
            let (a, b) = (take(numbers), take(numbers));
            let (a, b) = if numbers.below(2) == 0 { (a, b) } else { (b, a) };
            let node = merged(numbers, a, b);
            nodes.push(node);
        }
        nodes[0]
    }

    /// What is known of a number, and the number.
    fn known(numbers: &mut Numbers, value: f32, exact: bool) -> (Approx, f32) {
        if exact {
            return (Approx::exact(f64::from(value)), value);
        }
        let off = f64::from(numbers.float()) * 1e-4;
        (Approx { value: f64::from(value) + off, error: off.abs() + 1e-9 }, value)
    }

    fn root(leaves: &[[Approx; 3]]) -> Option<[Approx; 3]> {
        let [means, squares, weights] =
            [0, 1, 2].map(|at: usize| leaves.iter().map(|leaf| leaf[at]).collect::<Vec<_>>());
        moments(F32, &means, &squares, &weights)
    }

    #[test]
    fn every_tree_is_inside_the_bound() {
        let mut numbers = Numbers(7);
        for n in [1, 2, 3, 5, 8, 16, 33, 64] {
            for round in 0..300 {
                let middle = [0f32, 0.0, 1.0, 100.0][round % 4];
                let exact = numbers.below(2) == 0;
                let (mut leaves, mut nodes) = (vec![], vec![]);
                for _ in 0..n {
                    let value = numbers.float() + middle;
                    let (mean, x) = known(&mut numbers, value, exact);
                    let value = if round % 3 == 0 { numbers.float().abs() } else { 0.0 };
                    let (square, s) = known(&mut numbers, value, exact);
                    let weight = if round % 5 == 0 { numbers.below(4) as f32 + 1.0 } else { 1.0 };
                    leaves.push([mean, square, Approx::exact(f64::from(weight))]);
                    nodes.push([x, s, weight]);
                }
                let bound = root(&leaves).unwrap();
                let result = tree(&mut numbers, nodes);
                for (bound, value) in bound.iter().zip(result) {
                    let off = (f64::from(value) - bound.value).abs();
                    assert!(off <= bound.error, "{n} {round}: {bound:?}, {value}");
                }
            }
        }
    }

    #[test]
    fn the_bound_is_small() {
        let mut numbers = Numbers(11);
        let one = Approx::exact(1.0);
        let leaf = |numbers: &mut Numbers| {
            [Approx::exact(f64::from(numbers.float())), Approx::exact(0.0), one]
        };
        let leaves: Vec<[Approx; 3]> = (0..64).map(|_| leaf(&mut numbers)).collect();
        let [mean, squares, weight] = root(&leaves).unwrap();
        assert!(mean.error < 1e-4 && squares.error < 1e-3 * squares.value, "{mean:?} {squares:?}");
        assert_eq!(weight, Approx::exact(64.0));
    }

    #[test]
    fn nothing_is_said_of_what_may_be_anything() {
        let leaf = |mean: f64, weight: f64| {
            [Approx::exact(mean), Approx::exact(0.0), Approx::exact(weight)]
        };
        for weight in [0.0, 0.5, -1.0, f64::NAN, f64::INFINITY, 16_777_216.0] {
            assert_eq!(root(&[leaf(1.0, weight), leaf(2.0, 1.0)]), None, "{weight}");
        }
        for mean in [f64::NAN, f64::INFINITY, 3e38, 1e20] {
            let [mean, squares, weight] = root(&[leaf(mean, 1.0), leaf(-1e20, 2.0)]).unwrap();
            assert!(mean.is_unknown() && squares.is_unknown());
            assert_eq!(weight, Approx::exact(3.0));
        }
    }
}
