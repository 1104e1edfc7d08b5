//! What is in a bundle: a header, and cases, codes and entries that refer to them by number.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use super::DEVICE;
use super::expectation::Expectation;
use crate::campaign::examine::Outcome;
use crate::campaign::settings::{Plan, Settings};
use crate::compile::{Artifact, Content, Instrument, Launch, Stage, Target};
use crate::generate::Numerics;
use crate::testcase::TestCase;
use crate::toolchain::ToolchainId;

/// An entry refers to one of the last so many codes and cases: that is all that a reader has to keep.
/// Equal ones come from neighbours, which are one kernel in several toolchains, or its variants.
pub(super) const WINDOW: u64 = 1024;

/// What a bundle is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    /// A digest of all that follows: results belong to the bundle that has it.
    pub(super) id: [u8; 32],
    /// The seed of its kernels.
    pub(super) seed: u64,
    /// Kernels with a smaller index than this were asked for.
    pub(super) count: u64,
    /// What they were compiled with,
    pub(super) toolchains: Vec<String>,
    /// for what,
    pub(super) targets: Vec<String>,
    /// and up to which stage.
    pub(super) until: String,
    /// How their floats are made and compared.
    pub(super) mode: String,
    /// The sanitizer of which there are builds too.
    pub(super) instrument: Option<Instrument>,
    /// The part of the kernels that was asked for.
    pub(super) shard: String,
    /// The folder of the campaign that it came from.
    pub(super) folder: String,
    /// Compiled kernels in it.
    pub(super) entries: u64,
    /// Kernels that are not in it, by reason.
    pub(super) left_out: BTreeMap<String, u64>,
}

impl Header {
    /// The settings of the campaign that it came from.
    ///
    /// # Errors
    /// If they are not those of this version.
    pub(super) fn settings(&self) -> Result<Settings> {
        let toolchains = self.toolchains.iter().map(|name| name.parse::<ToolchainId>());
        let toolchains: Vec<_> = toolchains.collect::<Result<_, _>>()?;
        let targets = self.targets.iter().map(|name| name.parse::<Target>());
        let targets: Vec<_> = targets.collect::<Result<_, _>>()?;
        let mode = Numerics::WORDS.iter().find(|(word, _)| *word == self.mode);
        let first = Plan {
            toolchain: toolchains.first().context("it names no toolchain")?.clone(),
            target: targets.first().context("it names no target")?.clone(),
        };
        let until: Stage = self.until.parse()?;
        Ok(Settings {
            seed: self.seed,
            count: Some(self.count),
            toolchains,
            targets,
            shard: self.shard.parse()?,
            mode: mode.context("its mode is unknown")?.1,
            instrument: self.instrument,
            out: Some(self.folder.clone().into()),
            ..Settings::single(&first, &[DEVICE.to_owned()], until)
        })
    }
}

/// One thing in the body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Item {
    /// Numbered from 0, apart from the others.
    Code(ByteBuf),
    Case(Case),
    Entry(Packed),
}

/// A test case, and how its results are compared where they are made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Case {
    /// The kernel's number in the campaign.
    pub(super) kernel: u64,
    /// The case's file.
    pub(super) json: String,
    pub(super) expectation: Expectation,
    /// Seconds that the reference took.
    pub(super) evaluate: f64,
}

/// A compiled kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Packed {
    pub(super) case: u64,
    pub(super) code: u64,
    /// What the code is: `cubin`, `ptx`, `spv`.
    pub(super) stage: String,
    pub(super) toolchain: String,
    pub(super) target: String,
    /// The launch without its code, as JSON: Triton's metadata is a map of anything.
    pub(super) launch: String,
    /// The TTIR, of which entries of the known findings ask for parts; empty where there is none.
    pub(super) ttir: String,
    /// Seconds that the compiler took; of a plain build with those for its builds with a sanitizer.
    pub(super) compile: f64,
    /// The sanitizer that rewrote it. It belongs to the plain build before it.
    pub(super) by: Option<Instrument>,
    /// Of a plain build that must have builds with a sanitizer: why none follow.
    pub(super) unbuilt: Option<Box<Unbuilt>>,
}

/// Why a kernel's builds with a sanitizer are not there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Unbuilt {
    /// What that makes of the kernel, if its plain build is right.
    pub(super) outcome: Outcome,
    /// What the compiler printed.
    pub(super) log: String,
}

impl Packed {
    /// The plain build of `launch` for `plan`, of which the code that `stage` left is carried apart. The
    /// numbers of the case and of the code are set where it is written.
    pub(super) fn new(plan: &Plan, stage: Stage, launch: &Launch, compile: f64) -> Result<Self> {
        let mut bare = launch.clone();
        bare.kernel.artifacts.clear();
        Ok(Packed {
            case: 0,
            code: 0,
            stage: stage.to_string(),
            toolchain: plan.toolchain.to_string(),
            target: plan.target.to_string(),
            launch: serde_json::to_string(&bare)?,
            ttir: launch.kernel.text(Stage::Ttir).unwrap_or_default().to_owned(),
            compile,
            by: None,
            unbuilt: None,
        })
    }

    pub(super) fn plan(&self) -> Result<Plan> {
        Ok(Plan { toolchain: self.toolchain.parse()?, target: self.target.parse()? })
    }

    pub(super) fn stage(&self) -> Result<Stage> {
        Ok(self.stage.parse()?)
    }

    /// The launch as the compiler gave it.
    pub(super) fn launch(&self, code: &[u8]) -> Result<Launch> {
        let stage = self.stage()?;
        let mut launch: Launch = serde_json::from_str(&self.launch).context("a launch")?;
        let content = match stage.is_binary() {
            true => Content::Binary(code.to_vec()),
            false => Content::Text(String::from_utf8(code.to_vec()).context("a text")?),
        };
        launch.kernel.artifacts = vec![Artifact { stage, content }];
        Ok(launch)
    }
}

impl Case {
    pub(super) fn parse(&self) -> Result<TestCase> {
        Ok(TestCase::parse(&self.json, "a case of the bundle")?)
    }
}
