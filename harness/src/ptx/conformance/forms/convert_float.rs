//! Conversions between floats, the packed small formats too.

use crate::ptx::conformance::form::{Claim, Form};
use crate::ptx::types::Type;

use Type::{Bf16, Bf16x2, E2m3x2, E3m2x2, E4m3x2, E5m2x2, F16, F16x2, F32, F64, Tf32, Ue8m0x2};

pub(super) fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    widening(&mut forms);
    narrowing(&mut forms);
    integral(&mut forms);
    pairs(&mut forms);
    small(&mut forms);
    smaller(&mut forms);
    for (modifiers, target) in [
        ("rna", 80),
        ("rn", 90),
        ("rz", 90),
        ("rn.relu", 90),
        ("rz.relu", 90),
        ("rna.satfinite", 89),
        ("rn.satfinite", 100),
    ] {
        forms.push(Form::plain(&format!("cvt.{modifiers}.tf32.f32"), Tf32, &[F32]).at(target));
    }
    forms
}

fn name(modifiers: &str, to: Type, from: Type) -> String {
    format!("cvt{modifiers}.{}.{}", to.name(), from.name())
}

/// Of a double it is not said which NaN it is.
fn push(forms: &mut Vec<Form>, modifiers: &str, to: Type, from: Type, target: u32) {
    let claim = if to == F64 { Claim::Numbers } else { Claim::Bits };
    let form = Form::plain(&name(modifiers, to, from), to, &[from]);
    forms.push(form.at(target).claiming(claim));
}

fn widening(forms: &mut Vec<Form>) {
    for (to, from, target) in
        [(F32, F16, 80), (F64, F16, 80), (F64, F32, 80), (F32, Bf16, 80), (F64, Bf16, 90)]
    {
        push(forms, "", to, from, target);
    }
    // Not wider, but without a rounding: Triton emits it.
    push(forms, "", Bf16, F16, 90);
    for (to, from) in [(F32, F16), (F64, F32)] {
        push(forms, ".ftz", to, from, 80);
    }
    for (to, from) in [(F32, F16), (F64, F16), (F64, F32)] {
        push(forms, ".sat", to, from, 80);
    }
}

fn narrowing(forms: &mut Vec<Form>) {
    for rounding in [".rn", ".rz", ".rm", ".rp"] {
        for (to, from, target) in [
            (F16, F32, 80),
            (F32, F64, 80),
            (F16, F64, 80),
            (Bf16, F16, 90),
            (F16, Bf16, 90),
            (Bf16, F64, 90),
        ] {
            push(forms, rounding, to, from, target);
        }
        push(forms, &format!("{rounding}.sat"), F16, F32, 80);
        push(forms, &format!("{rounding}.ftz"), F16, F32, 80);
        push(forms, &format!("{rounding}.ftz"), F32, F64, 80);
        push(forms, &format!("{rounding}.sat"), F32, F64, 80);
    }
    for rounding in [".rn", ".rz"] {
        for modifiers in ["", ".relu", ".satfinite", ".relu.satfinite"] {
            push(forms, &format!("{rounding}{modifiers}"), Bf16, F32, 80);
        }
        push(forms, &format!("{rounding}.relu"), F16, F32, 80);
        push(forms, &format!("{rounding}.satfinite"), F16, F32, 80);
    }
}

/// To an integer of the same format, and saturation alone.
fn integral(forms: &mut Vec<Form>) {
    for rounding in [".rni", ".rzi", ".rmi", ".rpi"] {
        for (ty, target) in [(F16, 80), (Bf16, 90), (F32, 80), (F64, 80)] {
            push(forms, rounding, ty, ty, target);
        }
        for modifiers in [".ftz", ".sat", ".ftz.sat"] {
            push(forms, &format!("{rounding}{modifiers}"), F32, F32, 80);
        }
    }
    for modifiers in ["", ".ftz", ".sat", ".ftz.sat"] {
        push(forms, modifiers, F32, F32, 80);
    }
    push(forms, ".sat", F16, F16, 80);
    push(forms, ".sat", F64, F64, 80);
}

/// Two singles become the halves of one register.
fn pairs(forms: &mut Vec<Form>) {
    for to in [F16x2, Bf16x2] {
        for rounding in [".rn", ".rz"] {
            for modifiers in ["", ".relu", ".satfinite", ".relu.satfinite"] {
                let name = name(&format!("{rounding}{modifiers}"), to, F32);
                forms.push(Form::plain(&name, to, &[F32; 2]));
            }
        }
    }
}

fn small(forms: &mut Vec<Form>) {
    for to in [E4m3x2, E5m2x2] {
        for relu in ["", ".relu"] {
            let modifiers = format!(".rn.satfinite{relu}");
            forms.push(Form::plain(&name(&modifiers, to, F32), to, &[F32; 2]).at(89));
            push(forms, &modifiers, to, F16x2, 89);
            push(forms, &format!(".rn{relu}"), F16x2, to, 89);
        }
    }
}

/// The formats of 6 bits, and scales.
fn smaller(forms: &mut Vec<Form>) {
    for to in [E3m2x2, E2m3x2] {
        for relu in ["", ".relu"] {
            let name = name(&format!(".rn.satfinite{relu}"), to, F32);
            forms.push(Form::plain(&name, to, &[F32; 2]).only_at(100));
            push(forms, &format!(".rn{relu}"), F16x2, to, 100);
        }
    }
    push(forms, ".rn", Bf16x2, Ue8m0x2, 100);
    for form in forms.iter_mut().filter(|form| form.target == 100) {
        form.specific = true;
    }
}
