//! Asks every device about one compiled kernel. The first finding decides; the others are asked all the
//! same, so that it can say who agrees with whom.
//!
//! A fault of the IR shows in the code that is made of it too. So where code is wrong, and no device of the
//! campaign executes IR, what the code was made of is executed before the code is blamed.

use super::execute::{Executed, Run};
use crate::compile::Stage;
use crate::device::{DEVICES, Device};
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
    /// The index of the device among those that were asked,
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

    /// The same, but what wrong code was made of is executed by `readers`: the first wrong text is the
    /// finding, as if they had been asked first. Texts that are right, or cannot be judged, leave the code's
    /// finding as it is.
    pub(super) fn traced(
        devices: &[Box<dyn Device>],
        readers: &[Box<dyn Device>],
        run: &Run<'_>,
        texts: &[(Stage, String)],
        all: bool,
    ) -> Self {
        let survey = Survey::of(devices, run, texts, all);
        match survey.is_of_code() {
            true => survey.after(Survey::of(readers, run, texts, all)),
            false => survey,
        }
    }

    /// Whether the finding is about native code.
    fn is_of_code(&self) -> bool {
        self.wrong.as_ref().is_some_and(|wrong| wrong.text.is_none())
    }

    /// What is left of a finding about code, once the texts that the code was made of are executed too.
    fn after(self, texts: Survey) -> Self {
        let (verdict, wrong) = match texts.wrong {
            Some(wrong) => (texts.verdict, Some(wrong)),
            None => (self.verdict, self.wrong),
        };
        let seen = [texts.seen, self.seen].concat();
        Survey { verdict, wrong, seen, seconds: texts.seconds + self.seconds }
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

/// What executes text in this process, for a campaign of which no device does.
pub(super) fn readers(devices: &[Box<dyn Device>]) -> Vec<Box<dyn Device>> {
    if devices.iter().any(|device| !device.is_native()) {
        return Vec::new();
    }
    let own = DEVICES.iter().map(|kind| (kind.open)());
    own.filter(|device| !device.is_native()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::execute::seen;
    use crate::device;
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

    /// What native code is wrong in, once the texts were judged so.
    fn traced(texts: &[Verdict]) -> Wrong {
        let mut code = Survey::default();
        code.add(0, None, judged(bug("code")));
        assert!(code.is_of_code());
        let mut read = Survey::default();
        for (stage, verdict) in [Stage::Ttir, Stage::Ttgir].into_iter().zip(texts) {
            read.add(0, Some(stage), judged(verdict.clone()));
        }
        assert!(!read.is_of_code());
        let survey = code.after(read);
        assert_eq!(
            (survey.seen.len(), survey.seconds),
            (1 + texts.len(), 0.5 * (1 + texts.len()) as f64)
        );
        survey.wrong.unwrap()
    }

    #[test]
    fn code_is_blamed_only_for_what_its_texts_do_not_show() {
        let told = |texts: &[Verdict]| {
            let Wrong { text, finding, .. } = traced(texts);
            (text, finding.detail)
        };
        let unable = Verdict::Inconclusive("steps".to_owned());
        let code: (Option<Stage>, String) = (None, "code".to_owned());
        assert_eq!(told(&[]), code);
        assert_eq!(told(&[Verdict::Agree, Verdict::Agree]), code);
        assert_eq!(told(&[Verdict::Agree, unable.clone()]), code);
        assert_eq!(told(&[unable.clone(), unable.clone()]), code);
        let ttgir = (Some(Stage::Ttgir), "text".to_owned());
        assert_eq!(told(&[Verdict::Agree, bug("text")]), ttgir);
        assert_eq!(told(&[unable, bug("text")]), ttgir);
        assert_eq!(told(&[bug("text"), bug("later")]), (Some(Stage::Ttir), "text".to_owned()));
    }

    #[test]
    fn texts_are_read_where_no_device_of_the_campaign_does() {
        let of = |names: &[&str]| {
            let devices: Vec<_> = names.iter().map(|name| device::open(name).unwrap()).collect();
            readers(&devices).iter().map(|device| device.id()).collect::<Vec<_>>()
        };
        assert_eq!(of(&["ptx"]), ["ir"]);
        assert_eq!(of(&["cuda", "ptx"]), ["ir"]);
        assert!(of(&["ptx", "ir"]).is_empty());
    }
}
