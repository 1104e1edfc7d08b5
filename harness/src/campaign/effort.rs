//! Processor time: what a campaign costs however many others use the machine.

use serde::Serialize;

/// Clock ticks per second in `/proc` (fixed by Linux's interface, whatever the kernel's own clock).
const TICKS: f64 = 100.0;

/// What one run took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Effort {
    /// Kernels that were judged.
    pub kernels: u64,
    /// Processor seconds of this process and of the compilers' processes that have ended.
    pub cpu_s: f64,
}

impl Effort {
    /// What was used before a run.
    pub(super) fn begin() -> Self {
        Effort { kernels: 0, cpu_s: used() }
    }

    /// The difference; the compilers must have ended.
    pub(super) fn end(self, kernels: u64) -> Self {
        Effort { kernels, cpu_s: used() - self.cpu_s }
    }

    /// Kernels for each processor second: the rate of one core.
    pub fn per_core(&self) -> f64 {
        if self.cpu_s > 0.0 { self.kernels as f64 / self.cpu_s } else { 0.0 }
    }
}

/// Processor seconds of this process and of its children that have ended; 0 where nobody tells.
fn used() -> f64 {
    std::fs::read_to_string("/proc/self/stat").map_or(0.0, |text| seconds(&text))
}

/// User and system time, own and children's: fields 14 to 17, counted from the command's end, since
/// the command may hold spaces.
fn seconds(stat: &str) -> f64 {
    let rest = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 =
        rest.split_whitespace().skip(11).take(4).filter_map(|n| n.parse::<u64>().ok()).sum();
    ticks as f64 / TICKS
}

#[cfg(test)]
mod tests {
    #[test]
    fn times_are_read() {
        let stat = "7 (a b) c) S 1 7 7 0 -1 4194560 5 6 0 0 100 50 20 30 20 0 1 0 9 1 1";
        assert!((super::seconds(stat) - 2.0).abs() < 1e-9);
        assert!(super::used() >= 0.0);
    }
}
