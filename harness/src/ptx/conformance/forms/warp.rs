//! Exchange between the lanes of a whole warp.

use crate::ptx::conformance::form::Form;
use crate::ptx::conformance::operands::Values;
use crate::ptx::decode::{SHUFFLES, VOTES};
use crate::ptx::types::Type;

use Type::{B32, B64, F32, Pred, S32, U32};

pub(super) fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for (mode, _) in SHUFFLES {
        // The whole warp to its last lane, to its first one, in eighths, in halves up to lane 5.
        for clamp in ["31", "0", "0x1c1f", "0x1005"] {
            let text = format!("shfl.sync.{mode}.b32 %d0|%d1, %s0, %s1, {clamp}, -1;");
            let form = Form::new(text, &[B32, Pred], &[B32, U32]);
            forms.push(form.with(1, Values::Count));
        }
    }
    for (mode, _) in VOTES {
        let result = if *mode == "ballot" { B32 } else { Pred };
        for negation in ["", "!"] {
            let name = format!("vote.sync.{mode}.{}", result.name());
            let form = Form::new(format!("{name} %d0, {negation}%s0, -1;"), &[result], &[Pred]);
            forms.push(form.with(0, Values::Few));
        }
    }
    for ty in [B32, B64] {
        let name = ty.name();
        let any = Form::new(format!("match.any.sync.{name} %d0, %s0, -1;"), &[B32], &[ty]);
        let all =
            Form::new(format!("match.all.sync.{name} %d0|%d1, %s0, -1;"), &[B32, Pred], &[ty]);
        forms.extend([any, all].map(|form| form.with(0, Values::Few)));
    }
    for (ops, types) in
        [(["add", "min", "max"], &[U32, S32][..]), (["and", "or", "xor"], &[B32][..])]
    {
        for op in ops {
            forms.extend(types.iter().map(|ty| reduction(op, *ty)));
        }
    }
    for op in ["min", "max", "min.abs", "max.NaN", "min.abs.NaN"] {
        forms.push(reduction(op, F32).only_at(100));
    }
    forms.push(Form::new("activemask.b32 %d0;", &[B32], &[]));
    // That it is always the same lane is specified, and not which: the first one.
    forms.push(Form::new("elect.sync %d0|%d1, -1;", &[B32, Pred], &[]).at(90));
    forms
}

fn reduction(op: &str, ty: Type) -> Form {
    Form::new(format!("redux.sync.{op}.{} %d0, %s0, -1;", ty.name()), &[ty], &[ty])
}
