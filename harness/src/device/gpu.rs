//! Devices that run native code: each is a process of its own, started with the first execution.

use std::sync::{Mutex, PoisonError};

use super::native::{
    Checks, DeviceId, FOREIGN_CODE, NativeOutcome, NativeResult, Server, observed, prepare,
};
use super::{Device, Execution, Observation, Outcome};
use crate::compile::Stage;

/// See the module.
pub(super) struct NativeDevice {
    id: DeviceId,
    server: Mutex<Option<Server>>,
}

impl NativeDevice {
    pub(super) fn new(id: DeviceId) -> Self {
        NativeDevice { id, server: Mutex::new(None) }
    }

    fn run(&self, stage: Stage, execution: &Execution) -> Result<NativeResult, Outcome> {
        let unsupported = |what: &str| Outcome::Unsupported(what.to_owned());
        let native = execution.native.as_ref();
        let native = native.ok_or_else(|| unsupported("text without the compiled kernel"))?;
        let launch = prepare(stage, native.launch, execution.memory, native.checks);
        let launch = launch.map_err(|error| Outcome::Unsupported(error.0))?;
        // A panic elsewhere leaves a server whole: it answers in order or not at all.
        let mut server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        if server.is_none() {
            let started = Server::start(&self.id.to_string());
            *server = Some(started.map_err(|error| Outcome::DeviceFailure(error.to_string()))?);
        }
        let server = server.as_mut().expect("invariant: it was just started");
        Ok(server.launch(&launch))
    }
}

impl Device for NativeDevice {
    fn id(&self) -> String {
        self.id.to_string()
    }

    fn stages(&self) -> &'static [Stage] {
        self.id.kind().stages
    }

    fn is_native(&self) -> bool {
        true
    }

    fn execute(&self, execution: &Execution) -> Observation {
        let failed = |stage: &str, outcome| Observation {
            device: self.id(),
            stage: stage.to_owned(),
            outcome,
            rounded: false,
            seconds: 0.0,
        };
        let Ok(mut stage) = execution.stage.parse::<Stage>() else {
            let what = format!("the stage {}", execution.stage);
            return failed(execution.stage, Outcome::Unsupported(what));
        };
        let mut result = self.run(stage, execution);
        // A binary for another architecture: the driver may compile the assembly for this one.
        if stage == Stage::Cubin
            && let Ok(NativeResult { outcome: NativeOutcome::Unsupported(what), .. }) = &result
            && what == FOREIGN_CODE
        {
            stage = Stage::Ptx;
            result = self.run(stage, execution);
        }
        match result {
            Ok(result) => observed(result, &self.id(), stage.name(), execution.memory),
            Err(outcome) => failed(stage.name(), outcome),
        }
    }
}

/// What native devices need beside text.
#[derive(Debug)]
pub struct Native<'a> {
    /// The compiled kernel with every artifact, as it was launched.
    pub launch: &'a crate::compile::Launch,
    /// What is looked at beside the results.
    pub checks: &'a Checks,
}
