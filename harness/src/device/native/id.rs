//! The id of a native device: `cuda`, `cuda:1`, `ssh:HOST:cuda:0`.

use std::fmt;
use std::str::FromStr;

use super::owner::{NativeKind, native_kind};

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceId {
    host: Option<String>,
    local: String,
}

/// Why a text names no native device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown device `{0}`: write it as KIND, KIND:NUMBER or ssh:HOST:KIND:NUMBER")]
pub struct ParseDeviceError(String);

impl DeviceId {
    /// The machine that has it; `None` is this one.
    pub fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    /// Its id on that machine: `cuda:0`.
    pub fn local(&self) -> &str {
        &self.local
    }

    /// What kind of device it is.
    pub fn kind(&self) -> &'static NativeKind {
        native_kind(&self.local).expect("invariant: only known kinds are parsed").0
    }
}

impl fmt::Display for DeviceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.host {
            Some(host) => write!(f, "ssh:{host}:{}", self.local),
            None => f.write_str(&self.local),
        }
    }
}

impl FromStr for DeviceId {
    type Err = ParseDeviceError;

    fn from_str(text: &str) -> Result<Self, ParseDeviceError> {
        let error = || ParseDeviceError(text.to_owned());
        let (host, local) = match text.strip_prefix("ssh:") {
            None => (None, text),
            Some(rest) => {
                let (host, local) = rest.split_once(':').ok_or_else(error)?;
                // What starts with a dash is an option of ssh and no host.
                let word = |c: char| c.is_ascii_alphanumeric() || "@._-".contains(c);
                let valid = !host.is_empty() && !host.starts_with('-') && host.chars().all(word);
                (Some(valid.then(|| host.to_owned()).ok_or_else(error)?), local)
            }
        };
        let (_, ordinal) = native_kind(local).ok_or_else(error)?;
        // The other machine's shell reads it.
        let plain = ordinal.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
        let whole = plain && !local.ends_with(':');
        whole.then(|| DeviceId { host, local: local.to_owned() }).ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_round_trip() {
        for text in ["cuda", "cuda:1", "ssh:gpu1:cuda:0", "ssh:me@gpu.example:cuda"] {
            let id: DeviceId = text.parse().unwrap();
            assert_eq!((id.to_string().as_str(), id.kind().name), (text, "cuda"));
        }
        for text in ["", "ir", "cuda:", "ssh:cuda", "ssh::cuda:0", "ssh:-oX:cuda", "cuda:0;ls"] {
            assert!(text.parse::<DeviceId>().is_err(), "{text}");
        }
    }
}
