//! `ptx-golden`: records what a GPU makes of each form of a PTX instruction, and compares the
//! interpreter with such a recording.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};

use super::{Status, print};
use crate::device::native::{
    CodeKind, NativeArgument, NativeBuffer, NativeLaunch, NativeOutcome, Server,
};
use crate::ptx::conformance::{
    ENTRY, FAMILIES, Family, Finding, Form, Left, Recorded, Recording, Row, SLOT, THREADS, judge,
    kernel, operands, record,
};

/// Launches of each form, which must leave the same.
const REPEATS: u32 = 2;

/// Seconds that the launches of a form may take.
const LIMIT: f64 = 20.0;

/// Options of `ptx-golden`.
#[derive(Args, Debug)]
pub(super) struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Execute every form on a GPU and write a file a family
    Record {
        /// What executes: cuda, cuda:1, ssh:HOST:cuda:0
        #[arg(long, value_name = "D", default_value = "cuda")]
        device: String,
        /// The folder to write to
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Compare the interpreter with the files of a folder
    Check {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// Records or compares.
///
/// # Errors
/// If the device is not here or executes nothing, or a file cannot be read or written.
pub(super) fn run(options: &Options) -> Result<Status> {
    match &options.action {
        Action::Record { device, out } => record_all(device, out),
        Action::Check { folder } => check_all(folder),
    }
}

fn file(folder: &Path, family: &Family) -> PathBuf {
    folder.join(format!("{}.golden", family.name))
}

fn record_all(device: &str, out: &Path) -> Result<Status> {
    let mut server = Server::start(device)?;
    let info = server.info();
    let shown = format!("{}, {}, {}", info.name, info.capability, info.driver);
    let capability = capability(&info.capability)?;
    fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let mut status = Status::Clean;
    for family in FAMILIES {
        let forms = record_family(&mut server, family, capability)?;
        let without = forms.iter().filter(|form| matches!(form.left, Left::Nothing(_))).count();
        if without > 0 {
            status = Status::Inconclusive;
        }
        let (recorded, total) = (forms.len() - without, (family.forms)().len());
        if recorded == 0 && without > 0 {
            bail!("{device} gives no results of the family `{}`", family.name);
        }
        let written = write(out, family, &shown, capability, forms)?;
        let name = family.name;
        print(&format!("{name}: {recorded} of {total} forms recorded, {written} bytes"))?;
    }
    Ok(status)
}

/// What the device makes of each form that it has. Prints those of which it gives no results.
fn record_family(
    server: &mut Server,
    family: &Family,
    capability: (u32, u32),
) -> Result<Vec<Recorded>> {
    let mut forms = Vec::new();
    for form in (family.forms)().iter().filter(|form| form.runs_on(capability)) {
        let left = execute(server, form);
        if let Err(why) = &left {
            print(&format!("{}: {why}", form.text))?;
        }
        forms.push(record(form, left.as_deref().map_err(String::clone)));
    }
    Ok(forms)
}

/// `compute capability 9.0` is (9, 0).
fn capability(words: &str) -> Result<(u32, u32)> {
    let number = words.rsplit(' ').next().unwrap_or(words);
    let parts = number.split_once('.');
    let parsed = parts.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    parsed.with_context(|| format!("the device has no compute capability: `{words}`"))
}

/// What the device leaves, or why it leaves nothing.
fn execute(server: &mut Server, form: &Form) -> Result<Vec<u8>, String> {
    let results = form.results.len() * THREADS * SLOT;
    let buffer = |name: &str, bytes: Vec<u8>, read_only: bool| NativeBuffer {
        name: name.to_owned(),
        bytes,
        misalign: 0,
        element_bytes: SLOT as u32,
        read_only,
        compared: Vec::new(),
    };
    let inputs = operands(form).iter().flat_map(|word| word.to_le_bytes()).collect();
    let launch = NativeLaunch {
        kind: CodeKind::Ptx,
        code: kernel(form).into_bytes(),
        entry: ENTRY.to_owned(),
        build_flags: String::new(),
        grid: [THREADS as u32 / form.threads, 1, 1],
        num_ctas: 1,
        threads: form.threads,
        shared: 0,
        cooperative: false,
        arguments: vec![NativeArgument::Buffer(0), NativeArgument::Buffer(1)],
        buffers: vec![buffer("operands", inputs, true), buffer("results", vec![0; results], false)],
        repeats: REPEATS,
        limit: LIMIT,
    };
    match server.launch(&launch).outcome {
        NativeOutcome::Finished { stray: Some(what), .. } => Err(what),
        NativeOutcome::Finished { nondeterministic: Some(what), .. } => Err(what),
        NativeOutcome::Finished { buffers, .. } => match buffers.into_iter().nth(1) {
            Some(bytes) if bytes.len() == results => Ok(bytes.into_vec()),
            _ => Err("the device gave no results".to_owned()),
        },
        NativeOutcome::Trap(what) => Err(format!("stopped: {what}")),
        NativeOutcome::Timeout => Err("did not end".to_owned()),
        NativeOutcome::Unsupported(what) => Err(format!("not supported: {what}")),
        NativeOutcome::DeviceFailure(what) => Err(what),
    }
}

/// Writes a family's file; how many bytes it has.
fn write(
    out: &Path,
    family: &Family,
    device: &str,
    capability: (u32, u32),
    forms: Vec<Recorded>,
) -> Result<usize> {
    let (name, device) = (family.name.to_owned(), device.to_owned());
    let recording = Recording { family: name, device, capability, forms };
    let bytes = recording.encode().context("cannot pack a recording")?;
    let path = file(out, family);
    let write = || -> std::io::Result<()> {
        let mut temporary = tempfile::NamedTempFile::new_in(out)?;
        temporary.write_all(&bytes)?;
        temporary.persist(&path)?;
        Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))?;
    Ok(bytes.len())
}

fn check_all(folder: &Path) -> Result<Status> {
    let mut status = Status::Clean;
    for family in FAMILIES {
        let path = file(folder, family);
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let recording =
            Recording::decode(&bytes).with_context(|| format!("reading {}", path.display()))?;
        if recording.family != family.name {
            bail!("{} holds the family `{}`", path.display(), recording.family);
        }
        let rows = judge(family, &recording);
        for row in &rows {
            let (line, found) = explain(row);
            status = status.max(found);
            if let Some(line) = line {
                print(&line)?;
            }
        }
        print(&format!("{}: {} ({})", family.name, summary(&rows), recording.device))?;
    }
    Ok(status)
}

/// What is to be said of a form, if anything.
fn explain(row: &Row) -> (Option<String>, Status) {
    let text = &row.text;
    match &row.finding {
        Finding::Judged(report) if report.differing > 0 => {
            let shown = report.shown.join("; ");
            (Some(format!("{text}: {} differ: {shown}", report.differing)), Status::Findings)
        }
        Finding::Judged(_) => (None, Status::Clean),
        Finding::Misassembled(known) => {
            let (results, why) = (known.results, known.why);
            let told = format!("{text}: the assembler gets it wrong: {results} results ({why})");
            (Some(told), Status::Clean)
        }
        Finding::Lacking(target) => {
            (Some(format!("{text}: not recorded, it needs {target}")), Status::Clean)
        }
        Finding::NotExecuted(why) => {
            (Some(format!("{text}: the device gave nothing: {why}")), Status::Inconclusive)
        }
        Finding::NotRecorded => {
            (Some(format!("{text}: not recorded, record anew")), Status::Inconclusive)
        }
        Finding::Failed(why) => {
            (Some(format!("{text}: not interpreted: {why}")), Status::Inconclusive)
        }
    }
}

fn summary(rows: &[Row]) -> String {
    let (mut judged, mut agreeing, mut open, mut differing) = (0, 0, 0, 0);
    let mut misassembled = 0;
    for row in rows {
        match &row.finding {
            Finding::Judged(report) => {
                judged += 1;
                agreeing += report.agreeing;
                open += report.open;
                differing += report.differing;
            }
            Finding::Misassembled(_) => misassembled += 1,
            _ => {}
        }
    }
    let others = rows.len() - judged - misassembled;
    let wrong = match misassembled {
        0 => String::new(),
        count => format!(", {count} wrong by the assembler"),
    };
    format!(
        "{judged} forms compared, {others} not{wrong}; results: {agreeing} agree, {differing} differ, \
         {open} with no claim"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::conformance::Misassembled;

    #[test]
    fn capabilities_are_read() {
        assert_eq!(capability("compute capability 9.0").unwrap(), (9, 0));
        assert!(capability("level zero").is_err());
    }

    #[test]
    fn what_was_not_compared_is_told() {
        let row = |finding| Row { text: "add".to_owned(), finding };
        let explained = |finding| explain(&row(finding)).1;
        assert_eq!(explained(Finding::NotRecorded), Status::Inconclusive);
        assert_eq!(explained(Finding::NotExecuted(String::new())), Status::Inconclusive);
        assert_eq!(explained(Finding::Failed(String::new())), Status::Inconclusive);
        let lacking = explain(&row(Finding::Lacking("sm_100".to_owned())));
        assert!(lacking.0.unwrap().contains("sm_100") && lacking.1 == Status::Clean);
        assert!(summary(&[row(Finding::NotRecorded)]).starts_with("0 forms compared, 1 not; "));
        let known = Misassembled { results: 262, why: "of a reason" };
        let wrong = row(Finding::Misassembled(known));
        let (line, status) = explain(&wrong);
        assert!(line.unwrap().ends_with("wrong: 262 results (of a reason)"));
        assert_eq!(status, Status::Clean);
        let told = summary(&[wrong]);
        assert!(told.starts_with("0 forms compared, 0 not, 1 wrong by the assembler;"), "{told}");
    }

    #[test]
    fn a_folder_without_files_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = check_all(folder.path()).unwrap_err();
        assert!(error.to_string().contains("integer.golden"), "{error}");
    }
}
