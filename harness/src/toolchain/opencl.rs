//! The OpenCL runtime for CPUs that Intel's toolchains bring along.

use std::fs;
use std::path::PathBuf;

use super::home::Home;
use super::id::ToolchainId;

/// Intel's runtime, from the folder of an environment.
const LIBRARY: &str = "lib/libintelocl.so";

/// The library of the last toolchain for Intel's GPUs in `home` that has it.
pub fn intel_opencl(home: &Home) -> Option<PathBuf> {
    let entries = fs::read_dir(home.toolchains()).ok()?;
    let mut found: Vec<(ToolchainId, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| {
            // Locks and unfinished installations have names that are no ids.
            let id: ToolchainId = entry.file_name().to_str()?.parse().ok()?;
            let intel = id.family()?.backends.contains(&"xpu");
            let library = entry.path().join(LIBRARY);
            (intel && library.is_file()).then_some((id, library))
        })
        .collect();
    found.sort();
    found.pop().map(|(_, library)| library)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_intels_toolchains_are_looked_into() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path()).unwrap();
        assert_eq!(intel_opencl(&home), None);
        let put = |name: &str| {
            let path = home.toolchains().join(name).join(LIBRARY);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            path
        };
        put("triton==3.9.0");
        put(".triton-xpu==3.3.0b1.part");
        assert_eq!(intel_opencl(&home), None);
        let library = put("triton-xpu==3.3.0b1");
        assert_eq!(intel_opencl(&home), Some(library));
    }
}
