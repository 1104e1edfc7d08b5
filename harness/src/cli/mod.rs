//! The command line: one file per subcommand, each with its `Options` and its `run`.
//!
//! Exit status: 0 nothing found, 1 findings, 2 usage or our own error (one line says what to do), 3
//! inconclusive. Results go to standard output, everything else to standard error.

mod bisect;
mod bisect_case;
mod bisect_llvm;
mod bisect_show;
mod bundle;
mod device_server;
mod doctor;
mod expect;
mod fuzz;
mod globals;
mod judge;
mod launch;
mod merge;
mod probe;
mod ptx_golden;
mod reduce;
mod reduce_ttgir;
mod replay;
mod replay_ir;
mod replay_scenario;
mod replay_ttgir;
mod report;
mod select;
mod selftest;
mod selftest_ptx;
mod selftest_reductions;
mod toolchain;
mod tv;
mod tv_folder;
mod tv_pass;
mod tv_pipeline;
mod tv_suite;
mod tv_unit;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

use crate::campaign::chain;

/// Finds bugs in the Triton compiler: writes random kernels, has the real Triton compile them, and
/// compares every result with an independent reference.
#[derive(Debug, Parser)]
#[command(name = "tritonsmith", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write kernels, compile them, execute what comes out and compare
    Fuzz(fuzz::Options),
    /// Show a finding, a case or a pass failure again
    Replay(replay::Options),
    /// Make a finding small, and write a lit test, a script and a report of it
    Reduce(reduce::Options),
    /// Find the release, or the commit, in which a fault came or went
    Bisect(bisect::Options),
    /// Compare a module before and after passes by executing both
    Tv(tv::Options),
    /// Show what a Triton build does when the Python state that kernels depend on changes
    Globals(globals::Options),
    /// Compile kernels into a file, to be launched on another machine
    Bundle(bundle::Options),
    /// Launch a bundle on this machine's device
    Launch(launch::Options),
    /// Judge what launching a bundle has left
    Judge(judge::Options),
    /// Write a campaign's findings down
    Report(report::Options),
    /// Make one campaign of the shards of one
    Merge(merge::Options),
    /// Check the checkers: planted bugs must be caught, controls must pass
    Selftest(selftest::Options),
    /// List, install or remove Triton builds
    Toolchain(toolchain::Options),
    /// Say what this machine can do, and what is missing
    Doctor(doctor::Options),
    /// Own a device: requests on standard input, answers on standard output
    #[command(hide = true)]
    DeviceServer(device_server::Options),
    /// Record what a GPU makes of each PTX instruction, or compare the interpreter with it
    #[command(hide = true)]
    PtxGolden(ptx_golden::Options),
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    Clean,
    Inconclusive,
    Findings,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Clean => 0,
            Status::Findings => 1,
            Status::Inconclusive => 3,
        })
    }
}

/// Our own error, or a wrong command line.
const TROUBLE: u8 = 2;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let result = match cli.command {
        Command::Fuzz(options) => fuzz::run(options),
        Command::Replay(options) => replay::run(options),
        Command::Reduce(options) => reduce::run(&options),
        Command::Bisect(options) => bisect::run(&options),
        Command::Tv(options) => tv::run(&options),
        Command::Globals(options) => globals::run(&options),
        Command::Bundle(options) => bundle::run(&options),
        Command::Launch(options) => launch::run(&options),
        Command::Judge(options) => judge::run(&options),
        Command::Report(options) => report::run(options),
        Command::Merge(options) => merge::run(&options),
        Command::Selftest(options) => selftest::run(options),
        Command::Toolchain(options) => toolchain::run(options),
        Command::Doctor(options) => doctor::run(options),
        Command::DeviceServer(options) => device_server::run(&options),
        Command::PtxGolden(options) => ptx_golden::run(&options),
    };
    match result {
        Ok(status) => status.into(),
        Err(error) => {
            eprintln!("tritonsmith: {}", one_line(&chain(&error)));
            ExitCode::from(TROUBLE)
        }
    }
}

/// Prints help, or one line about what is wrong with the command line.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(TROUBLE),
        };
    }
    let text = error.to_string();
    let told = text.split("\n\n").next().unwrap_or(&text);
    let line = format!("{}; `tritonsmith --help` shows how", told.trim_start_matches("error: "));
    eprintln!("tritonsmith: {}", one_line(&line));
    ExitCode::from(TROUBLE)
}

fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Writes a result to standard output. A reader that has seen enough (`| head`) changes no status.
fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// Writes a JSON document to standard output.
fn print_json(value: &impl serde::Serialize) -> Result<()> {
    print(&serde_json::to_string_pretty(value).context("cannot write JSON")?)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn defaults_are_those_of_the_contract() {
        let Command::Fuzz(options) = Cli::parse_from(["tritonsmith", "fuzz"]).command else {
            panic!()
        };
        let settings = options.settings().unwrap();
        assert_eq!(settings.toolchains, [crate::toolchain::ToolchainId::default()]);
        assert_eq!(settings.targets, [crate::compile::Target::cuda(90)]);
        assert_eq!(settings.devices, ["ir"]);
        assert_eq!(settings.until, crate::compile::Stage::Ttgir);
        assert_eq!((settings.seed, settings.count, settings.time), (0, None, None));
        assert_eq!(settings.shard, crate::campaign::Shard::default());
        assert!(settings.jobs >= 1 && settings.out.is_none() && !options.json);
    }

    #[test]
    fn what_runs_the_python_of_cases_can_do_without_the_sandbox() {
        for command in
            [&["fuzz"][..], &["replay", "x"], &["reduce", "x"], &["tv", "x"], &["globals"]]
        {
            let arguments = ["tritonsmith"].iter().chain(command).chain(&["--no-sandbox"]);
            assert!(Cli::try_parse_from(arguments).is_ok(), "{command:?}");
        }
        let help = Cli::command().find_subcommand_mut("replay").unwrap().render_help().to_string();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" "); // it is wrapped
        assert!(help.contains("replay only what you trust"), "{help}");
        assert!(help.contains("Show a finding"), "{help}");
    }

    #[test]
    fn modules_of_ttgir_are_executed_as_a_gpu_does() {
        let settings = |more: &[&str]| {
            let words = ["tritonsmith", "fuzz", "--source", "ttgir"];
            let cli = Cli::parse_from(words.iter().chain(more));
            let Command::Fuzz(options) = cli.command else { panic!() };
            options.settings()
        };
        let plain = settings(&[]).unwrap();
        assert_eq!((plain.scenario.as_str(), plain.until), ("ttgir", crate::compile::Stage::Ptx));
        assert_eq!(plain.devices, ["ptx"]);
        for more in [
            &["--ab"][..],
            &["--mode", "special"],
            &["--scenario", "globals"],
            &["--until", "ttgir"],
            &["--target", "cuda:100"],
        ] {
            assert!(settings(more).is_err(), "{more:?}");
        }
    }

    #[test]
    fn kernels_that_are_named_are_not_guided() {
        let guided = |more: &[&str]| {
            let all = ["tritonsmith", "fuzz"].iter().chain(more);
            let Command::Fuzz(options) = Cli::parse_from(all).command else { panic!() };
            options.settings().map(|settings| settings.guidance).ok()
        };
        assert_eq!(guided(&["--time", "1m", "--guidance"]), Some(true));
        assert_eq!(guided(&["--count", "9", "--guidance"]), Some(true));
        for more in [
            &["--count", "9"][..],
            &["--time", "1m"],
            &["--no-guidance"],
            &["--shard", "0/2"],
            &["--scenario", "globals"],
            &["--device", "triton-interpreter"],
            &["--source", "ttgir"],
        ] {
            assert_eq!(guided(more), Some(false), "{more:?}");
        }
        assert_eq!(guided(&["--source", "ttgir", "--guidance"]), None);
        assert_eq!(guided(&["--shard", "0/2", "--guidance"]), None);
    }

    #[test]
    fn kernels_and_scenarios_go_together_where_both_can_be_judged() {
        let settings = |scenario: &str, more: &[&str]| {
            let words = ["tritonsmith", "fuzz", "--scenario", scenario];
            let Command::Fuzz(options) = Cli::parse_from(words.iter().chain(more)).command else {
                panic!()
            };
            options.settings()
        };
        let plain = settings("all", &["--device", "ptx", "--shard", "1/2"]).unwrap();
        assert_eq!((plain.scenario.as_str(), plain.guidance), ("all", false));
        for more in [
            &["--ab", "--toolchain", "triton==3.8.0", "--toolchain", "triton==3.9.0"][..],
            &["--guidance"],
            &["--device", "triton-interpreter"],
            &["--source", "ttgir"],
            &["--device", "ptx", "--instrument", "fpsan"],
        ] {
            assert!(settings("kernels", more).is_ok(), "{more:?}");
            assert!(settings("all", more).is_err(), "{more:?}");
        }
        let error = Cli::try_parse_from(["tritonsmith", "fuzz", "--scenario", "some"]);
        let error = error.unwrap_err().to_string();
        assert!(error.contains("one of kernels, globals, all"), "{error}");
    }
}
