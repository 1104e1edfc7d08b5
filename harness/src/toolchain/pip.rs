//! Runs venv and pip, or uv, and says in one line why they failed.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use super::Progress;
use super::error::ToolchainError;
use super::id::ToolchainId;
use super::probe::find_base_python;

/// Makes a virtual environment in `folder`, whose interpreter is `python`, and installs `id` in it.
pub(super) fn make_environment(
    id: &ToolchainId,
    folder: &Path,
    python: &Path,
    progress: &mut dyn Progress,
) -> Result<(), ToolchainError> {
    make_environment_with(id, &packages(id)?, folder, python, progress)
}

/// The same with these arguments for the installer.
pub(super) fn make_environment_with(
    id: &ToolchainId,
    packages: &[String],
    folder: &Path,
    python: &Path,
    progress: &mut dyn Progress,
) -> Result<(), ToolchainError> {
    let base = find_base_python()?;
    progress.report(&format!("{id}: making an environment"));
    if uv_version().is_some() && with_uv(id, &base, folder, python, packages, progress) {
        return Ok(());
    }
    // Without uv, and when uv fails: pip's settings may know a proxy or a mirror that uv does not.
    let _ = std::fs::remove_dir_all(folder);
    let mut venv = Command::new(&base);
    venv.args(["-m", "venv"]).arg(folder);
    run(&mut venv, id, progress).map_err(|output| match output.contains(DISK_FULL) {
        true => ToolchainError::DiskFull { path: folder.to_path_buf() },
        false => ToolchainError::NoVenv { python: base.clone(), reason: last_line(&output) },
    })?;
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "--no-input", "--disable-pip-version-check"])
        .args(["--progress-bar", "off"])
        .args(packages);
    run(&mut pip, id, progress).map_err(|output| explain(id, folder, &output))
}

/// Arguments for the installer: flags, the wheel, what it needs.
fn packages(id: &ToolchainId) -> Result<Vec<String>, ToolchainError> {
    let (Some(family), ToolchainId::Wheel { version, .. }) = (id.family(), id) else {
        return Err(ToolchainError::NotManaged(id.to_string()));
    };
    let flags = family.flags.iter().map(|flag| (*flag).to_owned());
    let needs = family.requirements(version).into_iter().map(str::to_owned);
    Ok(flags.chain([id.to_string()]).chain(needs).collect())
}

/// What `uv --version` prints, if uv is there. It is used in place of venv and pip.
pub fn uv_version() -> Option<String> {
    let output = Command::new("uv").arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

fn with_uv(
    id: &ToolchainId,
    base: &Path,
    folder: &Path,
    python: &Path,
    packages: &[String],
    progress: &mut dyn Progress,
) -> bool {
    let mut venv = Command::new("uv");
    venv.args(["venv", "--quiet", "--python"]).arg(base).arg(folder);
    let mut install = Command::new("uv");
    install.args(["pip", "install", "--python"]).arg(python).args(packages);
    run(&mut venv, id, progress).and_then(|()| run(&mut install, id, progress)).is_ok()
}

/// Runs to the end, reporting each line; on failure everything that was printed.
fn run(command: &mut Command, id: &ToolchainId, progress: &mut dyn Progress) -> Result<(), String> {
    command.env_remove("PYTHONPATH").env_remove("PYTHONHOME").env_remove("VIRTUAL_ENV");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let mut stderr = child.stderr.take().expect("invariant: standard error is piped");
    let errors = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = stderr.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let mut printed = String::new();
    let stdout = child.stdout.take().expect("invariant: standard output is piped");
    for line in BufReader::new(stdout).lines().map_while(Result::ok) {
        progress.report(&format!("{id}: {}", line.trim()));
        printed.push_str(&line);
        printed.push('\n');
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    printed.push_str(&errors.join().unwrap_or_default());
    if status.success() { Ok(()) } else { Err(printed) }
}

const DISK_FULL: &str = "No space left on device";

/// How pip's warnings say that the index did not answer, the most telling first.
const UNREACHABLE: &[&str] = &[
    "Connection refused",
    "Temporary failure in name resolution",
    "Name or service not known",
    "Network is unreachable",
    "ProxyError",
    "SSLError",
    "ConnectTimeout",
    "ReadTimeout",
    "NewConnectionError",
    "Max retries exceeded",
];

/// Why the installer failed, from what it printed.
fn explain(id: &ToolchainId, folder: &Path, output: &str) -> ToolchainError {
    let reason = last_line(output);
    let id = id.to_string();
    if output.contains(DISK_FULL) || output.contains("Disk quota exceeded") {
        return ToolchainError::DiskFull { path: folder.to_path_buf() };
    }
    if let Some(sign) = UNREACHABLE.iter().find(|sign| output.contains(**sign)) {
        return ToolchainError::NoNetwork { id, reason: (*sign).to_owned() };
    }
    if output.contains("No matching distribution") {
        let base = find_base_python();
        let python = base.map_or_else(|_| "python3".into(), |path| path.display().to_string());
        return match output.contains("(from versions: none)") {
            true => ToolchainError::NothingFound { id, python, reason },
            false => ToolchainError::NoSuchVersion { id, python, reason },
        };
    }
    ToolchainError::InstallFailed { id, reason }
}

/// The last line that says something: pip's own `ERROR:` if there is one. Long version lists are cut.
fn last_line(output: &str) -> String {
    let lines = || output.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let chosen = lines()
        .find(|line| line.starts_with("ERROR:"))
        .or_else(|| lines().find(|line| !line.starts_with("[notice]")))
        .unwrap_or("it said nothing");
    let line: String = chosen.trim_start_matches("ERROR:").trim().chars().take(200).collect();
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(output: &str) -> String {
        explain(&ToolchainId::default(), Path::new("/cache"), output).to_string()
    }

    #[test]
    fn failures_are_told_apart() {
        let version = "ERROR: Could not find a version that satisfies the requirement triton==9\n\
                       ERROR: No matching distribution found for triton==9\n";
        assert!(explained(version).contains("check the version"));
        assert!(explained(version).contains("No matching distribution found for triton==9"));
        let nothing = "ERROR: Could not find a version that satisfies the requirement triton==9 (from \
                       versions: none)\nERROR: No matching distribution found for triton==9\n";
        assert!(explained(nothing).contains("check the network"));
        let network = "WARNING: Retrying after connection broken by 'NewConnectionError(...)'\n\
                       ERROR: Could not find a version that satisfies the requirement triton\n";
        assert!(explained(network).contains("network"));
        let full = "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on \
                    device\n";
        assert!(explained(full).contains("disk is full"));
        assert!(explained("").contains("it said nothing"));
    }

    #[test]
    fn the_installer_is_asked_for_the_pinned_wheel_and_its_needs() {
        let id: ToolchainId = "tokenspeed-triton==3.7.10.post20260531".parse().unwrap();
        assert_eq!(packages(&id).unwrap(), ["--no-deps", &id.to_string(), "numpy"]);
        assert!(packages(&"path:/venv".parse().unwrap()).is_err());
    }
}
