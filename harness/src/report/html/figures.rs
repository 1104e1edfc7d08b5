//! Figures: drawings with a table for those who do not see them.

use std::fmt::Write;

use super::super::night::Night;
use super::escape;

const WIDTH: usize = 720;
const HEIGHT: usize = 120;
/// More points than this are not to be told apart.
const POINTS: usize = 240;

/// The rate over time, of each night that has one.
pub(super) fn pace(nights: &[Night]) -> String {
    let mut out = String::new();
    for night in nights {
        match night.pace.iter().any(|count| *count > 0) {
            true => one(&mut out, night),
            false => {
                let name = escape(&night.name);
                let _ = writeln!(out, "<p>{name}: its rate over time was not recorded.</p>");
            }
        }
    }
    out
}

fn one(out: &mut String, night: &Night) {
    let (step, points) = averages(&night.pace);
    let most = points.iter().copied().fold(1.0, f64::max);
    let name = escape(&night.name);
    let told = format!("{name}: kernels judged per minute, {most:.0} at most");
    let _ = write!(
        out,
        "<figure><figcaption>{told}</figcaption><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{told}\"><polyline points=\""
    );
    for (at, value) in points.iter().enumerate() {
        let x = (at * WIDTH) as f64 / points.len().max(2).saturating_sub(1) as f64;
        let y = HEIGHT as f64 * (1.0 - value / most);
        let _ = write!(out, "{x:.1},{y:.1} ");
    }
    out.push_str("\"/></svg><details><summary>As a table</summary>");
    let _ = writeln!(
        out,
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{told}\"><table>\
         <caption>{told}</caption><thead><tr><th scope=\"col\">minute</th>\
         <th scope=\"col\">kernels per minute</th></tr></thead><tbody>"
    );
    for (at, value) in points.iter().enumerate() {
        let minute = at * step;
        let _ = writeln!(out, "<tr><th scope=\"row\">{minute}</th><td>{value:.1}</td></tr>");
    }
    out.push_str("</tbody></table></div></details></figure>\n");
}

/// Averages over as many minutes as leave few enough points, and that many minutes.
fn averages(pace: &[u64]) -> (usize, Vec<f64>) {
    let step = pace.len().div_ceil(POINTS).max(1);
    let mean = |part: &[u64]| part.iter().sum::<u64>() as f64 / part.len() as f64;
    (step, pace.chunks(step).map(mean).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_minutes_become_few_points() {
        assert_eq!(averages(&[1, 3]), (1, vec![1.0, 3.0]));
        let (step, points) = averages(&vec![7; 1000]);
        assert_eq!((step, points.len(), points[199]), (5, 200, 7.0));
    }

    #[test]
    fn a_night_without_a_rate_says_so() {
        let night = Night { name: "<n>".into(), ..Night::default() };
        assert_eq!(pace(&[night]), "<p>&lt;n&gt;: its rate over time was not recorded.</p>\n");
    }
}
