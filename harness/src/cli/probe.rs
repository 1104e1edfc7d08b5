//! What `doctor` looks at on this machine. Drivers are looked for, not loaded.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a program prints on standard output, trimmed; `None` if it does not run or fails.
pub(super) fn output(program: &Path, arguments: &[&str]) -> Option<String> {
    let output =
        Command::new(program).args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output();
    let output = output.ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Free bytes on the disk that `folder`, or its nearest parent that is there, is on.
pub(super) fn free_bytes(folder: &Path) -> Option<u64> {
    let there = folder.ancestors().find(|path| path.exists())?;
    let printed = output(Path::new("df"), &["-Pk", there.to_str()?])?;
    let kilobytes = printed.lines().nth(1)?.split_whitespace().nth(3)?;
    Some(kilobytes.parse::<u64>().ok()? << 10)
}

/// Bytes of memory.
pub(super) fn memory_bytes() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
}

/// Where the loader would find a library, by the loader's cache and the usual folders.
pub(super) fn library(name: &str) -> Option<PathBuf> {
    let cached = output(Path::new("ldconfig"), &["-p"])
        .or_else(|| output(Path::new("/sbin/ldconfig"), &["-p"]))
        .unwrap_or_default();
    let line = cached.lines().find(|line| line.trim_start().starts_with(name));
    if let Some((_, path)) = line.and_then(|line| line.split_once("=> ")) {
        return Some(PathBuf::from(path.trim()));
    }
    let named = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let usual = ["/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/local/lib", "/usr/lib/wsl/lib"];
    let folders = std::env::split_paths(&named).chain(usual.iter().map(PathBuf::from));
    folders.map(|folder| folder.join(name)).find(|path| path.exists())
}

/// Device files whose names start with `prefix`.
pub(super) fn device_files(folder: &str, prefix: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let digits = |name: &String| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    let mut found: Vec<_> = names.filter(digits).collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_can_be_looked_at() {
        assert!(memory_bytes().unwrap() > 1 << 28);
        assert!(free_bytes(Path::new("/no/such/folder")).is_some());
        assert_eq!(library("libno-such-library.so.7"), None);
        assert!(output(Path::new("no-such-program"), &[]).is_none());
    }
}
