//! Branches, calls and ends of threads.

use smallvec::SmallVec;

use super::code::{Step, Value};
use super::run::{Flow, Machine};
use super::stop::{Stop, StopKind};
use super::warp::{Entry, Frame, Warp};
use crate::ptx::decode::Control;
use crate::ptx::lanes::{WARP, lanes_of};
use crate::ptx::program::{Operand, Symbol};

/// The most functions that wait for each other.
const DEPTH: usize = 64;

/// The most bytes of an assertion's message.
const MESSAGE: usize = 200;

impl Machine<'_> {
    pub(super) fn control(
        &mut self,
        warp: &mut Warp,
        step: &Step,
        op: Control,
        reached: u32,
        active: u32,
    ) -> Result<Flow, Stop> {
        let next = warp.frame().top().pc + 1;
        match (op, &step.values[..]) {
            (Control::Branch { uniform }, [Value::Label(target)]) => {
                let others = reached & !active;
                if uniform && active != 0 && others != 0 {
                    return Err(Stop::undefined("lanes part at a branch that says it is uniform"));
                }
                Ok(self.branch(warp, &[(*target, active), (next, others)]))
            }
            (Control::BranchIndexed { .. }, [index, Value::Table(table)]) => {
                let indices = self.lanes(warp, index);
                let table = &self.procedure(warp).tables[*table as usize];
                let mut ways = vec![(next, reached & !active)];
                for lane in lanes_of(active) {
                    let Some(target) = table.get(indices[lane] as u32 as usize) else {
                        return Err(Stop::undefined("a branch past the end of its table"));
                    };
                    match ways.iter_mut().skip(1).find(|(to, _)| to == target) {
                        Some((_, mask)) => *mask |= 1 << lane,
                        None => ways.push((*target, 1 << lane)),
                    }
                }
                Ok(self.branch(warp, &ways))
            }
            (Control::Return { .. }, _) => {
                let end = self.procedure(warp).steps.len() as u32;
                Ok(self.branch(warp, &[(end, active), (next, reached & !active)]))
            }
            (Control::Exit, _) => {
                warp.exited |= active;
                Ok(Flow::Next)
            }
            (Control::Trap, _) if active != 0 => Err(Stop::new(StopKind::Trap, "trap")),
            (Control::Call { .. }, _) if active != 0 => self.call(warp, step, active),
            (Control::Sleep, _) => Ok(Flow::Yield),
            (
                Control::Trap
                | Control::Call { .. }
                | Control::GridDependency { .. }
                | Control::SetMaxRegisters { .. },
                _,
            ) => Ok(Flow::Next),
            _ => Err(Stop::malformed("a branch without a target")),
        }
    }

    /// Parts the lanes of the top entry.
    fn branch(&mut self, warp: &mut Warp, ways: &[(u32, u32)]) -> Flow {
        let procedure = self.procedure(warp);
        let mut ways: SmallVec<[_; 4]> =
            ways.iter().copied().filter(|(_, mask)| *mask != 0).collect();
        let frame = warp.frame();
        if let [(target, _)] = ways[..] {
            frame.top().pc = target;
            return Flow::Jumped;
        }
        let entry = *frame.top();
        let meet = procedure.cfg.reconvergence(entry.pc);
        if entry.until == meet {
            frame.stack.pop();
        } else {
            frame.top().pc = meet;
        }
        if !ways.is_empty() {
            let first = self.random.index(ways.len());
            ways.rotate_left(first);
        }
        for (pc, mask) in ways {
            if pc != meet {
                frame.stack.push(Entry { pc, until: meet, mask });
            }
        }
        Flow::Jumped
    }

    fn call(&mut self, warp: &mut Warp, step: &Step, active: u32) -> Result<Flow, Stop> {
        let [
            Operand::Vector(results),
            Operand::Symbol(Symbol::Function(index)),
            Operand::Vector(passed),
        ] = &step.operands[..]
        else {
            return Err(Stop::unsupported("call through a register"));
        };
        let index = *index as usize;
        let caller = self.procedure(warp);
        let callee = &self.code.procedures[index];
        if !callee.is_defined {
            return self.call_outside(warp, &callee.name, results, passed, active);
        }
        if warp.frames.len() >= DEPTH {
            return Err(Stop::unsupported("calls that deep"));
        }
        let base = warp.local.first().map_or(0, Vec::len);
        if callee.local_bytes > 0 {
            warp.local.resize(WARP, Vec::new());
        }
        for local in &mut warp.local {
            local.resize(base + callee.local_bytes as usize, 0);
        }
        let mut frame = Frame::new(index, callee, Vec::new(), active, base);
        for (at, (argument, slot)) in passed.iter().zip(&callee.parameters).enumerate() {
            let values = match (&step.values[2], argument) {
                (_, Operand::Symbol(_)) => None,
                (Value::Vector(items), _) => items.get(at).map(|value| self.lanes(warp, value)),
                _ => None,
            };
            for lane in lanes_of(active) {
                let size = slot.size as usize;
                let place = frame.parameter(lane, u64::from(slot.offset), size)?;
                match (argument, &values) {
                    (_, Some(values)) => {
                        let length = size.min(8);
                        place[..length].copy_from_slice(&values[lane].to_le_bytes()[..length]);
                    }
                    (Operand::Symbol(symbol), None) => {
                        let from = caller.slot(*symbol).map_or(0, |slot| u64::from(slot.offset));
                        place.copy_from_slice(warp.frame().parameter(lane, from, size)?);
                    }
                    _ => return Err(Stop::malformed("an argument of a call that is none")),
                }
            }
        }
        warp.frames.push(frame);
        Ok(Flow::Jumped)
    }

    /// A call of a function that CUDA provides.
    fn call_outside(
        &mut self,
        warp: &mut Warp,
        name: &str,
        results: &[Operand],
        passed: &[Operand],
        active: u32,
    ) -> Result<Flow, Stop> {
        match name {
            // What is printed goes nowhere; the number of arguments that it returns is not used.
            "vprintf" => {
                let caller = self.procedure(warp);
                for result in results {
                    if let Operand::Symbol(symbol) = result
                        && let Some(slot) = caller.slot(*symbol)
                    {
                        for lane in lanes_of(active) {
                            let at = u64::from(slot.offset);
                            warp.frame().parameter(lane, at, slot.size as usize)?.fill(0);
                        }
                    }
                }
                Ok(Flow::Next)
            }
            "__assertfail" => {
                let text = self.message(warp, passed, active).unwrap_or_default();
                Err(Stop::new(StopKind::Assertion, format!("a failed assertion: {text}")))
            }
            name => Err(Stop::unsupported(format!("call of {name}"))),
        }
    }

    /// The text that the first argument of an assertion points to.
    fn message(&mut self, warp: &mut Warp, passed: &[Operand], active: u32) -> Option<String> {
        let Some(Operand::Symbol(symbol)) = passed.first() else { return None };
        let slot = self.procedure(warp).slot(*symbol)?;
        let lane = lanes_of(active).next()?;
        let place = warp.frame().parameter(lane, u64::from(slot.offset), 8).ok()?;
        let mut address = u64::from_le_bytes(place.try_into().ok()?);
        let mut text = Vec::new();
        let mut byte = [0];
        while text.len() < MESSAGE && self.global.read(address, &mut byte).is_ok() && byte[0] != 0 {
            text.push(byte[0]);
            address += 1;
        }
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}
