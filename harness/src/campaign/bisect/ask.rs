//! Asks one toolchain, as often as it takes.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::{Case, Shown, Symptom, kernel, module, scenario, script, ttgir};
use crate::bisect::{Answer, Measured, Rate, Tested, decide, measure};
use crate::campaign::{Installed, Plan, Settings, chain};
use crate::compile::{Stage, Target, WorkerOptions};
use crate::toolchain::{Assembler, Home, Toolchain, ToolchainError, ToolchainId};

/// What is looked for, once the bad end has shown it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// The fault.
    pub symptom: Symptom,
    /// Runs that failed at the bad end,
    pub failed: u32,
    /// of so many.
    pub runs: u32,
}

/// Asks about toolchains.
pub struct Asker<'a> {
    /// What is tried.
    pub case: &'a Case,
    /// What is compiled for.
    pub target: Target,
    /// How far.
    pub until: Stage,
    /// What executes.
    pub devices: Vec<String>,
    /// Where toolchains are.
    pub home: Home,
    /// What compiles, where only the assembler of a toolchain is asked about; else the toolchain does.
    pub compiler: Option<ToolchainId>,
    /// The fault, if it is known beforehand; else the one that the bad end shows.
    pub symptom: Option<Symptom>,
    /// How probable an error of one answer may be.
    pub risk: f64,
    /// Is told what is being done.
    pub progress: &'a (dyn Fn(&str) + Sync),
}

impl Asker<'_> {
    /// Asks a toolchain; without `wanted` it is the bad end, and what it shows comes with the answer.
    ///
    /// # Errors
    /// If there is no network, no space on the disk, or nothing to install with: what stands in the way of
    /// one toolchain only is an answer.
    pub fn ask(
        &self,
        id: &ToolchainId,
        wanted: Option<&Wanted>,
    ) -> Result<(Tested, Option<Wanted>)> {
        (self.progress)(&format!("asking {id}"));
        let name = id.to_string();
        let untestable = |why: String| {
            let (answer, seen) = (Answer::Untestable(why), String::new());
            (Tested { name: name.clone(), answer, seen, runs: 0, failed: 0 }, None)
        };
        if let Some(family) = id.family()
            && !family.backends.contains(&self.target.backend().name())
        {
            return Ok(untestable(format!("it does not compile for {}", self.target)));
        }
        let mut told = |line: &str| (self.progress)(line);
        let toolchain = match Toolchain::ensure(&self.home, id, &mut told) {
            Ok(toolchain) => toolchain,
            Err(error) if is_general(&error) => return Err(error.into()),
            Err(error) => return Ok(untestable(error.to_string())),
        };
        let assembler = match self.assembler(&toolchain).transpose() {
            Ok(assembler) => assembler,
            Err(why) => return Ok(untestable(why)),
        };
        let compiler = match &self.compiler {
            Some(compiler) => Toolchain::ensure(&self.home, compiler, &mut told)?,
            None => toolchain,
        };
        let environment = assembler.as_ref().map(Assembler::environment).unwrap_or_default();
        let asked = self.open(&compiler, &environment, |once| match wanted {
            Some(wanted) => Ok((tested(&name, wanted, self.risk, once)?, None)),
            None => measured(&name, self.symptom.clone(), once),
        });
        // A worker that does not start, or ends before its first answer.
        let (mut tested, wanted) = asked.unwrap_or_else(|error| untestable(chain(&error)));
        if let Some(assembler) = assembler.filter(|_| !tested.seen.is_empty()) {
            tested.seen = format!("ptxas {}: {}", assembler.version, tested.seen);
        }
        Ok((tested, wanted))
    }

    /// The assembler of a toolchain, where it is asked about.
    fn assembler(&self, toolchain: &Toolchain) -> Option<Result<Assembler, String>> {
        self.compiler.as_ref()?;
        let none = || format!("{} has no ptxas", self.target);
        let capability = self.target.capability().ok_or_else(none);
        Some(capability.and_then(|capability| toolchain.assembler(capability)))
    }

    /// Gives `work` a run of the case in a toolchain, which is told `environment`.
    fn open<T>(
        &self,
        toolchain: &Toolchain,
        environment: &[(String, String)],
        work: impl FnOnce(&mut dyn FnMut() -> Result<Shown>) -> Result<T>,
    ) -> Result<T> {
        let id = toolchain.id().clone();
        let mut told = |line: &str| (self.progress)(line);
        let ids = [id.clone()];
        let options =
            WorkerOptions { environment: environment.to_vec(), ..WorkerOptions::default() };
        let compilers =
            Installed::ensure(&self.home, &ids, options, &mut told).context("it cannot be used")?;
        let plan = Plan { toolchain: id, target: self.target.clone() };
        let settings = Settings::single(&plan, &self.devices, self.until);
        match self.case {
            Case::Kernel(case) => kernel::open(case, &plan, &settings, &compilers, work),
            Case::Ttgir(case) => ttgir::open(case, &plan, &settings, &compilers, work),
            Case::Scenario(case) => scenario::open(case, &plan, self.until, &compilers, work),
            Case::Module { text, passes } => module::open(text, passes, &plan, &compilers, work),
            Case::Script(path) => work(&mut || script::once(path, toolchain.python(), environment)),
        }
    }
}

/// Whether an error is none of one toolchain, so that no other could be had either.
pub(super) fn is_general(error: &ToolchainError) -> bool {
    matches!(
        error,
        ToolchainError::NoHome
            | ToolchainError::NoPython
            | ToolchainError::NoVenv { .. }
            | ToolchainError::NoNetwork { .. }
            | ToolchainError::DiskFull { .. }
    )
}

/// What the bad end shows, and how often.
fn measured(
    name: &str,
    mut symptom: Option<Symptom>,
    once: &mut dyn FnMut() -> Result<Shown>,
) -> Result<(Tested, Option<Wanted>)> {
    let mut seen = String::new();
    let measured = measure(|| -> Result<Answer> {
        let shown = once()?;
        if let Shown::Wrong(faults) = &shown {
            symptom = meant(faults, symptom.take());
        }
        let (answer, text) = answer(shown, symptom.as_ref());
        if seen.is_empty() || answer == Answer::Bad {
            seen = text;
        }
        Ok(answer)
    })?;
    let (answer, failed, runs) = match measured {
        Measured::Fails(Rate { failed, runs }) => (Answer::Bad, failed, runs),
        Measured::Never(runs) => (Answer::Good, 0, runs),
        Measured::Untestable(why) => (Answer::Untestable(why), 0, 1),
    };
    let is_bad = answer == Answer::Bad;
    let wanted = symptom.filter(|_| is_bad).map(|symptom| Wanted { symptom, failed, runs });
    Ok((Tested { name: name.to_owned(), answer, seen, runs, failed }, wanted))
}

/// The fault that is meant, of those that the bad end shows: the first where nothing is `known` of it, and the
/// one in a pass that what is known of code is traced to.
fn meant(faults: &[Symptom], known: Option<Symptom>) -> Option<Symptom> {
    let Some(known) = known else { return faults.first().cloned() };
    let traced = faults.iter().find(|fault| known.is_traced_to(fault)).cloned();
    Some(traced.unwrap_or(known))
}

/// Whether another shows it too.
fn tested(
    name: &str,
    wanted: &Wanted,
    risk: f64,
    once: &mut dyn FnMut() -> Result<Shown>,
) -> Result<Tested> {
    let mut seen = String::new();
    let rate = Rate { failed: wanted.failed, runs: wanted.runs };
    let (answer, runs) = decide(rate, risk, || -> Result<Answer> {
        let (answer, text) = answer(once()?, Some(&wanted.symptom));
        seen = text;
        Ok(answer)
    })?;
    let failed = u32::from(answer == Answer::Bad);
    Ok(Tested { name: name.to_owned(), answer, seen, runs, failed })
}

/// From what was shown to an answer, and what was seen.
fn answer(shown: Shown, wanted: Option<&Symptom>) -> (Answer, String) {
    let fails = wanted.is_some_and(|wanted| wanted.fails);
    match shown {
        Shown::Right => (Answer::Good, "nothing wrong".to_owned()),
        Shown::Survives(why) if fails => {
            (Answer::Good, format!("the compiler does not fail (and no more is known: {why})"))
        }
        Shown::Wrong(faults) => {
            let same = |fault: &&Symptom| wanted.is_none_or(|wanted| wanted.is(fault));
            if let Some(fault) = faults.iter().find(same) {
                return (Answer::Bad, fault.text.clone());
            }
            let text = faults.first().map_or_else(String::new, |fault| fault.text.clone());
            let other = format!("it is wrong in another way: {text}");
            match fails && faults.iter().all(|fault| !fault.fails) {
                true => (Answer::Good, format!("the compiler does not fail, but {other}")),
                false => (Answer::Untestable(other), text),
            }
        }
        Shown::Survives(why) | Shown::Cannot(why) => (Answer::Untestable(why), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symptom(what: &str, fails: bool) -> Symptom {
        Symptom { what: what.to_owned(), pass: None, fails, text: what.to_owned() }
    }

    fn word(shown: Shown, wanted: &Symptom) -> &'static str {
        answer(shown, Some(wanted)).0.word()
    }

    #[test]
    fn only_the_same_fault_is_bad() {
        let (crash, value) = (symptom("crash", true), symptom("value", false));
        let wrong = |fault: &Symptom| Shown::Wrong(vec![fault.clone()]);
        assert_eq!(word(wrong(&crash), &crash), "bad");
        assert_eq!(word(wrong(&value), &value), "bad");
        // It compiles: so the crash is gone, whatever else is wrong.
        assert_eq!(word(wrong(&value), &crash), "good");
        assert_eq!(word(wrong(&crash), &value), "untestable");
        assert_eq!(word(wrong(&symptom("other", true)), &crash), "untestable");
        let open = || Shown::Survives("steps".to_owned());
        assert_eq!((word(open(), &crash), word(open(), &value)), ("good", "untestable"));
        assert_eq!(word(Shown::Cannot("no pass".to_owned()), &crash), "untestable");
        assert_eq!(word(Shown::Right, &value), "good");
    }

    #[test]
    fn the_bad_end_says_what_is_wanted() {
        let mut runs = 0;
        let (tested, wanted) = measured("t", None, &mut || {
            runs += 1;
            let fails = runs % 4 != 0;
            Ok(if fails { Shown::Wrong(vec![symptom("value", false)]) } else { Shown::Right })
        })
        .unwrap();
        assert_eq!((tested.answer, tested.failed, tested.runs), (Answer::Bad, 15, 20));
        assert_eq!(wanted.unwrap().symptom.what, "value");
        let (tested, wanted) = measured("t", None, &mut || Ok(Shown::Right)).unwrap();
        assert_eq!((tested.answer, wanted), (Answer::Good, None));
    }

    /// A bundle's result is recorded of the code; the pass is named where there is a compiler.
    #[test]
    fn what_is_recorded_of_code_is_looked_for_by_the_pass_that_the_bad_end_names() {
        let code = symptom("mismatch | cubin", false);
        let of_pass = |what: &str, pass: &str| Symptom {
            pass: Some(pass.to_owned()),
            ..symptom(what, false)
        };
        let ask = |shown: &Symptom| {
            measured("t", Some(code.clone()), &mut || Ok(Shown::Wrong(vec![shown.clone()])))
                .unwrap()
        };
        let named = of_pass("mismatch", "guilty");
        let (tested, wanted) = ask(&named);
        let wanted = wanted.unwrap();
        assert_eq!((tested.answer, &wanted.symptom), (Answer::Bad, &named));
        let elsewhere =
            |pass: &str| word(Shown::Wrong(vec![of_pass("mismatch", pass)]), &wanted.symptom);
        assert_eq!((elsewhere("guilty"), elsewhere("other")), ("bad", "untestable"));
        let (tested, wanted) = ask(&code);
        assert_eq!((tested.answer, wanted.unwrap().symptom), (Answer::Bad, code.clone()));
        for another in [of_pass("hang", "guilty"), symptom("mismatch", false)] {
            let (tested, wanted) = ask(&another);
            assert!(matches!(tested.answer, Answer::Untestable(_)) && wanted.is_none());
        }
    }
}
