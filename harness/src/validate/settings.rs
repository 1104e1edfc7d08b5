//! How much is tried.

use crate::mlir::Asynchrony;

/// How much is tried.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Inputs to judge.
    pub inputs: usize,
    /// Inputs to try.
    pub attempts: u64,
    /// Fewer judged inputs than this are no verdict.
    pub fewest: usize,
    /// Operations that one run may execute.
    pub steps: u64,
    /// Operations after which no further input is tried.
    pub all_steps: u64,
    /// When asynchronous operations end.
    pub asynchrony: Asynchrony,
}

impl Settings {
    /// For a person who waits for two modules.
    pub const THOROUGH: Settings = Settings {
        inputs: 64,
        attempts: 192,
        fewest: 8,
        steps: 60_000,
        all_steps: 600_000,
        asynchrony: Asynchrony::Strict,
    };
    /// For a thousand modules, each with a list of passes. Tiles of lit tests are large.
    pub const LIST: Settings =
        Settings { inputs: 24, attempts: 80, steps: 160_000, ..Settings::THOROUGH };
    /// For each pass of such a list.
    pub const STEP: Settings =
        Settings { inputs: 12, attempts: 48, all_steps: 400_000, ..Settings::LIST };
    /// For each of the hundred passes that a kernel goes through.
    pub const PIPELINE: Settings =
        Settings { inputs: 16, attempts: 64, all_steps: 400_000, ..Settings::THOROUGH };
    /// For the passes of a finding, in the middle of a campaign.
    pub const FINDING: Settings = Settings { steps: 20_000, ..Settings::PIPELINE };
}

impl Default for Settings {
    fn default() -> Self {
        Settings::THOROUGH
    }
}
