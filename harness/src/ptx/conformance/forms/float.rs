//! Floating-point arithmetic whose results are specified to the bit.

use crate::ptx::conformance::form::{Claim, Form};
use crate::ptx::types::Type;

use Type::{Bf16, Bf16x2, F16, F16x2, F32, F32x2, F64};

const ROUNDINGS: [&str; 4] = ["rn", "rz", "rm", "rp"];

pub(super) fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    single(&mut forms);
    double(&mut forms);
    half(&mut forms);
    brain(&mut forms);
    extrema(&mut forms);
    signs(&mut forms);
    packed(&mut forms);
    forms
}

fn single(forms: &mut Vec<Form>) {
    for modifiers in ["", ".ftz", ".sat", ".ftz.sat"] {
        for op in ["add", "sub", "mul"] {
            forms.push(Form::plain(&format!("{op}{modifiers}.f32"), F32, &[F32; 2]));
        }
    }
    for rounding in ROUNDINGS {
        for modifiers in ["", ".ftz", ".sat", ".ftz.sat"] {
            for op in ["add", "sub", "mul"] {
                let name = format!("{op}.{rounding}{modifiers}.f32");
                forms.push(Form::plain(&name, F32, &[F32; 2]));
            }
            forms.push(Form::plain(&format!("fma.{rounding}{modifiers}.f32"), F32, &[F32; 3]));
        }
        for ftz in ["", ".ftz"] {
            forms.push(Form::plain(&format!("div.{rounding}{ftz}.f32"), F32, &[F32; 2]));
            for op in ["rcp", "sqrt"] {
                forms.push(Form::plain(&format!("{op}.{rounding}{ftz}.f32"), F32, &[F32]));
            }
        }
    }
    forms.push(Form::plain("mad.rn.f32", F32, &[F32; 3]));
}

/// Of the directed roundings only those of sums are executed.
fn double(forms: &mut Vec<Form>) {
    let names = ["add", "sub", "mul", "mul.rn", "div.rn"].map(str::to_owned).into_iter();
    let sums = ["add", "sub"].iter().flat_map(|op| ROUNDINGS.map(|way| format!("{op}.{way}")));
    for name in names.chain(sums) {
        forms.push(Form::plain(&format!("{name}.f64"), F64, &[F64; 2]).claiming(Claim::Numbers));
    }
    for op in ["rcp.rn", "sqrt.rn"] {
        forms.push(Form::plain(&format!("{op}.f64"), F64, &[F64]).claiming(Claim::Numbers));
    }
    forms.push(Form::plain("fma.rn.f64", F64, &[F64; 3]).claiming(Claim::Numbers));
}

/// Pairs of singles.
fn packed(forms: &mut Vec<Form>) {
    for ftz in ["", ".ftz"] {
        for rounding in ["", ".rn", ".rz", ".rm", ".rp"] {
            for op in ["add", "sub", "mul"] {
                let name = format!("{op}{rounding}{ftz}.f32x2");
                forms.push(Form::plain(&name, F32x2, &[F32x2; 2]).at(100));
            }
        }
        for rounding in ROUNDINGS {
            let name = format!("fma.{rounding}{ftz}.f32x2");
            forms.push(Form::plain(&name, F32x2, &[F32x2; 3]).at(100));
        }
    }
}

fn half(forms: &mut Vec<Form>) {
    for ty in [F16, F16x2] {
        let name = ty.name();
        for rounding in ["", ".rn"] {
            for modifiers in ["", ".ftz", ".sat", ".ftz.sat"] {
                for op in ["add", "sub", "mul"] {
                    let name = format!("{op}{rounding}{modifiers}.{name}");
                    forms.push(Form::plain(&name, ty, &[ty; 2]));
                }
            }
        }
        for modifiers in ["", ".ftz", ".sat", ".ftz.sat", ".relu", ".ftz.relu"] {
            forms.push(Form::plain(&format!("fma.rn{modifiers}.{name}"), ty, &[ty; 3]));
        }
    }
}

fn brain(forms: &mut Vec<Form>) {
    for ty in [Bf16, Bf16x2] {
        let name = ty.name();
        for rounding in ["", ".rn"] {
            for op in ["add", "sub", "mul"] {
                let name = format!("{op}{rounding}.{name}");
                forms.push(Form::plain(&name, ty, &[ty; 2]).at(90));
            }
        }
        for relu in ["", ".relu"] {
            forms.push(Form::plain(&format!("fma.rn{relu}.{name}"), ty, &[ty; 3]));
        }
    }
}

fn extrema(forms: &mut Vec<Form>) {
    for op in ["min", "max"] {
        for xor in ["", ".xorsign.abs"] {
            let target = if xor.is_empty() { 80 } else { 86 };
            for nan in ["", ".NaN"] {
                for ty in [F32, F16, F16x2] {
                    for ftz in ["", ".ftz"] {
                        let name = format!("{op}{ftz}{nan}{xor}.{}", ty.name());
                        forms.push(Form::plain(&name, ty, &[ty; 2]).at(target));
                    }
                }
                for ty in [Bf16, Bf16x2] {
                    let name = format!("{op}{nan}{xor}.{}", ty.name());
                    forms.push(Form::plain(&name, ty, &[ty; 2]).at(target));
                }
            }
        }
        let name = format!("{op}.f64");
        forms.push(Form::plain(&name, F64, &[F64; 2]).claiming(Claim::Numbers));
    }
}

fn signs(forms: &mut Vec<Form>) {
    for op in ["neg", "abs"] {
        for ty in [F32, F64, F16, F16x2, Bf16, Bf16x2] {
            let may_flush = matches!(ty, F32 | F16 | F16x2);
            for ftz in if may_flush { &["", ".ftz"][..] } else { &[""] } {
                let name = format!("{op}{ftz}.{}", ty.name());
                forms.push(Form::plain(&name, ty, &[ty]).claiming(Claim::Numbers));
            }
        }
    }
    for ty in [F32, F64] {
        let name = format!("copysign.{}", ty.name());
        forms.push(Form::plain(&name, ty, &[ty; 2]).claiming(Claim::Numbers));
    }
}
