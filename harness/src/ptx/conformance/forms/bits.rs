//! Logic, shifts, bit fields, permutations and dot products of bytes.

use crate::ptx::conformance::form::Form;
use crate::ptx::conformance::operands::Values;
use crate::ptx::decode::PERMUTE_MODES;
use crate::ptx::types::Type;

use Type::{B16, B32, B64, Pred, S16, S32, S64, U16, U32, U64};

pub(super) fn forms() -> Vec<Form> {
    let mut forms = logic();
    for ty in [B16, B32, B64, U16, U32, U64, S16, S32, S64] {
        let roots: &[&str] = if ty.name().starts_with('b') { &["shl", "shr"] } else { &["shr"] };
        for root in roots {
            let form = Form::plain(&format!("{root}.{}", ty.name()), ty, &[ty, U32]);
            forms.push(form.with(1, Values::Count));
        }
    }
    for side in ["l", "r"] {
        for mode in ["wrap", "clamp"] {
            let form = Form::plain(&format!("shf.{side}.{mode}.b32"), B32, &[B32, B32, U32]);
            forms.push(form.with(2, Values::Count));
        }
    }
    let modes = PERMUTE_MODES.iter().map(|(name, _)| format!("prmt.b32.{name}"));
    let modes = modes.chain(["prmt.b32".to_owned()]);
    forms.extend(modes.map(|name| Form::plain(&name, B32, &[B32; 3])));
    forms.extend(fields());
    forms.extend(dots());
    forms
}

fn logic() -> Vec<Form> {
    let mut forms = Vec::new();
    for ty in [Pred, B16, B32, B64] {
        for op in ["and", "or", "xor"] {
            forms.push(Form::plain(&format!("{op}.{}", ty.name()), ty, &[ty; 2]));
        }
        forms.push(Form::plain(&format!("not.{}", ty.name()), ty, &[ty]));
        if ty != Pred {
            forms.push(Form::plain(&format!("cnot.{}", ty.name()), ty, &[ty]));
        }
    }
    // Each of the eight rows of the table alone, and functions of all three.
    for table in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x96, 0xe8, 0xca, 0x00, 0xff] {
        let text = format!("lop3.b32 %d0, %s0, %s1, %s2, {table:#04x};");
        forms.push(Form::new(text, &[B32], &[B32; 3]));
    }
    forms
}

fn fields() -> Vec<Form> {
    let mut forms = Vec::new();
    for ty in [U32, S32, U64, S64] {
        let form = Form::plain(&format!("bfe.{}", ty.name()), ty, &[ty, U32, U32]);
        forms.push(form.with(1, Values::Count).with(2, Values::Count));
        for op in ["bfind", "bfind.shiftamt"] {
            forms.push(Form::plain(&format!("{op}.{}", ty.name()), U32, &[ty]));
        }
    }
    for ty in [B32, B64] {
        let form = Form::plain(&format!("bfi.{}", ty.name()), ty, &[ty, ty, U32, U32]);
        forms.push(form.with(2, Values::Count).with(3, Values::Count));
        for (op, result) in [("clz", U32), ("popc", U32), ("brev", ty)] {
            forms.push(Form::plain(&format!("{op}.{}", ty.name()), result, &[ty]));
        }
    }
    for mode in ["wrap", "clamp"] {
        let form = Form::plain(&format!("bmsk.{mode}.b32"), B32, &[U32; 2]);
        forms.push(form.with_all(Values::Count));
        for ty in [U32, S32] {
            let form = Form::plain(&format!("szext.{mode}.{}", ty.name()), ty, &[ty, U32]);
            forms.push(form.with(1, Values::Count));
        }
    }
    forms
}

fn dots() -> Vec<Form> {
    let mut forms = Vec::new();
    for a in [U32, S32] {
        for b in [U32, S32] {
            let types = format!("{}.{}", a.name(), b.name());
            for op in ["dp4a", "dp2a.lo", "dp2a.hi"] {
                forms.push(Form::plain(&format!("{op}.{types}"), B32, &[B32; 3]));
            }
        }
    }
    forms
}
