//! `launch`: runs a bundle on this machine's device. It needs no Python.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Args;

use super::{Status, fuzz, print, print_json};
use crate::campaign::bundle::{self, Launching, Servers};
use crate::device::native::{DeviceId, REPEATS};

/// Options of `launch`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The bundle
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What launches: cuda, cuda:1, ssh:HOST:cuda:0
    #[arg(long, value_name = "D", value_parser = device)]
    device: String,
    /// The results; those that are there are gone on with [default: FILE.results]
    #[arg(long, value_name = "RESULTS")]
    out: Option<PathBuf>,
    /// Launch each kernel this often, from the same state
    #[arg(long, value_name = "N", default_value_t = REPEATS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeats: u32,
    /// Processes that own the device
    #[arg(long, value_name = "J", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: u16,
    /// Print what was done as JSON
    #[arg(long)]
    json: bool,
}

fn device(text: &str) -> Result<String, String> {
    let id = text.parse::<DeviceId>();
    id.map(|id| id.to_string()).map_err(|error| error.to_string())
}

/// Launches what is left.
///
/// # Errors
/// If the bundle cannot be read, the device is not here, or the results cannot be written.
pub(super) fn run(options: &Options) -> Result<Status> {
    let out = options.out.clone().unwrap_or_else(|| {
        let mut name = options.file.clone().into_os_string();
        name.push(".results");
        name.into()
    });
    let stop = Arc::new(AtomicBool::new(false));
    fuzz::catch_interrupts(stop.clone())?;
    let launching = Launching {
        file: &options.file,
        out: &out,
        repeats: options.repeats,
        jobs: options.jobs.into(),
    };
    let servers = Servers { device: options.device.clone() };
    let launched = bundle::launch(&launching, &servers, &stop)?;
    if options.json {
        print_json(&launched)?;
        eprintln!("{}", launched.text());
    } else {
        print(&launched.text())?;
    }
    Ok(match launched.is_suspicious() {
        true => Status::Findings,
        false if launched.is_whole() => Status::Clean,
        false => Status::Inconclusive,
    })
}
