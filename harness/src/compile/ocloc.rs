//! `ocloc`, Intel's offline compiler: whether it makes a binary of a module, with no GPU there.
//!
//! It takes SPIR-V and the name of a GPU. A failure may be the compiler's or the module's fault:
//! whoever asks holds it against a module that is known to be good.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::process::kill_group;

/// The program, found as any other.
const PROGRAM: &str = "ocloc";

/// What became of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ocloc {
    /// The program is not installed: nothing was checked.
    Absent,
    /// It made a binary.
    Compiled {
        /// Its words about registers that did not suffice, one line a kernel.
        spills: Vec<String>,
    },
    /// It made none.
    Failed {
        /// How it ended: an exit status or a signal.
        ended: String,
        /// What it printed.
        output: String,
    },
    /// It did not end within its time.
    Late,
}

/// Where the program is; `None` if it is not installed.
pub fn find_ocloc() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(PROGRAM)).find(|file| file.is_file())
}

/// Compiles `spirv` for `device` (`pvc`, `dg2`) with the flags of a module's build.
///
/// # Errors
/// When the program cannot be started or its files cannot be written.
pub fn ocloc(spirv: &[u8], device: &str, flags: &str, limit: Duration) -> io::Result<Ocloc> {
    compile(PROGRAM, spirv, device, flags, limit)
}

fn compile(
    program: &str,
    spirv: &[u8],
    device: &str,
    flags: &str,
    limit: Duration,
) -> io::Result<Ocloc> {
    let folder = tempfile::tempdir()?;
    let (module, printed) = (folder.path().join("module.spv"), folder.path().join("printed"));
    fs::write(&module, spirv)?;
    let capture = File::create(&printed)?;
    let mut command = Command::new(program);
    command.current_dir(folder.path()).args(["compile", "-spirv_input", "-device", device]);
    command.arg("-file").arg(&module).args(["-output", "binary", "-out_dir"]).arg(folder.path());
    if !flags.is_empty() {
        command.args(["-options", flags]);
    }
    command.stdin(Stdio::null()).stdout(capture.try_clone()?).stderr(capture).process_group(0);
    let child = match command.spawn() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Ocloc::Absent),
        child => child?,
    };
    let Some(status) = wait(child, limit)? else { return Ok(Ocloc::Late) };
    let output = String::from_utf8_lossy(&fs::read(&printed)?).into_owned();
    if !status.success() {
        return Ok(Ocloc::Failed { ended: ended(status), output });
    }
    let spills = output.lines().filter(|line| line.contains("spilled")).map(str::to_owned);
    Ok(Ocloc::Compiled { spills: spills.collect() })
}

/// Waits for the child; kills it and its group when the time is over.
fn wait(mut child: Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + limit;
    loop {
        if let Some(status) = child.try_wait()? {
            kill_group(child.id()); // what it has left behind
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            kill_group(child.id());
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn ended(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => format!("signal {signal}"),
        None => format!("exit status {}", status.code().unwrap_or(-1)),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use super::*;

    /// A program that stands for the compiler.
    fn script(folder: &Path, text: &str) -> String {
        let path = folder.join("compiler");
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn outcome(text: &str, limit: Duration) -> Ocloc {
        let folder = tempfile::tempdir().unwrap();
        let program = script(folder.path(), text);
        loop {
            match compile(&program, b"spv", "pvc", "-flag", limit) {
                // Another test's fork still holds the file that was just written.
                Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {}
                ended => return ended.unwrap(),
            }
        }
    }

    #[test]
    fn endings_are_told_apart() {
        let limit = Duration::from_secs(60);
        let spilled = "warning: kernel k compiled SIMD16 allocated 128 regs and spilled around 217";
        let printed = outcome(&format!("echo begin; echo '{spilled}' >&2"), limit);
        assert_eq!(printed, Ocloc::Compiled { spills: vec![spilled.to_owned()] });
        let refused = outcome("echo $4 ${11} ${12}; exit 255", limit);
        let output = "pvc -options -flag\n".to_owned();
        assert_eq!(refused, Ocloc::Failed { ended: "exit status 255".to_owned(), output });
        let crashed = outcome("kill -SEGV $$", limit);
        assert!(matches!(crashed, Ocloc::Failed { ended, .. } if ended == "signal 11"));
        assert_eq!(outcome("sleep 60 & wait", Duration::from_millis(200)), Ocloc::Late);
        let missing = compile("/no/such/compiler", b"spv", "pvc", "", limit).unwrap();
        assert_eq!(missing, Ocloc::Absent);
    }
}
