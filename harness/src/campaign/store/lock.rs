//! The lock of a campaign's folder: who holds it works there alone.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::full;

/// Keeps other processes out. It is given up by name: a child that is being started holds a copy of
/// the file for a moment, and closing ours would leave the folder locked until that is gone.
#[derive(Debug)]
pub(in crate::campaign) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            log::debug!("the campaign's lock was not given up: {error}");
        }
    }
}

/// Keeps other processes out of a campaign's folder.
pub(in crate::campaign) fn lock(folder: &Path) -> Result<Lock> {
    let path = folder.join(".lock");
    let file = File::create(&path)
        .map_err(|error| full(error, folder))
        .with_context(|| format!("cannot write into {}", folder.display()))?;
    if file.try_lock().is_err() {
        bail!(
            "another tritonsmith works on {}: wait for it or choose another folder",
            folder.display()
        );
    }
    Ok(Lock(file))
}
