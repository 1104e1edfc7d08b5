//! Asks every device about one compiled kernel. The first finding decides; the others are asked all the
//! same, so that it can say who agrees with whom.

use super::execute::{Executed, Run};
use crate::compile::Stage;
use crate::device::Device;
use crate::oracle::{Finding, Seen, Verdict};

/// What the devices make of a kernel.
#[derive(Default)]
pub(super) struct Survey {
    /// The verdict up to the first finding: one execution that cannot be judged is enough for the kernel
    /// not to agree. `None` if nothing was executed before it.
    pub(super) verdict: Option<Verdict>,
    /// The first finding.
    pub(super) wrong: Option<Wrong>,
    /// Every execution.
    pub(super) seen: Vec<Seen>,
    /// Seconds of all executions.
    pub(super) seconds: f64,
}

/// A finding, and where it was seen.
pub(super) struct Wrong {
    /// The index of the device,
    pub(super) device: usize,
    /// and of which stage it executed the text; `None` for native code.
    pub(super) text: Option<Stage>,
    /// Whether something was executed before, and all of it is right.
    pub(super) lowered: bool,
    pub(super) finding: Finding,
}

impl Survey {
    /// Asks the devices in this order; of those that execute text about each stage. `all`: whether to go
    /// on after a finding.
    pub(super) fn of(
        devices: &[Box<dyn Device>],
        run: &Run<'_>,
        texts: &[(Stage, String)],
        all: bool,
    ) -> Self {
        let mut survey = Survey::default();
        for (at, device) in devices.iter().enumerate() {
            if device.is_native() {
                if survey.goes_on(all) {
                    survey.add(at, None, run.judge_twice(device.as_ref()));
                }
                continue;
            }
            for (stage, text) in texts.iter().filter(|(s, _)| device.stages().contains(s)) {
                if survey.goes_on(all) {
                    let judged = run.judge(device.as_ref(), stage.name(), text);
                    survey.add(at, Some(*stage), judged);
                }
            }
        }
        survey
    }

    fn goes_on(&self, all: bool) -> bool {
        all || self.wrong.is_none()
    }

    fn add(&mut self, device: usize, text: Option<Stage>, judged: Executed) {
        self.seconds += judged.seconds;
        self.seen.push(judged.seen);
        if self.wrong.is_some() {
            return;
        }
        match judged.verdict {
            Verdict::Bug(finding) => {
                let lowered = self.verdict == Some(Verdict::Agree);
                self.wrong = Some(Wrong { device, text, lowered, finding });
            }
            found if matches!(self.verdict, None | Some(Verdict::Agree)) => {
                self.verdict = Some(found);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::execute::seen;
    use crate::oracle::{Class, FindingKind};

    fn judged(verdict: Verdict) -> Executed {
        Executed { verdict, seen: seen("ir", "ttir", Class::Reference), seconds: 0.5 }
    }

    fn bug(detail: &str) -> Verdict {
        Verdict::Bug(Finding::new(FindingKind::Mismatch, None, "ttgir", "", detail.to_owned()))
    }

    #[test]
    fn the_first_finding_decides_and_the_others_are_asked() {
        let mut survey = Survey::default();
        survey.add(0, Some(Stage::Ttir), judged(Verdict::Agree));
        survey.add(0, Some(Stage::Ttgir), judged(bug("a")));
        survey.add(1, None, judged(bug("b")));
        survey.add(2, None, judged(Verdict::Inconclusive("c".to_owned())));
        let wrong = survey.wrong.as_ref().unwrap();
        assert_eq!((wrong.device, wrong.text, wrong.lowered), (0, Some(Stage::Ttgir), true));
        assert_eq!(wrong.finding.detail, "a");
        assert_eq!((survey.seen.len(), survey.seconds), (4, 2.0));
        assert!(survey.goes_on(true) && !survey.goes_on(false));
    }

    #[test]
    fn what_cannot_be_judged_outweighs_what_agrees() {
        let mut survey = Survey::default();
        let unable = Verdict::Inconclusive("steps".to_owned());
        for verdict in [Verdict::Agree, unable.clone(), Verdict::Agree] {
            survey.add(0, None, judged(verdict));
        }
        assert_eq!(survey.verdict, Some(unable));
        survey.add(1, None, judged(bug("a")));
        assert!(!survey.wrong.unwrap().lowered);
    }
}
