//! Toolchains that have another assembler.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tritonsmith::toolchain::Toolchain;

fn program(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// An environment like that of the toolchain, with another assembler.
pub fn with_assembler(folder: &Path, toolchain: &Toolchain, assembler: &str) -> PathBuf {
    let ptxas = folder.join("ptxas");
    program(&ptxas, assembler);
    let text = format!(
        "#!/bin/sh\nexport TRITON_PTXAS_PATH='{0}' TRITON_PTXAS_BLACKWELL_PATH='{0}'\nexec '{1}' \"$@\"\n",
        ptxas.display(),
        toolchain.python().display()
    );
    program(&folder.join("bin/python"), &text);
    folder.to_path_buf()
}
