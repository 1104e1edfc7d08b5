//! Every family against arithmetic that is spelled out another way.

mod convert;
mod float;
mod integer;

use super::{AluState, alu};
use crate::ptx::decode::decode;
use crate::ptx::lanes::Lanes;
use crate::ptx::program::{Opcode, Operand, Reg};
use crate::tensor::Random;

fn opcode(name: &str, sources: usize) -> Opcode {
    let operands: Vec<Operand> =
        (0..=sources).map(|at| Operand::Register(Reg(at as u32))).collect();
    let op = decode(name, &operands);
    assert!(!matches!(op, Opcode::Unknown(_)), "{name}");
    op
}

/// All lanes at once, with two results.
fn run_lanes(name: &str, sources: &[Lanes], state: &mut AluState) -> [Lanes; 2] {
    let mut out = [[0; 32]; 2];
    let sources: Vec<&Lanes> = sources.iter().collect();
    let op = opcode(name, sources.len());
    assert!(alu(&op, &sources, &mut out, u32::MAX, state), "{name}");
    out
}

fn run_with(name: &str, sources: &[u64], state: &mut AluState) -> u64 {
    let sources: Vec<Lanes> = sources.iter().map(|value| [*value; 32]).collect();
    run_lanes(name, &sources, state)[0][17]
}

fn run(name: &str, sources: &[u64]) -> u64 {
    run_with(name, sources, &mut AluState::default())
}

/// Whether a result is said to be rounded.
fn rounds(name: &str, sources: &[u64]) -> bool {
    let mut state = AluState::default();
    run_with(name, sources, &mut state);
    state.rounded
}

#[test]
fn lanes_that_take_no_part_leave_no_flag() {
    let (a, b) = ([5u64; 32], [7u64; 32]);
    let mut out = [[0; 32]; 1];
    let mut state = AluState { carry: 0xffff_0000, ..AluState::default() };
    let op = opcode("addc.cc.u32", 2);
    assert!(alu(&op, &[&a, &b], &mut out, 0x8000_0001, &mut state));
    assert_eq!((out[0][0], out[0][31]), (12, 13));
    assert_eq!(state.carry, 0x7fff_0000);
    let (one, three) = ([u64::from(1f32.to_bits()); 32], [u64::from(3f32.to_bits()); 32]);
    let op = opcode("div.full.f32", 2);
    assert!(alu(&op, &[&one, &three], &mut out, 0, &mut state));
    assert!(!state.approximate && !state.rounded);
}

#[test]
fn other_families_are_not_executed() {
    let mut out = [[0; 32]; 1];
    let op = decode("mov.b32", &[Operand::Register(Reg(0)), Operand::Register(Reg(1))]);
    assert!(!alu(&op, &[&[0; 32]], &mut out, u32::MAX, &mut AluState::default()));
    let directed = opcode("mul.rz.f64", 2);
    assert!(!alu(&directed, &[&[0; 32], &[0; 32]], &mut out, 1, &mut AluState::default()));
}

/// The file has the forms of these families in 1,269 kernels that Triton 3.3 to 3.9 compiled for
/// sm_80 to sm_100.
#[test]
fn every_form_that_triton_emits_is_executed_for_any_bits() {
    let mut bits = Random::new(12);
    for name in include_str!("forms.txt").lines() {
        let known = (1..=4).find(|count| {
            let operands: Vec<Operand> =
                (0..=*count).map(|at| Operand::Register(Reg(at))).collect();
            !matches!(decode(name, &operands), Opcode::Unknown(_))
        });
        let count = known.unwrap_or_else(|| panic!("{name} is not decoded"));
        for _ in 0..8 {
            let sources: Vec<Lanes> =
                (0..count).map(|_| std::array::from_fn(|_| bits.next())).collect();
            run_lanes(name, &sources, &mut AluState::default());
        }
    }
}
