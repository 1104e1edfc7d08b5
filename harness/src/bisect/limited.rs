//! Runs a command that may not take for ever.

use std::fs::File;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How often it is looked whether a command has ended.
const POLL: Duration = Duration::from_millis(20);

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limited {
    /// By itself.
    Ended(ExitStatus),
    /// It was killed, with all that it had started.
    TimedOut,
}

/// Runs a command in a process group of its own, with its output in two files.
///
/// # Errors
/// If it cannot be started.
pub fn limited(
    command: &mut Command,
    limit: Duration,
    output: File,
    errors: File,
) -> io::Result<Limited> {
    command.stdout(Stdio::from(output)).stderr(Stdio::from(errors)).process_group(0);
    let mut child = command.spawn()?;
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Limited::Ended(status));
        }
        if started.elapsed() >= limit {
            kill_group(child.id());
            let _ = child.kill();
            child.wait()?;
            return Ok(Limited::TimedOut);
        }
        std::thread::sleep(POLL);
    }
}

/// The group is that of our own child, which has not been collected, so the number is nobody else's.
fn kill_group(leader: u32) {
    let kill = format!("kill -9 -{leader}");
    let _ = Command::new("sh").args(["-c", &kill]).stderr(Stdio::null()).status();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_ends_or_is_ended_with_its_children() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| File::create(folder.path().join(name)).unwrap();
        let run = |text: &str, limit| {
            let mut command = Command::new("sh");
            command.args(["-c", text]).current_dir(folder.path());
            limited(&mut command, limit, file("out"), file("err")).unwrap()
        };
        let Limited::Ended(status) = run("exit 3", Duration::from_secs(20)) else { panic!() };
        assert_eq!(status.code(), Some(3));
        let text = "(sleep 2; touch late) & sleep 60";
        assert_eq!(run(text, Duration::from_millis(200)), Limited::TimedOut);
        std::thread::sleep(Duration::from_millis(2500));
        assert!(!folder.path().join("late").exists());
    }
}
