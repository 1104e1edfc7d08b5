//! What campaigns have exercised: in how many of the kernels that were judged each family of operations is, by
//! toolchain. The table of the README is its output.
//!
//! ```text
//! tritonsmith fuzz --count 500 --mode mixed --toolchain triton==3.8.0 --out reports/coverage-3.8.0
//! cargo run --release --example coverage -- reports/coverage-*
//! ```

#![allow(unused_crate_dependencies)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use rusqlite::{Connection, OpenFlags};
use tritonsmith::generate::{Config, Numerics, from_seed};

/// The kernels of one toolchain that were judged.
#[derive(Default)]
struct Judged {
    kernels: usize,
    /// In how many of them a family is.
    families: BTreeMap<String, usize>,
}

#[derive(Default)]
struct Coverage {
    toolchains: BTreeMap<String, Judged>,
    /// The operations of each family that were met.
    operations: BTreeMap<String, BTreeSet<String>>,
}

impl Coverage {
    fn add(&mut self, folder: &Path) -> Result<()> {
        let path = folder.join("campaign.sqlite");
        let store = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)
            .with_context(|| path.display().to_string())?;
        let setting = |key: &str| -> Result<String> {
            let sql = "SELECT value FROM meta WHERE key = ?1";
            Ok(store.query_row(sql, [key], |row| row.get(0))?)
        };
        let guided = tritonsmith::campaign::is_guided(folder) == Some(true);
        ensure!(!guided, "{}: its kernels are not those of the seed", path.display());
        let (seed, mode): (u64, _) = (setting("seed")?.parse()?, setting("mode")?);
        let numerics = Numerics::WORDS.iter().find(|(word, _)| *word == mode);
        let numerics = numerics.context("a mode of another version")?.1;
        let config = Config { numerics, ..Config::default() };
        let mut rows =
            store.prepare("SELECT kernel, plan FROM kernels WHERE outcome IN ('agree', 'bug')")?;
        let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for row in rows {
            let (kernel, plan): (i64, String) = row?;
            let toolchain = plan.split(' ').next().unwrap_or_default();
            let case = from_seed(seed, kernel as u64, &config);
            self.count(toolchain, &case.features());
        }
        Ok(())
    }

    fn count(&mut self, toolchain: &str, features: &BTreeSet<String>) {
        let judged = self.toolchains.entry(toolchain.to_owned()).or_default();
        judged.kernels += 1;
        let mut families = BTreeSet::new();
        for name in features {
            let (family, operation) = name.split_once('.').unwrap_or((name, ""));
            families.insert(family.to_owned());
            let known = self.operations.entry(family.to_owned()).or_default();
            known.extend((!operation.is_empty()).then(|| operation.to_owned()));
        }
        for family in families {
            *judged.families.entry(family).or_default() += 1;
        }
    }

    fn print(&self) {
        let columns = |f: &dyn Fn(&str, &Judged) -> String| -> String {
            self.toolchains.iter().map(|(name, judged)| format!(" {} |", f(name, judged))).collect()
        };
        println!("| family | operations |{}", columns(&|name, _| format!("`{name}`")));
        println!("|---|---|{}", columns(&|_, _| "---".to_owned()));
        println!("| kernels judged | |{}", columns(&|_, judged| judged.kernels.to_string()));
        for (family, operations) in &self.operations {
            let operations: Vec<_> = operations.iter().map(String::as_str).collect();
            let shares = columns(&|_, judged| {
                let count = judged.families.get(family).copied().unwrap_or_default();
                format!("{:.1} %", 100.0 * count as f64 / judged.kernels as f64)
            });
            println!("| `{family}` | {} |{shares}", operations.join(", "));
        }
    }
}

fn main() -> Result<()> {
    let mut coverage = Coverage::default();
    for folder in std::env::args().skip(1) {
        coverage.add(Path::new(&folder))?;
    }
    coverage.print();
    Ok(())
}
