//! Approximate functions.

use crate::ptx::conformance::form::{Claim, Form};
use crate::ptx::decode::FloatOp;
use crate::ptx::types::Type;

use Type::{Bf16, Bf16x2, F16, F16x2, F32, F64};

pub(super) fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for (root, op) in [
        ("rcp", FloatOp::Rcp),
        ("sqrt", FloatOp::Sqrt),
        ("rsqrt", FloatOp::Rsqrt),
        ("sin", FloatOp::Sin),
        ("cos", FloatOp::Cos),
        ("lg2", FloatOp::Lg2),
        ("ex2", FloatOp::Ex2),
    ] {
        forms.push(function(&format!("{root}.approx.f32"), F32, op));
        forms.push(function(&format!("{root}.approx.ftz.f32"), F32, op));
    }
    for mode in ["approx", "full"] {
        for ftz in ["", ".ftz"] {
            let (ftz_is_on, full) = (!ftz.is_empty(), mode == "full");
            let claim = Claim::Function { op: FloatOp::Div, ftz: ftz_is_on, full };
            let name = format!("div.{mode}{ftz}.f32");
            forms.push(Form::plain(&name, F32, &[F32; 2]).claiming(claim));
        }
    }
    for ty in [F32, F16, F16x2] {
        forms.push(function(&format!("tanh.approx.{}", ty.name()), ty, FloatOp::Tanh));
    }
    for ty in [F16, F16x2] {
        forms.push(function(&format!("ex2.approx.{}", ty.name()), ty, FloatOp::Ex2));
    }
    for ty in [Bf16, Bf16x2] {
        forms.push(function(&format!("tanh.approx.{}", ty.name()), ty, FloatOp::Tanh).at(90));
        forms.push(function(&format!("ex2.approx.ftz.{}", ty.name()), ty, FloatOp::Ex2).at(90));
    }
    forms.push(function("rcp.approx.ftz.f64", F64, FloatOp::Rcp));
    forms.push(function("rsqrt.approx.f64", F64, FloatOp::Rsqrt));
    forms.push(function("rsqrt.approx.ftz.f64", F64, FloatOp::Rsqrt));
    forms
}

fn function(name: &str, ty: Type, op: FloatOp) -> Form {
    let ftz = name.contains(".ftz");
    Form::plain(name, ty, &[ty]).claiming(Claim::Function { op, ftz, full: false })
}
