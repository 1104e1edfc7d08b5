//! Two toolchains are compared: what only one of them shows counts.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use tritonsmith::campaign::{self, Compiler, Compilers, Settings, Silent, Summary};
use tritonsmith::toolchain::ToolchainId;

use crate::scripted::{Script, Scripted, case, settings};

/// Two toolchains, each with a compiler of its own.
struct Two([(ToolchainId, Script); 2]);

impl Compilers for Two {
    fn start(&self, id: &ToolchainId) -> Result<Box<dyn Compiler>> {
        let (_, script) = self.0.iter().find(|(own, _)| own == id).unwrap();
        Ok(Box::new(Scripted { script: *script, answers: VecDeque::new(), first: false }))
    }
}

/// What a comparison of two toolchains has found: words of the changes, and agreeing kernels.
fn compared(base: Script, new: Script) -> (Vec<String>, Summary) {
    let folder = tempfile::tempdir().unwrap();
    let ids = ["triton==3.8.0", "triton==3.9.0"].map(|id| id.parse::<ToolchainId>().unwrap());
    let settings = Settings { toolchains: ids.to_vec(), ab: true, ..settings(folder.path(), 2) };
    let [first, second] = ids;
    let compilers = Two([(first, base), (second, new)]);
    let stop = AtomicBool::new(false);
    let summary = campaign::run(&settings, &case, &compilers, &Silent, &stop).unwrap();
    let change = |record: &tritonsmith::report::Record| record.change.clone().unwrap();
    (summary.findings.iter().map(change).collect(), summary)
}

#[test]
fn only_what_one_of_two_toolchains_shows_counts() {
    let (changes, summary) = compared(Script::Right, Script::Wrong);
    assert_eq!((changes, summary.agree), (vec!["regression".to_owned()], 2));
    let record = &summary.findings[0];
    assert!(record.id.ends_with("-regression") && record.case.contains(&record.id));
    assert_eq!((record.toolchain.as_str(), record.sightings), ("triton==3.9.0", 2));
    let (changes, _) = compared(Script::Wrong, Script::Right);
    assert_eq!(changes, ["fixed"]);
    let (changes, summary) = compared(Script::Wrong, Script::Wrong);
    assert_eq!((changes.len(), summary.inconclusive.values().sum::<u64>()), (0, 4));
    // What fails to compile there was not executed, so the wrong value here says nothing of it.
    let (changes, _) = compared(Script::Wrong, Script::Assertion { control: true });
    assert_eq!(changes, ["regression"]);
    let (changes, _) = compared(Script::Right, Script::Right);
    assert!(changes.is_empty());
}
