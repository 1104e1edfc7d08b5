//! Integer arithmetic, with carries.

use crate::ptx::conformance::form::Form;
use crate::ptx::conformance::operands::Values;
use crate::ptx::types::Type;

use Type::{S16, S16x2, S32, S64, U16, U16x2, U32, U64};

pub(super) fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for ty in [U16, S16, U32, S32, U64, S64] {
        let (name, two, three) = (ty.name(), [ty; 2], [ty; 3]);
        for op in ["add", "sub", "min", "max", "mul.lo", "mul.hi"] {
            forms.push(Form::plain(&format!("{op}.{name}"), ty, &two));
        }
        for op in ["div", "rem"] {
            let form = Form::plain(&format!("{op}.{name}"), ty, &two);
            forms.push(form.with(1, Values::NonZero));
        }
        for op in ["mad.lo", "mad.hi", "sad"] {
            forms.push(Form::plain(&format!("{op}.{name}"), ty, &three));
        }
        if ty.is_signed() {
            for op in ["abs", "neg"] {
                forms.push(Form::plain(&format!("{op}.{name}"), ty, &[ty]));
            }
        }
    }
    for (ty, wide) in [(U16, U32), (S16, S32), (U32, U64), (S32, S64)] {
        forms.push(Form::plain(&format!("mul.wide.{}", ty.name()), wide, &[ty; 2]));
        forms.push(Form::plain(&format!("mad.wide.{}", ty.name()), wide, &[ty, ty, wide]));
    }
    for ty in [U16x2, S16x2] {
        for op in ["add", "min", "max"] {
            forms.push(Form::plain(&format!("{op}.{}", ty.name()), ty, &[ty; 2]).at(90));
        }
    }
    for ty in [S32, S16x2] {
        for op in ["min.relu", "max.relu"] {
            forms.push(Form::plain(&format!("{op}.{}", ty.name()), ty, &[ty; 2]).at(90));
        }
    }
    forms
        .extend(["add.sat", "sub.sat"].map(|op| Form::plain(&format!("{op}.s32"), S32, &[S32; 2])));
    forms.push(Form::plain("mad.hi.sat.s32", S32, &[S32; 3]));
    for ty in [U32, S32] {
        for half in ["lo", "hi"] {
            let name = ty.name();
            forms.push(Form::plain(&format!("mul24.{half}.{name}"), ty, &[ty; 2]));
            forms.push(Form::plain(&format!("mad24.{half}.{name}"), ty, &[ty; 3]));
        }
    }
    forms.push(Form::plain("mad24.hi.sat.s32", S32, &[S32; 3]));
    forms.extend(carries());
    forms
}

/// Chains of two instructions, and the flag that they leave.
fn carries() -> Vec<Form> {
    let mut forms = Vec::new();
    for ty in [U32, S32, U64, S64] {
        let name = ty.name();
        for op in ["add", "sub"] {
            let text = format!(
                "{op}.cc.{name} %d0, %s0, %s1; {op}c.cc.{name} %d1, %s2, %s3; \
                 {op}c.{name} %d2, 0, 0;"
            );
            forms.push(Form::new(text, &[ty; 3], &[ty; 4]));
        }
        let text = format!(
            "mad.lo.cc.{name} %d0, %s0, %s1, %s2; madc.hi.cc.{name} %d1, %s0, %s1, %s3; \
             madc.hi.{name} %d2, %s0, %s3, 0; madc.lo.{name} %d3, %s1, %s2, 0;"
        );
        forms.push(Form::new(text, &[ty; 4], &[ty; 4]));
    }
    forms
}
