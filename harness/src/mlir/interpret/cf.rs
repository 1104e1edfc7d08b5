//! `cf`: jumps are exits of blocks (see `compile.rs`), what is left are assertions.

use crate::tensor::Domain;

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::compile::Compiler;
use super::machine::tile;
use super::{Built, ExecutionError, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("cf.assert", |c, op| assertion(c, op, "msg")),
        ("tt.assert", |c, op| assertion(c, op, "message")),
        ("llvm.intr.assume", assume),
    ]
}

/// Every lane of the condition must hold.
fn assertion<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation, message: &str) -> Built<D> {
    let condition = c.operand(op, 0)?;
    c.integers(op, &op.operands[..1])?;
    let message = op.attribute(message).and_then(Attribute::as_str).unwrap_or("").to_owned();
    Ok(Box::new(move |machine, frame| {
        let flags = tile(frame, condition)?;
        let undefined = |lane: usize| flags.undef().is_some_and(|undef| undef[lane]);
        if flags.ints().iter().enumerate().any(|(lane, flag)| *flag == 0 && !undefined(lane)) {
            let (message, site) = (message.clone(), machine.site());
            return Err(ExecutionError::Assertion { message, site });
        }
        if flags.any_undef() {
            return machine.undefined("the condition of an assertion is undefined");
        }
        Ok(())
    }))
}

fn assume<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let condition = c.operand(op, 0)?;
    c.integers(op, &op.operands[..1])?;
    Ok(Box::new(move |machine, frame| {
        let flags = tile(frame, condition)?;
        if flags.ints().contains(&0) || flags.any_undef() {
            return machine.undefined("a false assumption");
        }
        Ok(())
    }))
}
