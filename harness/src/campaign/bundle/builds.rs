//! A kernel's builds with a sanitizer, as what follows its plain build in a bundle. They are made at once:
//! whether the plain build is right, which they are only judged after, shows where it is launched.

use anyhow::Result;

use super::entry::{Case, Packed, Unbuilt};
use super::pack::code;
use crate::campaign::examine::{Examined, Examiner, Outcome, Times};
use crate::campaign::sanitized::{Built, Sanitized};
use crate::compile::{Launch, Stage};

/// A build, its code and what else is packed of it.
pub(super) type Build = (Case, Vec<u8>, Packed);

/// The builds of the kernel of `case`, of whose plain build `launch` is and `plain` will be packed: the
/// latter says so where there are none.
///
/// # Errors
/// If the compiler cannot be asked.
pub(super) fn builds(
    examiner: &mut Examiner<'_>,
    of: &Sanitized<'_>,
    (launch, stage): (&Launch, Stage),
    (case, plain): (&Case, &mut Packed),
) -> Result<Vec<Build>> {
    let times = Times { compile: plain.compile, ..Times::default() };
    let mut out = Examined::new(Outcome::Agree, times);
    let built = examiner.builds(of, launch, &mut out)?;
    plain.compile = out.times.compile;
    let packed = match built {
        Ok(built) => packed(of, stage, case, &built)?,
        Err(outcome) => Err(outcome),
    };
    Ok(packed.unwrap_or_else(|outcome| {
        plain.unbuilt = Some(Box::new(Unbuilt { outcome, log: out.log }));
        Vec::new()
    }))
}

/// All of them, or why there are not all.
fn packed(
    of: &Sanitized<'_>,
    stage: Stage,
    case: &Case,
    built: &[Built],
) -> Result<Result<Vec<Build>, Outcome>> {
    let mut all = Vec::new();
    for Built { case: own, launch } in built {
        let Some(code) = code(launch, stage) else {
            let reason = format!("{}: the compiler left no {stage}", of.by);
            return Ok(Err(Outcome::Inconclusive(reason)));
        };
        let case = Case { json: serde_json::to_string(own)?, ..case.clone() };
        let packed = Packed::new(of.plan, stage, launch, launch.kernel.compile_seconds)?;
        all.push((case, code.to_vec(), Packed { by: Some(of.by), ..packed }));
    }
    Ok(Ok(all))
}
