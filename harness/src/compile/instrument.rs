//! Triton's sanitizers by name: passes that rewrite a kernel while it is compiled. They come with
//! Triton 3.9; a toolchain without them says so.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A sanitizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Instrument {
    /// The concurrency sanitizer: the code follows its accesses to shared memory, and an assertion of
    /// it fails on the device where nothing orders two of them. It needs `sm_90`.
    Consan,
    /// The floating-point sanitizer: integers that wrap stand for floats, so that sums and products are
    /// the same to the bit in any order. What it leaves compares only with what another such build
    /// leaves.
    Fpsan,
}

/// Why a text names no sanitizer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown sanitizer `{0}`: it is one of consan, fpsan")]
pub struct ParseInstrumentError(String);

impl Instrument {
    /// All of them.
    pub const ALL: [Instrument; 2] = [Instrument::Consan, Instrument::Fpsan];

    /// The name that Triton gives it.
    pub fn name(self) -> &'static str {
        match self {
            Instrument::Consan => "consan",
            Instrument::Fpsan => "fpsan",
        }
    }
}

impl fmt::Display for Instrument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Instrument {
    type Err = ParseInstrumentError;

    fn from_str(text: &str) -> Result<Self, ParseInstrumentError> {
        let found = Instrument::ALL.into_iter().find(|instrument| instrument.name() == text);
        found.ok_or_else(|| ParseInstrumentError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_are_those_of_the_files() {
        for instrument in Instrument::ALL {
            assert_eq!(instrument.to_string().parse(), Ok(instrument));
            assert_eq!(serde_json::to_value(instrument).unwrap(), instrument.name());
        }
        assert!("gsan".parse::<Instrument>().unwrap_err().to_string().contains("consan, fpsan"));
    }
}
