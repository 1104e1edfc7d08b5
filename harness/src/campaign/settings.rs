//! What a campaign is.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::compile::{Instrument, Stage, Target};
use crate::generate::Numerics;
use crate::toolchain::ToolchainId;

/// The device where none is given.
const DEFAULT_DEVICE: &str = "ir";

/// What a campaign is, and how much of it is done now.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The seed of its kernels.
    pub seed: u64,
    /// Kernels with a smaller index than this; all without it.
    pub count: Option<u64>,
    /// How long this run may go on.
    pub time: Option<Duration>,
    /// Every kernel goes through each of these,
    pub toolchains: Vec<ToolchainId>,
    /// for each of these.
    pub targets: Vec<Target>,
    /// Names of the devices that execute.
    pub devices: Vec<String>,
    /// The last stage to compile to.
    pub until: Stage,
    /// Slots that work side by side.
    pub jobs: usize,
    /// The part of the kernels that is done here.
    pub shard: Shard,
    /// What happens to each kernel: `kernels` launches it once, `globals` changes the state that it
    /// depends on between launches, `all` does the one or the other.
    pub scenario: String,
    /// Whether it compares two toolchains: what both show alike is no finding.
    pub ab: bool,
    /// How the floats of its kernels are made and compared.
    pub mode: Numerics,
    /// The sanitizer whose builds of right kernels are judged too.
    pub instrument: Option<Instrument>,
    /// Whether what earlier kernels made the compiler do decides which come next; if not, kernel `i` of
    /// the seed is always the same.
    pub guidance: bool,
    /// The campaign's folder; by default one under `reports`, named after the settings.
    pub out: Option<PathBuf>,
}

/// Where a kernel goes through.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plan {
    /// The toolchain.
    pub toolchain: ToolchainId,
    /// The target.
    pub target: Target,
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.toolchain, self.target)
    }
}

/// Part `index` of `of`: the kernels whose index modulo `of` is `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Shard {
    pub index: u64,
    pub of: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Shard { index: 0, of: 1 }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// Why a text names no shard.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is no shard: write I/N with I from 0 to N-1, such as 0/4")]
pub struct ParseShardError(String);

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('/').and_then(|(index, of)| {
            Some(Shard { index: index.parse().ok()?, of: of.parse().ok()? })
        });
        parts.filter(|s| s.index < s.of).ok_or_else(|| ParseShardError(text.to_owned()))
    }
}

impl Settings {
    /// One slot, with one plan, that does nothing but compile, execute and compare: what a single kernel
    /// needs that is replayed, and what other campaigns begin with.
    pub fn single(plan: &Plan, devices: &[String], until: Stage) -> Self {
        Settings {
            seed: 0,
            count: None,
            time: None,
            toolchains: vec![plan.toolchain.clone()],
            targets: vec![plan.target.clone()],
            devices: devices.to_vec(),
            until,
            jobs: 1,
            shard: Shard::default(),
            scenario: "kernels".to_owned(),
            ab: false,
            mode: Numerics::Exact,
            instrument: None,
            guidance: false,
            out: None,
        }
    }

    /// Where each kernel goes through, in order.
    pub fn plans(&self) -> Vec<Plan> {
        let plan = |toolchain: &ToolchainId, target: &Target| Plan {
            toolchain: toolchain.clone(),
            target: target.clone(),
        };
        let per_toolchain = |toolchain| self.targets.iter().map(move |t| plan(toolchain, t));
        self.toolchains.iter().flat_map(per_toolchain).collect()
    }

    /// What makes it this campaign and no other; how much is done of it does not.
    pub fn identity(&self) -> BTreeMap<String, String> {
        let join = |parts: Vec<String>| parts.join(" ");
        let entries = [
            ("seed", self.seed.to_string()),
            ("toolchains", join(self.toolchains.iter().map(ToString::to_string).collect())),
            ("targets", join(self.targets.iter().map(ToString::to_string).collect())),
            ("devices", join(self.devices.clone())),
            ("until", self.until.to_string()),
            ("mode", self.mode.to_string()),
            ("scenario", self.scenario.clone()),
            ("shard", self.shard.to_string()),
        ];
        // Only where it is on: campaigns that were begun without it go on.
        let ab = self.ab.then(|| ("ab", "yes".to_owned()));
        let instrument = self.instrument.map(|instrument| ("instrument", instrument.to_string()));
        let guidance = self.guidance.then(|| ("guidance", "yes".to_owned()));
        let entries = entries.into_iter().chain(ab).chain(instrument).chain(guidance);
        entries.map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// A name for it that is a file name: readable, and as long as that is short enough, complete.
    pub fn name(&self) -> String {
        let identity = self.identity();
        let mut name = format!("seed{}", self.seed);
        if self.scenario != "kernels" {
            name.push('-');
            name.push_str(&self.scenario);
        }
        if self.ab {
            name.push_str("-ab");
        }
        if let Some(instrument) = self.instrument {
            name.push_str(&format!("-{instrument}"));
        }
        if self.guidance {
            name.push_str("-guided");
        }
        if self.mode != Numerics::Exact {
            name.push_str(&format!("-{}", self.mode));
        }
        if self.devices != [DEFAULT_DEVICE] {
            name.push_str(&format!("-{}", self.devices.join("-")));
        }
        for key in ["toolchains", "targets", "until"] {
            name.push('-');
            name.push_str(&identity[key]);
        }
        if self.shard.of > 1 {
            name.push_str(&format!("-shard{}of{}", self.shard.index, self.shard.of));
        }
        let allowed = |c: char| c.is_ascii_alphanumeric() || "=.-_".contains(c);
        let plain: String = name.chars().map(|c| if allowed(c) { c } else { '-' }).collect();
        if plain.len() <= 100 && !name.contains("path:") {
            return plain;
        }
        let hash = Sha256::digest(name.as_bytes());
        let short: String = plain.chars().take(80).collect();
        format!("{short}-{:02x}{:02x}{:02x}{:02x}", hash[0], hash[1], hash[2], hash[3])
    }

    /// The options of `replay` that name the devices and the sanitizer, each after a space; none for what
    /// is the default.
    pub(super) fn device_options(&self) -> String {
        let instrument = self.instrument.map(|instrument| format!(" --instrument {instrument}"));
        let devices = self.devices.iter().map(|name| format!(" --device {name}"));
        let devices = devices.filter(|_| self.devices != [DEFAULT_DEVICE]);
        devices.chain(instrument).collect()
    }

    /// The campaign's folder.
    pub fn folder(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| Path::new("reports").join(self.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
        Settings {
            seed: 7,
            count: Some(10),
            targets: vec![Target::cuda(90), Target::cuda(80)],
            jobs: 2,
            ..Settings::single(&plan, &[DEFAULT_DEVICE.to_owned()], Stage::Ttgir)
        }
    }

    #[test]
    fn the_folder_is_named_after_what_makes_the_campaign() {
        let mut settings = settings();
        let folder = Path::new("reports/seed7-triton==3.9.0-cuda-90-cuda-80-ttgir");
        assert_eq!(settings.folder(), folder);
        settings.count = Some(99);
        assert_eq!(settings.folder(), folder);
        assert_eq!(settings.device_options(), "");
        settings.devices.push("triton-interpreter".into());
        assert!(settings.name().starts_with("seed7-ir-triton-interpreter-triton==3.9.0"));
        assert_eq!(settings.device_options(), " --device ir --device triton-interpreter");
        settings.devices.pop();
        settings.instrument = Some(Instrument::Fpsan);
        assert!(settings.name().starts_with("seed7-fpsan-triton==3.9.0"));
        assert_eq!(settings.identity()["instrument"], "fpsan");
        assert_eq!(settings.device_options(), " --instrument fpsan");
        settings.instrument = None;
        settings.ab = true;
        assert!(settings.name().starts_with("seed7-ab-"));
        assert!(settings.identity().contains_key("ab"));
        settings.ab = false;
        let identity = settings.identity();
        assert!(!identity.contains_key("ab") && !identity.contains_key("instrument"));
        settings.guidance = true;
        assert!(settings.name().starts_with("seed7-guided-triton==3.9.0"));
        assert_eq!(settings.identity()["guidance"], "yes");
        settings.guidance = false;
        assert!(!settings.identity().contains_key("guidance"));
        settings.shard = "1/3".parse().unwrap();
        assert!(settings.name().ends_with("-shard1of3"));
        settings.toolchains = vec!["path:/a/b".parse().unwrap()];
        let first = settings.name();
        settings.toolchains = vec!["path:/a-b".parse().unwrap()];
        assert_ne!(settings.name(), first);
        assert!(settings.name().len() < 120);
    }

    #[test]
    fn plans_and_shards() {
        let plans: Vec<_> = settings().plans().iter().map(ToString::to_string).collect();
        assert_eq!(plans, ["triton==3.9.0 cuda:90", "triton==3.9.0 cuda:80"]);
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
        for text in ["3/3", "1", "a/b", "0/0", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
