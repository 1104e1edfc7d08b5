//! `mma.sync`, and matrices that go through shared memory.

use crate::ptx::conformance::form::{Claim, Form, vector};
use crate::ptx::conformance::operands::Values;
use crate::ptx::decode::{MatrixShape, MulLayout};
use crate::ptx::matrix::{Product, accumulator_registers, factor_registers};
use crate::ptx::types::Type;

use Type::{B32, Bf16, E4m3, E5m2, F16, F32, F64, S4, S8, S32, Tf32, U4, U8};

pub(super) fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for k in [8, 16] {
        forms.extend([F16, F32].map(|d| multiply((16, 8, k), d, F16, F16, false)));
        forms.push(multiply((16, 8, k), F32, Bf16, Bf16, false));
    }
    forms.extend([4, 8].map(|k| multiply((16, 8, k), F32, Tf32, Tf32, false)));
    forms.push(multiply((8, 8, 4), F64, F64, F64, false));
    forms.extend([4, 8, 16].map(|k| multiply((16, 8, k), F64, F64, F64, false).at(90)));
    for satfinite in [false, true] {
        for (types, shapes) in [
            ([S8, U8], [(8, 8, 16), (16, 8, 16), (16, 8, 32)]),
            ([S4, U4], [(8, 8, 32), (16, 8, 32), (16, 8, 64)]),
        ] {
            for shape in shapes {
                let pairs = types.iter().flat_map(|a| types.map(|b| (*a, b)));
                forms.extend(pairs.map(|(a, b)| multiply(shape, S32, a, b, satfinite)));
            }
        }
    }
    for (k, d) in [(32, F32), (32, F16), (16, F32), (16, F16)] {
        for a in [E4m3, E5m2] {
            forms.extend([E4m3, E5m2].map(|b| multiply((16, 8, k), d, a, b, false).at(89)));
        }
    }
    forms.push(Form::plain("movmatrix.sync.aligned.m8n8.trans.b16", B32, &[B32]));
    moves(&mut forms);
    forms
}

fn multiply((m, n, k): (u32, u32, u32), d: Type, a: Type, b: Type, satfinite: bool) -> Form {
    let (rows, columns, depth) = (m as usize, n as usize, k as usize);
    let known = "invariant: products of these types are known";
    let left = factor_registers(a, rows, depth).expect(known);
    let right = factor_registers(b, columns, depth).expect(known);
    let sums = accumulator_registers(d, rows, columns);
    let [d_name, a_name, b_name] = [d, a, b].map(Type::name);
    let satfinite_name = if satfinite { ".satfinite" } else { "" };
    let text = format!(
        "mma.sync.aligned.m{m}n{n}k{k}.row.col{satfinite_name}.{d_name}.{a_name}.{b_name}.{d_name} \
         {}, {}, {}, {};",
        vector('d', 0, sums),
        vector('s', 0, left),
        vector('s', left, right),
        vector('s', left + right, sums)
    );
    let register = |ty: Type| if ty == F64 { F64 } else { B32 };
    let mut sources = vec![register(a); left + right];
    sources.extend(vec![register(d); sums]);
    let mut form = Form::new(text, &vec![register(d); sums], &sources);
    for at in 0..sources.len() {
        let ty = match at {
            _ if at < left => a,
            _ if at < left + right => b,
            _ => d,
        };
        form = form.with(at, Values::Elements(ty));
    }
    let shape = MatrixShape { m, n, k };
    let (a_layout, b_layout) = (MulLayout::Row, MulLayout::Column);
    form.claiming(Claim::Product(Product { shape, a_layout, b_layout, d, a, b, c: d, satfinite }))
}

/// Rows of 16 bytes, one of each lane.
fn moves(forms: &mut Vec<Form>) {
    for count in [1, 2, 4] {
        for transposed in ["", ".trans"] {
            let form = format!("sync.aligned.m8n8.x{count}{transposed}.shared.b16");
            let load = format!(
                "st.shared.v4.b32 [%room], {}; bar.warp.sync -1; ldmatrix.{form} {}, [%room];",
                vector('s', 0, 4),
                vector('d', 0, count)
            );
            forms.push(Form::new(load, &vec![B32; count], &[B32; 4]));
            let store = format!(
                "st.shared.v4.b32 [%room], {}; bar.warp.sync -1; stmatrix.{form} [%room], {}; \
                 bar.warp.sync -1; ld.shared.v4.b32 {}, [%room];",
                vector('s', 0, 4),
                vector('s', 4, count),
                vector('d', 0, 4)
            );
            forms.push(Form::new(store, &[B32; 4], &vec![B32; 4 + count]).at(90));
        }
    }
}
