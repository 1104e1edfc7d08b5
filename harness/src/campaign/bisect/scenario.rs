//! A scenario: walked in processes of its own, each launch judged.

use anyhow::{Context, Result};

use super::{Shown, Symptom};
use crate::campaign::history::{Examined, examine, job};
use crate::campaign::{Compilers, Plan};
use crate::compile::Stage;
use crate::device;
use crate::oracle::history::signature;
use crate::testcase::scenario::Scenario;

/// Gives `work` a run of the scenario, which it may repeat.
pub(super) fn open<T>(
    scenario: &Scenario,
    plan: &Plan,
    until: Stage,
    compilers: &dyn Compilers,
    work: impl FnOnce(&mut dyn FnMut() -> Result<Shown>) -> Result<T>,
) -> Result<T> {
    let mut compiler = compilers.start(&plan.toolchain)?;
    let device = (device::find("ir").context("no device `ir`")?.open)();
    let job = job(scenario, &plan.target, until);
    work(&mut || {
        let examined = examine(scenario, &compiler.run(&job)?, device.as_ref());
        let faults: Vec<Symptom> = examined
            .faults()
            .map(|fault| Symptom::of_scenario(&signature(scenario, fault)))
            .collect();
        Ok(match examined {
            _ if !faults.is_empty() => Shown::Wrong(faults),
            Examined::Judged(_) if examined.is_judged() => Shown::Right,
            Examined::Judged(_) => Shown::Cannot("a launch could not be judged".to_owned()),
            Examined::Invalid(why) | Examined::Inconclusive(why) | Examined::Unsupported(why) => {
                Shown::Cannot(why)
            }
        })
    })
}
