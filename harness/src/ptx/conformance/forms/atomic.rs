//! Atomic operations of one thread on memory of its own: the old value and the new one.

use crate::ptx::conformance::form::{Claim, Form, Misassembled, vector};
use crate::ptx::conformance::operands::Values;
use crate::ptx::types::Type;

use Type::{B16, B32, B64, Bf16, Bf16x2, F16, F16x2, F32, F64, S32, S64, U32, U64};

/// `ptxas` of CUDA 12.8 to 13.0 for sm_90.
const HIGH_HALF: &str = "the addend is the low word of a loaded 64-bit value (`cvt.u32.u64`), and \
                         `ptxas` takes its high half from the value's high word";

pub(super) fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for space in ["global", "shared"] {
        for (op, types) in [
            ("add", &[U32, S32, U64, F32, F64][..]),
            ("min", &[U32, S32, U64, S64]),
            ("max", &[U32, S32, U64, S64]),
            ("and", &[B32, B64]),
            ("or", &[B32, B64]),
            ("xor", &[B32, B64]),
            ("exch", &[B32, B64]),
            ("inc", &[U32]),
            ("dec", &[U32]),
        ] {
            forms.extend(types.iter().map(|ty| atomic(space, op, *ty)));
        }
        forms.extend([F16, F16x2].map(|ty| atomic(space, "add.noftz", ty)));
        forms.extend([Bf16, Bf16x2].map(|ty| atomic(space, "add.noftz", ty).at(90)));
        for ty in [B16, B32, B64] {
            forms.push(swap(space, ty));
        }
        forms.push(reduction(space));
    }
    forms.push(vectors(2, "add", F32));
    forms.push(vectors(4, "add", F32));
    forms.push(vectors(4, "add.noftz", F16));
    forms.push(vectors(4, "add.noftz", Bf16));
    forms
}

fn address(space: &str) -> &'static str {
    if space == "global" { "%slot" } else { "%room" }
}

/// What the low bits of the type are called where only their number counts.
fn untyped(ty: Type) -> String {
    format!("b{}", ty.bits())
}

fn claim(ty: Type) -> Claim {
    if ty.is_float() { Claim::Numbers } else { Claim::Bits }
}

fn atomic(space: &str, op: &str, ty: Type) -> Form {
    let (at, bits, name) = (address(space), untyped(ty), ty.name());
    let text = format!(
        "st.{space}.{bits} [{at}], %s0; atom.{space}.{op}.{name} %d0, [{at}], %s1; \
         ld.{space}.{bits} %d1, [{at}];"
    );
    let form = Form::new(text, &[ty; 2], &[ty; 2]).claiming(claim(ty));
    Form { misassembled: misassembled(space, op, ty), ..form }
}

fn misassembled(space: &str, op: &str, ty: Type) -> Option<Misassembled> {
    let results = match (space, op, ty) {
        ("shared", "add.noftz", F16x2) => 262,
        ("shared", "add.noftz", Bf16x2) => 238,
        _ => return None,
    };
    Some(Misassembled { results, why: HIGH_HALF })
}

fn swap(space: &str, ty: Type) -> Form {
    let (at, bits) = (address(space), untyped(ty));
    let text = format!(
        "st.{space}.{bits} [{at}], %s0; atom.{space}.cas.{bits} %d0, [{at}], %s1, %s2; \
         ld.{space}.{bits} %d1, [{at}];"
    );
    Form::new(text, &[ty; 2], &[ty; 3]).with_all(Values::Few)
}

fn reduction(space: &str) -> Form {
    let at = address(space);
    let text = format!(
        "st.{space}.b32 [{at}], %s0; red.{space}.add.u32 [{at}], %s1; ld.{space}.b32 %d0, [{at}];"
    );
    Form::new(text, &[U32], &[U32; 2])
}

fn vectors(count: usize, op: &str, ty: Type) -> Form {
    let (bits, name) = (untyped(ty), ty.name());
    let text = format!(
        "st.global.v{count}.{bits} [%slot], {}; \
         atom.global.{op}.v{count}.{name} {}, [%slot], {}; \
         ld.global.v{count}.{bits} {}, [%slot];",
        vector('s', 0, count),
        vector('d', 0, count),
        vector('s', count, count),
        vector('d', count, count)
    );
    let types = vec![ty; 2 * count];
    Form::new(text, &types, &types).at(90).claiming(Claim::Numbers)
}
