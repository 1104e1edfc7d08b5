//! Options that several subcommands share, and what follows from them.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use anyhow::{Result, bail};

use super::later;
use crate::campaign::{Installed, Plan};
use crate::compile::{Stage, Target, WorkerOptions};
use crate::device;
use crate::toolchain::{FAMILIES, Home, Progress, ToolchainId};

/// The device that needs no GPU to execute what one does.
const EMULATED: &str = "ptx";

/// Parses the last stage.
pub(super) fn stage(text: &str) -> Result<Stage, String> {
    text.parse::<Stage>().map_err(|error| error.to_string())
}

/// Parses the name of a device.
pub(super) fn device(text: &str) -> Result<String, String> {
    if device::native_id(text).is_some() {
        return Ok(text.to_owned());
    }
    later::word(text, &device::names(), &[])
}

/// The last stage to compile to, where none is given: what the devices execute.
pub(super) fn until(given: Option<Stage>, devices: &[String]) -> Stage {
    let opened = devices.iter().filter_map(|name| device::open(name));
    let native = opened.filter(|device| device.is_native());
    let last = native.filter_map(|device| device.stages().last().copied()).max();
    given.or(last).unwrap_or(Stage::Ttgir)
}

/// Those of the devices that execute what a GPU does; the emulated one where there is none.
pub(super) fn executing(names: &[String]) -> Vec<String> {
    let native = |name: &&String| device::open(name).is_some_and(|device| device.is_native());
    let found: Vec<_> = names.iter().filter(native).cloned().collect();
    if found.is_empty() { vec![EMULATED.to_owned()] } else { found }
}

/// Refuses devices that are not here, before anything is compiled for them.
///
/// # Errors
/// Why the first such device is not here.
pub(super) fn devices(names: &[String]) -> Result<()> {
    for name in names.iter().filter(|name| device::native_id(name).is_some()) {
        let server = device::native::Server::start(name)?;
        let info = server.info();
        log::info!("{name}: {}, {}, {}", info.name, info.capability, info.driver);
    }
    Ok(())
}

/// Parses `90`, `90s`, `30m`, `2h`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        "d" => 86400.0,
        _ => return Err("write it as 90s, 30m or 2h".to_owned()),
    };
    let seconds = digits.parse::<f64>().map_err(|_| "write it as 90s, 30m or 2h".to_owned())?;
    Duration::try_from_secs_f64(seconds * unit).map_err(|error| error.to_string())
}

/// Refuses plans in which the toolchain does not compile for the target, or not to the stage.
///
/// # Errors
/// One line about the first such plan.
pub(super) fn check(plans: &[Plan], until: Stage) -> Result<()> {
    for Plan { toolchain, target } in plans {
        let backend = target.backend();
        if let Some(family) = toolchain.family()
            && !family.backends.contains(&backend.name())
        {
            let other = FAMILIES.iter().find(|family| family.backends.contains(&backend.name()));
            let advice = other.map_or("another toolchain", |family| family.example);
            bail!("{toolchain} does not compile for {target}: use --toolchain {advice}");
        }
        let stages = Stage::of(backend);
        if !stages.contains(&until) {
            let names: Vec<_> = stages.iter().map(|stage| stage.name()).collect();
            bail!("{target} has no stage {until}: use --until {}", names.join(" or "));
        }
    }
    Ok(())
}

/// The toolchains, installed if need be, with a line about what is being done.
///
/// # Errors
/// If one cannot be had.
pub(super) fn install(ids: &[ToolchainId], options: WorkerOptions) -> Result<Installed> {
    let home = Home::from_environment()?;
    let mut progress = Line::default();
    let installed = Installed::ensure(&home, ids, options, &mut progress);
    progress.end();
    installed
}

/// Shows progress on standard error: one line that changes on a terminal, lines otherwise.
#[derive(Debug, Default)]
pub(super) struct Line {
    shown: bool,
}

impl Progress for Line {
    fn report(&mut self, line: &str) {
        let mut out = std::io::stderr().lock();
        self.shown = true;
        let short: String = line.chars().take(100).collect();
        // Where nobody can be told, there is nothing better to do than to go on.
        let _ = if out.is_terminal() {
            write!(out, "\r\x1b[2K{short}").and_then(|()| out.flush())
        } else {
            writeln!(out, "{line}")
        };
    }
}

impl Line {
    /// Leaves the line.
    pub(super) fn end(&mut self) {
        if self.shown && std::io::stderr().is_terminal() {
            eprint!("\r\x1b[2K");
        }
    }
}

/// Every target is NVIDIA's sm_90 unless told otherwise.
pub(super) fn default_target() -> Target {
    Target::cuda(90)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        for text in ["", "m", "1w", "-3s", "1 m"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn stages_and_devices_that_come_later_are_named() {
        assert_eq!(stage("ptx"), Ok(Stage::Ptx));
        assert_eq!(stage("ttgir-alloc"), Ok(Stage::TtgirAlloc));
        assert_eq!(device("ir").unwrap(), "ir");
        assert_eq!(device("triton-interpreter").unwrap(), "triton-interpreter");
        assert_eq!(device("cuda:0").unwrap(), "cuda:0");
        assert_eq!(device("ssh:gpu1:cuda:0").unwrap(), "ssh:gpu1:cuda:0");
        assert!(device("faulty").is_err());
        assert_eq!(device("ptx").unwrap(), "ptx");
        let given = |devices: &[&str]| devices.iter().map(|&d| d.to_owned()).collect::<Vec<_>>();
        assert_eq!(until(None, &given(&["ir"])), Stage::Ttgir);
        assert_eq!(until(None, &given(&["ir", "cuda"])), Stage::Cubin);
        assert_eq!(until(None, &given(&["ir", "ptx"])), Stage::Ptx);
        assert_eq!(until(Some(Stage::Ptx), &given(&["cuda"])), Stage::Ptx);
        assert_eq!(executing(&given(&["ir"])), ["ptx"]);
        assert_eq!(executing(&given(&["ir", "cuda"])), ["cuda"]);
        assert!(device("tpu").unwrap_err().contains("one of ir"));
    }

    #[test]
    fn plans_that_cannot_work_are_refused() {
        let plan = |toolchain: &str, target: &str| Plan {
            toolchain: toolchain.parse().unwrap(),
            target: target.parse().unwrap(),
        };
        assert!(check(&[plan("triton==3.9.0", "cuda:90")], Stage::Cubin).is_ok());
        let error = check(&[plan("triton==3.9.0", "xpu:pvc")], Stage::Ttgir).unwrap_err();
        assert!(error.to_string().contains("triton-xpu=="), "{error}");
        let error = check(&[plan("triton==3.9.0", "hip:gfx942")], Stage::Ptx).unwrap_err();
        assert!(error.to_string().contains("amdgcn"), "{error}");
    }
}
