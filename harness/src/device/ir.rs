//! The `ir` device: executes TTIR and TTGIR text on the CPU.

use std::time::Instant;

use super::{Device, Execution, Observation, Outcome};
use crate::compile::Stage;

/// See the module.
pub(super) struct IrDevice;

impl Device for IrDevice {
    fn id(&self) -> String {
        "ir".to_owned()
    }

    fn stages(&self) -> &'static [Stage] {
        &[Stage::Ttir, Stage::Ttgir]
    }

    fn execute(&self, execution: &Execution) -> Observation {
        let started = Instant::now();
        let outcome = Outcome::Unsupported("execution".to_owned());
        Observation {
            device: self.id(),
            stage: execution.stage.to_owned(),
            outcome,
            seconds: started.elapsed().as_secs_f64(),
        }
    }
}
