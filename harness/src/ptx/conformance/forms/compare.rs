//! Comparisons, tests and selections.

use crate::ptx::conformance::form::Form;
use crate::ptx::conformance::operands::Values;
use crate::ptx::decode::{COMBINATIONS, COMPARISONS, PROPERTIES};
use crate::ptx::types::Type;

use Type::{B16, B32, B64, Bf16, Bf16x2, F16, F16x2, F32, F64, Pred, S16, S32, S64, U16, U32, U64};

pub(super) fn forms() -> Vec<Form> {
    let mut forms = predicates();
    forms.extend(values());
    for (property, _) in PROPERTIES {
        for ty in [F32, F64] {
            forms.push(Form::plain(&format!("testp.{property}.{}", ty.name()), Pred, &[ty]));
        }
    }
    for ty in [B16, B32, B64, U16, U32, U64, S16, S32, S64, F32, F64] {
        let name = ty.name();
        forms.push(Form::plain(&format!("selp.{name}"), ty, &[ty, ty, Pred]));
        forms.push(Form::plain(&format!("slct.{name}.s32"), ty, &[ty, ty, S32]));
        for ftz in ["", ".ftz"] {
            forms.push(Form::plain(&format!("slct{ftz}.{name}.f32"), ty, &[ty, ty, F32]));
        }
    }
    forms
}

/// Whether a comparison is one of a type's, as the instruction set says.
fn applies(comparison: &str, ty: Type) -> bool {
    match comparison {
        "eq" | "ne" => true,
        "lt" | "le" | "gt" | "ge" => !matches!(ty, B16 | B32 | B64),
        "lo" | "ls" | "hi" | "hs" => matches!(ty, U16 | U32 | U64),
        _ => ty.is_float(),
    }
}

/// Adds a comparison of the first two sources. With two results: the predicate and its complement, or
/// those of both halves.
fn compared(forms: &mut Vec<Form>, name: &str, results: &[Type], sources: &[Type], target: u32) {
    let pair = if results.len() == 2 { "%d0|%d1" } else { "%d0" };
    let more: String = (2..sources.len()).map(|at| format!(", %s{at}")).collect();
    let text = format!("{name} {pair}, %s0, %s1{more};");
    forms.push(Form::new(text, results, sources).at(target));
}

/// A single half has no complement.
fn predicates_of(ty: Type) -> &'static [Type] {
    if matches!(ty, F16 | Bf16) { &[Pred] } else { &[Pred; 2] }
}

fn predicates() -> Vec<Form> {
    let mut forms = Vec::new();
    for ty in [B16, B32, B64, U16, U32, U64, S16, S32, S64, F16, Bf16, F16x2, Bf16x2, F32, F64] {
        let target = if matches!(ty, Bf16 | Bf16x2) { 90 } else { 80 };
        let may_flush = matches!(ty, F16 | F16x2 | F32);
        for (comparison, _) in COMPARISONS.iter().filter(|(name, _)| applies(name, ty)) {
            for ftz in if may_flush { &["", ".ftz"][..] } else { &[""] } {
                let name = format!("setp.{comparison}{ftz}.{}", ty.name());
                compared(&mut forms, &name, predicates_of(ty), &[ty; 2], target);
            }
        }
        for (combine, _) in COMBINATIONS {
            let comparison = if applies("lt", ty) { "lt" } else { "ne" };
            let name = format!("setp.{comparison}.{combine}.{}", ty.name());
            compared(&mut forms, &name, predicates_of(ty), &[ty, ty, Pred], target);
        }
    }
    let text = "setp.lt.or.s32 %d0|%d1, %s0, %s1, !%s2;";
    forms.push(Form::new(text, &[Pred; 2], &[S32, S32, Pred]));
    for ty in [B16, B32, B64] {
        let form = Form::plain(&format!("setp.eq.{}", ty.name()), Pred, &[ty; 2]);
        forms.push(form.with_all(Values::Few));
    }
    forms
}

/// `set`: the types of a result that a type of operands has.
fn values() -> Vec<Form> {
    let mut forms = Vec::new();
    for (to, ty) in [(U32, F32), (S32, F32), (F32, F32), (F16, F16), (F16x2, F16x2)] {
        for (comparison, _) in COMPARISONS.iter().filter(|(name, _)| applies(name, ty)) {
            let name = format!("set.{comparison}.{}.{}", to.name(), ty.name());
            compared(&mut forms, &name, &[to], &[ty; 2], 80);
        }
    }
    for to in [U32, S32, F32] {
        for ty in [B16, B32, B64, U16, U32, U64, S16, S32, S64, F64] {
            let comparison = if applies("ge", ty) { "ge" } else { "eq" };
            let name = format!("set.{comparison}.{}.{}", to.name(), ty.name());
            compared(&mut forms, &name, &[to], &[ty; 2], 80);
        }
    }
    for (to, ty, target) in [
        (U16, F16, 80),
        (S16, F16, 80),
        (U32, F16, 80),
        (U32, F16x2, 80),
        (Bf16, Bf16, 90),
        (U16, Bf16, 90),
        (Bf16x2, Bf16x2, 90),
    ] {
        for comparison in ["lt", "neu", "nan"] {
            let name = format!("set.{comparison}.{}.{}", to.name(), ty.name());
            compared(&mut forms, &name, &[to], &[ty; 2], target);
        }
    }
    for (combine, _) in COMBINATIONS {
        let name = format!("set.lt.{combine}.u32.f32");
        compared(&mut forms, &name, &[U32], &[F32, F32, Pred], 80);
    }
    forms
}
