//! Arithmetic: brings registers and constants to the arithmetic unit and results back.

use super::code::{Procedure, Step, Value};
use super::run::{Flow, Machine};
use super::stop::Stop;
use super::warp::Warp;
use crate::ptx::alu::alu;
use crate::ptx::lanes::{Lanes, WARP};
use crate::ptx::program::Opcode;

/// The most sources of an instruction: `bfi` and `lop3` have four.
const SOURCES: usize = 6;

static ZERO: Lanes = [0; WARP];

impl Machine<'_> {
    pub(super) fn compute(
        &mut self,
        warp: &mut Warp,
        procedure: &Procedure,
        step: &Step,
        active: u32,
    ) -> Result<Flow, Stop> {
        let Some((target, values)) = step.values.split_first() else {
            return Err(Stop::malformed("an instruction without a result"));
        };
        if values.len() > SOURCES {
            return Err(unsupported(&step.op));
        }
        if !step.is_plain {
            for (at, value) in values.iter().enumerate() {
                self.scratch[at] = self.lanes(warp, value);
            }
        }
        let registers = &warp.frames.last().expect("invariant: it executes").registers;
        let mut sources: [&Lanes; SOURCES] = [&ZERO; SOURCES];
        for (at, value) in values.iter().enumerate() {
            sources[at] = match value {
                Value::Register(register) => &registers[*register as usize],
                Value::Constant(index) => &procedure.constants[*index as usize],
                _ => &self.scratch[at],
            };
        }
        let results = if matches!(target, Value::Pair(..)) { 2 } else { 1 };
        self.state.carry = warp.carry;
        let (out, state) = (&mut self.out[..results], &mut self.state);
        if !alu(&step.op, &sources[..values.len()], out, active, state) {
            return Err(unsupported(&step.op));
        }
        warp.carry = self.state.carry;
        let frame = warp.frame();
        let mut put = |register: u32, bits: &Lanes| {
            frame.put(register, bits, active, procedure.keep[register as usize]);
        };
        match target {
            Value::Register(register) => put(*register, &self.out[0]),
            Value::Pair(first, second) => {
                for (register, bits) in [first, second].into_iter().zip(&self.out) {
                    if let Some(register) = register {
                        put(*register, bits);
                    }
                }
            }
            _ => {}
        }
        Ok(Flow::Next)
    }
}

/// Named by the decoded form: its text is gone.
fn unsupported(op: &Opcode) -> Stop {
    Stop::unsupported(format!("{op:?}"))
}
