//! What a device that executes in this process observes.

use std::time::Instant;

use super::{Execution, Observation, Outcome};

/// How an execution ended, and whether a result was rounded; or why there is none.
pub(super) type Ended = Result<(Outcome, bool), Outcome>;

/// Has the device `id` execute, and takes the time.
pub(super) fn observe(
    id: String,
    execution: &Execution,
    run: impl FnOnce(&Execution) -> Ended,
) -> Observation {
    let started = Instant::now();
    let (outcome, rounded) = run(execution).unwrap_or_else(|outcome| (outcome, false));
    Observation {
        device: id,
        stage: execution.stage.to_owned(),
        outcome,
        rounded,
        seconds: started.elapsed().as_secs_f64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::Memory;

    #[test]
    fn what_has_no_result_was_not_rounded() {
        let memory = Memory::default();
        let execution = Execution {
            stage: "ttir",
            text: "",
            function: None,
            arguments: &[],
            grid: [1; 3],
            memory: &memory,
            native: None,
        };
        let observed = |ended: Ended| observe("ir".to_owned(), &execution, |_| ended);
        let finished = observed(Ok((Outcome::Finished(vec![]), true)));
        assert_eq!((finished.device.as_str(), finished.stage.as_str()), ("ir", "ttir"));
        assert!(matches!(finished.outcome, Outcome::Finished(_)) && finished.rounded);
        let lacks = observed(Err(Outcome::Unsupported("it".to_owned())));
        assert!(matches!(lacks.outcome, Outcome::Unsupported(_)) && !lacks.rounded);
    }
}
