//! Options that several subcommands share, and what follows from them.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;

use crate::bisect::Version;
use crate::campaign::{Installed, Plan, Settings};
use crate::compile::{Backend, Instrument, Stage, Target, WorkerOptions};
use crate::device;
use crate::toolchain::{FAMILIES, Home, Progress, ToolchainId};

/// The device that needs no GPU to execute what one does.
const EMULATED: &str = "ptx";

/// How compilers are run.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Workers {
    /// Do not confine the compilers' processes: the Python of cases may do all that you may
    #[arg(long)]
    no_sandbox: bool,
}

impl Workers {
    /// As they were asked for.
    pub(super) fn options(&self) -> WorkerOptions {
        WorkerOptions { sandbox: !self.no_sandbox, ..WorkerOptions::default() }
    }
}

/// Parses the last stage.
pub(super) fn stage(text: &str) -> Result<Stage, String> {
    text.parse::<Stage>().map_err(|error| error.to_string())
}

/// Parses the name of a device.
pub(super) fn device(text: &str) -> Result<String, String> {
    if device::native_id(text).is_some() {
        return Ok(text.to_owned());
    }
    word(text, &device::names())
}

/// Parses one of a few words.
pub(super) fn word(text: &str, words: &[&'static str]) -> Result<String, String> {
    match words.contains(&text) {
        true => Ok(text.to_owned()),
        false => Err(format!("it is one of {}", words.join(", "))),
    }
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

/// Refuses devices that execute nothing of what is compiled.
///
/// # Errors
/// One line about the first such device.
pub(super) fn executed(devices: &[String], targets: &[Target], until: Stage) -> Result<()> {
    let opened = devices.iter().filter_map(|name| Some((name, device::open(name)?)));
    for (name, device) in opened {
        let made = |stage: &&Stage| targets.iter().any(|t| Stage::of(t.backend()).contains(stage));
        let stages: Vec<Stage> = device.stages().iter().filter(made).copied().collect();
        if stages.iter().any(|stage| *stage <= until) {
            continue;
        }
        let names: Vec<_> = stages.iter().map(|stage| stage.name()).collect();
        if names.is_empty() {
            bail!("--device {name} executes no stage of {}: leave one out", targets[0]);
        }
        bail!("--device {name} executes nothing up to {until}: use --until {}", names.join(" or "));
    }
    Ok(())
}

/// Refuses a sanitizer that cannot be built with, or whose builds no device of the campaign executes.
///
/// # Errors
/// One line about it.
pub(super) fn instrument(settings: &Settings) -> Result<()> {
    instrumented(settings)?;
    let Some(by) = settings.instrument else { return Ok(()) };
    let mut devices = settings.devices.iter().filter_map(|name| device::open(name));
    let launches = devices.any(|device| {
        let mut stages = device.stages().iter();
        device.is_native() && stages.any(|stage| native_code(*stage) && *stage <= settings.until)
    });
    if !launches {
        bail!(
            "--instrument {by} needs a device that executes PTX or cubins: add --device ptx or cuda"
        );
    }
    Ok(())
}

/// Refuses a sanitizer for code that it does not rewrite, or that a toolchain does not have.
///
/// # Errors
/// One line about it.
pub(super) fn instrumented(settings: &Settings) -> Result<()> {
    // Hopper's barriers are in the code that the concurrency sanitizer adds.
    const CONSAN: u32 = 90;
    let Some(by) = settings.instrument else { return Ok(()) };
    if settings.scenario != "kernels" {
        bail!("--instrument goes with --scenario kernels: leave one out");
    }
    if let Some(id) = settings.toolchains.iter().find(|id| lacks_sanitizers(id)) {
        bail!("--instrument {by} needs Triton 3.9 or later: leave --toolchain {id} out");
    }
    let other = settings.targets.iter().find(|target| target.backend() != Backend::Cuda);
    if let Some(target) = other {
        bail!("--instrument {by} is for NVIDIA's GPUs: leave --target {target} out");
    }
    let old = |target: &&Target| target.capability().is_some_and(|number| number < CONSAN);
    if by == Instrument::Consan
        && let Some(target) = settings.targets.iter().find(old)
    {
        bail!("--instrument consan needs cuda:{CONSAN} or later: leave --target {target} out");
    }
    Ok(())
}

/// Whether it is a release of Triton's from before 3.9, the first that has them whole. Other packages are of
/// sources between releases (`tokenspeed-triton==3.8.10.post20260906` has them): of those the worker says.
fn lacks_sanitizers(id: &ToolchainId) -> bool {
    let ToolchainId::Wheel { package, version } = id else { return false };
    let version = version.parse::<Version>();
    let before = |version: Version| version.is_release() && version.branch() < (3, 9);
    package == "triton" && version.is_ok_and(before)
}

fn native_code(stage: Stage) -> bool {
    matches!(stage, Stage::Ptx | Stage::Cubin)
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
    fn workers_are_confined_unless_told_otherwise() {
        assert!(Workers::default().options().sandbox);
        assert!(!Workers { no_sandbox: true }.options().sandbox);
    }

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
    fn stages_and_devices_are_named() {
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
    fn every_device_needs_a_stage_that_it_executes() {
        let targets: [Target; 2] = ["cuda:90", "xpu:pvc"].map(|name| name.parse().unwrap());
        for name in device::names() {
            let Some(device) = device::open(name) else { continue };
            for target in &targets {
                for until in Stage::of(target.backend()) {
                    let given = [name.to_owned()];
                    let result = executed(&given, std::slice::from_ref(target), *until);
                    let first = match (device.stages()[0], target.backend().name()) {
                        (Stage::Ptx, "xpu") | (Stage::Spv, "cuda") => None,
                        (first, _) => Some(first),
                    };
                    let works = first.is_some_and(|first| first <= *until);
                    assert_eq!(result.is_ok(), works, "{name} {target} {until}: {result:?}");
                    let says = if first.is_some() { "use --until" } else { "executes no stage of" };
                    assert!(result.err().is_none_or(|error| error.to_string().contains(says)));
                }
            }
        }
    }

    #[test]
    fn sanitizers_that_cannot_work_are_refused() {
        let refused = |by, target: &str, device: &str, until| {
            let plan = Plan { toolchain: ToolchainId::default(), target: target.parse().unwrap() };
            let single = Settings::single(&plan, &[device.to_owned()], until);
            let settings = Settings { instrument: Some(by), ..single };
            instrument(&settings).err().map(|error| error.to_string())
        };
        let (consan, fpsan) = (Instrument::Consan, Instrument::Fpsan);
        assert_eq!(refused(consan, "cuda:90", "ptx", Stage::Ptx), None);
        assert_eq!(refused(fpsan, "cuda:80", "cuda", Stage::Cubin), None);
        let words = |told: Option<String>, word: &str| assert!(told.unwrap().contains(word));
        words(refused(consan, "cuda:80", "ptx", Stage::Ptx), "needs cuda:90");
        words(refused(fpsan, "hip:gfx942", "ir", Stage::Ttgir), "NVIDIA");
        words(refused(fpsan, "cuda:90", "ir", Stage::Ttgir), "--device ptx");
        words(refused(fpsan, "cuda:90", "ptx", Stage::Ttgir), "--device ptx");
    }

    #[test]
    fn toolchains_without_sanitizers_are_refused() {
        let refused = |toolchain: &str| {
            let (toolchain, target) = (toolchain.parse().unwrap(), default_target());
            let plan = Plan { toolchain, target };
            let single = Settings::single(&plan, &[EMULATED.to_owned()], Stage::Ptx);
            let settings = Settings { instrument: Some(Instrument::Fpsan), ..single };
            instrument(&settings).err().map(|error| error.to_string())
        };
        for old in ["triton==3.3.1", "triton==3.8.0"] {
            let told = refused(old).unwrap();
            assert!(told.contains("needs Triton 3.9 or later: leave"), "{told}");
            assert!(told.ends_with(&format!("{old} out")), "{told}");
        }
        let other = "tokenspeed-triton==3.8.10.post20260906";
        for fit in ["triton==3.9.0", "triton==3.10.0", other, "path:/some/venv"] {
            assert_eq!(refused(fit), None, "{fit}");
        }
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
