//! `ttg.warp_specialize`: a default region and partitions that run side by side.

use crate::tensor::Domain;

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::code::Code;
use super::compile::{Compiler, unsupported};
use super::machine::{Frame, Machine, Outcome, Value};
use super::schedule::{Mailbox, mailboxes};
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![("ttg.warp_specialize", specialize)]
}

/// Partitions that one operation may have; hardware has room for 16 groups of warps.
const MAX_PARTITIONS: usize = 16;

fn specialize<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    if op.regions.len() > MAX_PARTITIONS {
        return Err(unsupported("so many partitions"));
    }
    let captures = c.slots(&op.operands);
    let results = c.slots(&op.results);
    c.ends_with(op, 0, &op.results)?;
    let warps = op.attribute("partitionNumWarps").and_then(Attribute::as_integers);
    let warps = warps.unwrap_or_default();
    let body = c.code(op, 0)?;
    let mut partitions = Vec::new();
    for region in 1..op.regions.len() {
        c.passed(op, &op.operands, c.entry(op, region))?;
        let warps = warps.get(region - 1).copied().unwrap_or(0);
        let outside = std::mem::replace(&mut c.warps, warps);
        let code = c.code(op, region);
        c.warps = outside;
        partitions.push((code?, warps));
    }
    Ok(Box::new(move |machine, frame| {
        let inputs: Vec<Value<D>> = captures.iter().map(|slot| frame[*slot].clone()).collect();
        for (slot, value) in results.iter().zip(run(machine, frame, &body, &partitions, inputs)?) {
            frame[*slot] = value;
        }
        Ok(())
    }))
}

/// Runs all regions; gives what the default one yields.
fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut Frame<D>,
    body: &Code<D>,
    partitions: &[(Code<D>, i64)],
    inputs: Vec<Value<D>>,
) -> Outcome<Vec<Value<D>>> {
    if machine.schedule.is_split() {
        return Err(unsupported("ttg.warp_specialize inside of another"));
    }
    let mut boxes = mailboxes(partitions.len() + 1).into_iter();
    machine.mailbox = boxes.next();
    machine.split(partitions.len());
    let outcome = std::thread::scope(|scope| {
        for (i, ((code, warps), mailbox)) in partitions.iter().zip(boxes).enumerate() {
            let mut other = machine.partition(i + 1, *warps);
            let (mut frame, inputs) = (frame.clone(), inputs.clone());
            let alarm = Alarm(mailbox.post[0].clone());
            scope.spawn(move || {
                let alarm = alarm;
                start(&mut other, mailbox, code, &mut frame, inputs);
                std::mem::forget(alarm);
            });
        }
        let outcome = body.values(machine, frame, []);
        let outcome = outcome.and_then(|values| machine.join().map(|()| values));
        machine.mailbox.as_ref().inspect(|mailbox| mailbox.dismiss());
        outcome
    });
    machine.mailbox = None;
    outcome
}

/// Tells the default region that a partition has panicked, lest it waits for ever.
struct Alarm<M>(std::sync::mpsc::Sender<Option<M>>);

impl<M> Drop for Alarm<M> {
    fn drop(&mut self) {
        let _ = self.0.send(None);
    }
}

/// Waits for its turn, then executes a partition.
fn start<D: Domain>(
    machine: &mut Machine<'_, D>,
    mailbox: Mailbox<D>,
    code: &Code<D>,
    frame: &mut Frame<D>,
    inputs: Vec<Value<D>>,
) {
    let Ok(Some(baton)) = mailbox.inbox.recv() else { return };
    machine.mailbox = Some(mailbox);
    machine.unpack(*baton);
    let outcome = code.values(machine, frame, inputs).map(|_| ());
    // Without the baton there is nobody to tell: all is over.
    if machine.schedule.is_split() {
        machine.finish(outcome);
    }
}
