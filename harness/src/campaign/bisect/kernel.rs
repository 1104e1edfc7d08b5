//! A kernel: compiled, executed and judged as a campaign does it.

use anyhow::Result;

use super::{Shown, shown};
use crate::campaign::{Compilers, Examiner, Plan, Settings, Subject};
use crate::testcase::TestCase;

/// Gives `work` a run of the kernel, which it may repeat.
pub(super) fn open<T>(
    case: &TestCase,
    plan: &Plan,
    settings: &Settings,
    compilers: &dyn Compilers,
    work: impl FnOnce(&mut dyn FnMut() -> Result<Shown>) -> Result<T>,
) -> Result<T> {
    let mut examiner = Examiner::new(settings, compilers)?;
    let mut compiler = settings.start(compilers, &plan.toolchain)?;
    let subject = Subject::new(case.clone());
    work(&mut || {
        let answer = compiler.run(&settings.first_job(&subject, plan))?;
        let examined = examiner.examine(&subject, plan, &answer)?;
        Ok(shown(examined.outcome, answer.failure.is_none()))
    })
}
