//! Atomic operations, lane after lane: results that depend on the order are not used by kernels
//! that are well defined.

use crate::tensor::{
    Domain, FloatBinary, IntBinary, Kind, Status, Tile, float_binary, int_binary, reinterpret,
};

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::compile::{Compiler, unsupported};
use super::machine::{Machine, Outcome, Value, tile};
use super::result::{AccessKind, Atomic, MemoryOrder};
use super::tt_memory::pointee;
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![("tt.atomic_rmw", read_modify_write), ("tt.atomic_cas", compare_and_swap)]
}

/// What an atomic makes of the old value and its operand.
#[derive(Clone, Copy)]
enum Modify {
    Int(IntBinary),
    Float(FloatBinary),
    Exchange,
}

/// The function of an operation, with its name.
fn modify(op: &Operation, kind: Kind) -> Outcome<(&'static str, Modify)> {
    let name = op.attribute("atomic_rmw_op").and_then(Attribute::as_str).unwrap_or("");
    const NAMES: [&str; 10] =
        ["exch", "add", "and", "or", "xor", "max", "min", "umax", "umin", "fadd"];
    let known = NAMES.into_iter().find(|known| *known == name).unwrap_or("");
    let modify = match (name, kind) {
        ("exch", _) => Modify::Exchange,
        ("add", Kind::Int(_)) => Modify::Int(IntBinary::Add),
        ("and", Kind::Int(_)) => Modify::Int(IntBinary::And),
        ("or", Kind::Int(_)) => Modify::Int(IntBinary::Or),
        ("xor", Kind::Int(_)) => Modify::Int(IntBinary::Xor),
        ("max", Kind::Int(_)) => Modify::Int(IntBinary::MaxS),
        ("min", Kind::Int(_)) => Modify::Int(IntBinary::MinS),
        ("umax", Kind::Int(_)) => Modify::Int(IntBinary::MaxU),
        ("umin", Kind::Int(_)) => Modify::Int(IntBinary::MinU),
        ("fadd", Kind::Float(_)) => Modify::Float(FloatBinary::Add),
        ("max", Kind::Float(_)) => Modify::Float(FloatBinary::MaxNum),
        ("min", Kind::Float(_)) => Modify::Float(FloatBinary::MinNum),
        _ => return Err(unsupported(&format!("tt.atomic_rmw {name}"))),
    };
    Ok((known, modify))
}

/// Its attributes `sem` and `scope`: words, or the numbers of the generic form.
fn memory_order(op: &Operation) -> MemoryOrder {
    let case = |name: &str, words: &[&str]| {
        let attribute = op.attribute(name)?;
        let number = attribute.as_integer().and_then(|number| usize::try_from(number - 1).ok());
        let word = || words.iter().position(|word| Some(*word) == attribute.as_str());
        number.or_else(word)
    };
    let semantics = case("sem", &["relaxed", "acquire", "release", "acq_rel"]).unwrap_or(3);
    let scope = match case("scope", &["gpu", "cta", "sys"]) {
        Some(1) => 0,
        Some(2) => 2,
        _ => 1,
    };
    MemoryOrder { acquire: semantics & 1 == 1, release: semantics & 2 == 2, scope }
}

impl<D: Domain> Machine<'_, D> {
    /// Runs `change` on the value at each active address; gives the old values.
    pub(super) fn each_lane(
        &mut self,
        kind: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
        mut change: impl FnMut(&Tile<D>, usize, &mut Status) -> Option<Tile<D>>,
    ) -> Outcome<Tile<D>> {
        self.check_access(addresses, mask)?;
        let mut status = Status::default();
        let mut old = Vec::with_capacity(addresses.len());
        for (lane, address) in addresses.ints().iter().enumerate() {
            if mask.is_some_and(|mask| mask.ints()[lane] == 0) {
                let nothing = match kind {
                    Kind::Int(_) => Tile::int(0),
                    Kind::Float(_) => Tile::float(D::constant(0.0)),
                };
                old.push(nothing.with_undef([0]).reshape(&[1]));
                continue;
            }
            let address = Tile::int(*address);
            let before = match self.memory.load(kind, &address, None, None) {
                Ok(before) => before,
                Err(fault) => return self.fault(fault, lane, addresses.shape()),
            };
            if let Some(after) = change(&before, lane, &mut status)
                && let Err(fault) = self.memory.store(kind, &address, &after, None)
            {
                return self.fault(fault, lane, addresses.shape());
            }
            old.push(before.reshape(&[1]));
        }
        self.settle(&status)?;
        Ok(Tile::concat(0, &old).reshape(addresses.shape()))
    }

    /// Keeps an atomic operation with what it does.
    pub(super) fn record_atomic(
        &mut self,
        element: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
        values: &Tile<D>,
        atomic: Atomic<D>,
    ) {
        self.record(AccessKind::Atomic, element, addresses, mask, values);
        if let (true, Some(access)) = (self.options.record, self.accesses.last_mut()) {
            access.atomic = Some(atomic);
        }
    }
}

fn read_modify_write<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let kind = pointee(c, op, 0)?;
    c.access(op, kind)?;
    let (name, modify) = modify(op, kind)?;
    let order = memory_order(op);
    let (pointer, value) = (c.operand(op, 0)?, c.operand(op, 1)?);
    let (mask, result) = (c.optional(op, "mask"), c.result(op, 0)?);
    Ok(Box::new(move |machine, frame| {
        let (addresses, values) = (tile(frame, pointer)?, tile(frame, value)?);
        let mask = mask.map(|slot| tile(frame, slot)).transpose()?;
        let old = machine.each_lane(kind, addresses, mask, |before, lane, status| {
            let operand = values.pick(&[], &[lane]);
            Some(match (modify, kind) {
                (Modify::Int(function), Kind::Int(bits)) => {
                    int_binary(function, bits, before, &operand, status)
                }
                (Modify::Float(function), Kind::Float(format)) => {
                    float_binary(function, format, before, &operand, status)
                }
                _ => operand,
            })
        })?;
        let atomic = Atomic { name: name.to_owned(), compare: None, order };
        machine.record_atomic(kind, addresses, mask, values, atomic);
        frame[result] = Value::Tile(old);
        Ok(())
    }))
}

fn compare_and_swap<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let kind = pointee(c, op, 0)?;
    c.access(op, kind)?;
    let (pointer, compare, value) = (c.operand(op, 0)?, c.operand(op, 1)?, c.operand(op, 2)?);
    let (result, order) = (c.result(op, 0)?, memory_order(op));
    Ok(Box::new(move |machine, frame| {
        let addresses = tile(frame, pointer)?;
        let (wanted, values) = (tile(frame, compare)?, tile(frame, value)?);
        let mut undecided = false;
        let old = machine.each_lane(kind, addresses, None, |before, lane, status| {
            // Compared by bits.
            let int = Kind::Int(kind.bits());
            let wanted = reinterpret(&wanted.pick(&[], &[lane]), kind, int, status);
            let held = reinterpret(before, kind, int, status);
            undecided |= wanted.any_undef() || held.any_undef();
            (held.ints() == wanted.ints()).then(|| values.pick(&[], &[lane]))
        })?;
        if undecided {
            return machine.undefined("the comparison of an atomic is undefined");
        }
        let compare = Some(wanted.clone());
        let atomic = Atomic { name: "cas".to_owned(), compare, order };
        machine.record_atomic(kind, addresses, None, values, atomic);
        frame[result] = Value::Tile(old);
        Ok(())
    }))
}
