//! Conversions between integers, and between integers and floats.

use crate::ptx::conformance::form::{Claim, Form};
use crate::ptx::types::Type;

use Type::{Bf16, F16, F32, F64, S8, S16, S32, S64, U8, U16, U32, U64};

const INTEGERS: [Type; 8] = [U8, S8, U16, S16, U32, S32, U64, S64];

pub(super) fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for from in INTEGERS {
        for to in INTEGERS {
            let types = format!("{}.{}", to.name(), from.name());
            forms.push(Form::plain(&format!("cvt.{types}"), to, &[from]));
            // The modifier is refused where nothing can be saturated.
            if !holds(to, from) {
                forms.push(Form::plain(&format!("cvt.sat.{types}"), to, &[from]));
            }
        }
        for float in [F16, Bf16, F32, F64] {
            between(&mut forms, from, float);
        }
    }
    forms
}

/// Whether a type has every number of another one.
fn holds(to: Type, from: Type) -> bool {
    match (to.is_signed(), from.is_signed()) {
        (true, false) => to.bits() > from.bits(),
        (false, true) => false,
        _ => to.bits() >= from.bits(),
    }
}

fn between(forms: &mut Vec<Form>, integer: Type, float: Type) {
    // ptxas 12.9 does not convert between these.
    if float == Bf16 && integer.bits() == 8 {
        return;
    }
    let target = if float == Bf16 { 90 } else { 80 };
    for rounding in ["rn", "rz", "rm", "rp"] {
        let name = format!("cvt.{rounding}.{}.{}", float.name(), integer.name());
        let claim = if float == F64 { Claim::Numbers } else { Claim::Bits };
        forms.push(Form::plain(&name, float, &[integer]).at(target).claiming(claim));
    }
    let modifiers: &[&str] = match float {
        F32 => &["", ".ftz", ".sat"],
        Bf16 => &[""],
        _ => &["", ".sat"],
    };
    for rounding in ["rni", "rzi", "rmi", "rpi"] {
        for modifier in modifiers {
            let name = format!("cvt.{rounding}{modifier}.{}.{}", integer.name(), float.name());
            forms.push(Form::plain(&name, integer, &[float]).at(target));
        }
    }
}
