//! Writes generated kernels as scripts that run alone, with what they must leave: the check of the
//! reference on a GPU that has a Triton of its own.
//!
//! `kernel_scripts FOLDER COUNT [SEED [exact|bounded|special|mixed]]`, then
//! `for script in FOLDER/*.py; do python3 $script; done`: PASS or FAIL for each.

#![allow(unused_crate_dependencies)]

use std::path::PathBuf;

use anyhow::{Context, Result};
use tritonsmith::campaign::contents;
use tritonsmith::evaluate::reference;
use tritonsmith::generate::{Config, Numerics, from_seed};
use tritonsmith::render;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().context("give a folder")?);
    let count: u64 = arguments.next().context("give a number of kernels")?.parse()?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mode = arguments.next().unwrap_or_else(|| "mixed".to_owned());
    let numerics = Numerics::WORDS.iter().find(|(word, _)| *word == mode);
    let numerics = numerics.context("the mode is exact, bounded, special or mixed")?.1;
    let config = Config { numerics, ..Config::default() };
    std::fs::create_dir_all(&folder)?;
    for index in 0..count {
        let case = from_seed(seed, index, &config);
        let reference = reference(&case).with_context(|| case.name.clone())?;
        let script = render::standalone(&case, &contents(&reference));
        std::fs::write(folder.join(format!("{}.py", case.name)), script)?;
    }
    Ok(())
}
