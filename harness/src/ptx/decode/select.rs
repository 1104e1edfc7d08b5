//! Comparisons and selections: `setp`, `set`, `selp`, `slct`, `testp`.

use super::Form;
use super::integer::LogicOp;
use crate::ptx::types::Type;

/// A comparison or a selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Select {
    /// `setp`: `p, a, b` or, with a combination, `p, a, b, c` where `c` is a predicate that may be
    /// negated. A pair `p|q`: `q` is the negated comparison, combined with `c` too; of a packed
    /// type, `p` is the low half's and `q` the high half's.
    SetPredicate {
        /// Which comparison.
        comparison: Comparison,
        /// Combined with `c`: and, or, xor.
        combine: Option<LogicOp>,
        /// `.ftz`
        ftz: bool,
        /// Type of `a` and `b`.
        ty: Type,
    },
    /// `set`: `d, a, b` or `d, a, b, c`. A true result is all ones in an integer, 1.0 in a float;
    /// of packed types, each half for itself.
    Set {
        /// Which comparison.
        comparison: Comparison,
        /// Combined with `c`: and, or, xor.
        combine: Option<LogicOp>,
        /// `.ftz`
        ftz: bool,
        /// Type of `d`.
        to: Type,
        /// Type of `a` and `b`.
        ty: Type,
    },
    /// `selp`: `d, a, b, p`: `a` where `p`.
    Select {
        /// Type of `d`, `a`, `b`.
        ty: Type,
    },
    /// `slct`: `d, a, b, c`: `a` where `c >= 0`.
    SelectSign {
        /// Type of `d`, `a`, `b`.
        ty: Type,
        /// `s32` or `f32`.
        by: Type,
        /// `.ftz`
        ftz: bool,
    },
    /// `testp`: `p, a`.
    Test {
        /// What is asked.
        property: TestProperty,
        /// `f32` or `f64`.
        ty: Type,
    },
}

/// A comparison. `lo`, `ls`, `hi`, `hs` are read as the unsigned `Lt`, `Le`, `Gt`, `Ge`: the type
/// says unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `eq`; false if an operand is NaN, as the five that follow.
    Eq,
    /// `ne`
    Ne,
    /// `lt`
    Lt,
    /// `le`
    Le,
    /// `gt`
    Gt,
    /// `ge`
    Ge,
    /// `equ`; true if an operand is NaN, as the five that follow.
    Equ,
    /// `neu`
    Neu,
    /// `ltu`
    Ltu,
    /// `leu`
    Leu,
    /// `gtu`
    Gtu,
    /// `geu`
    Geu,
    /// Neither operand is NaN.
    Num,
    /// An operand is NaN.
    Nan,
}

/// What `testp` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestProperty {
    /// Neither infinite nor NaN.
    Finite,
    /// Infinite.
    Infinite,
    /// Not NaN.
    Number,
    /// NaN.
    NotANumber,
    /// Finite, not subnormal, not zero.
    Normal,
    /// Subnormal, or zero.
    Subnormal,
}

pub(in crate::ptx) const COMPARISONS: &[(&str, Comparison)] = &[
    ("eq", Comparison::Eq),
    ("ne", Comparison::Ne),
    ("lt", Comparison::Lt),
    ("le", Comparison::Le),
    ("gt", Comparison::Gt),
    ("ge", Comparison::Ge),
    ("lo", Comparison::Lt),
    ("ls", Comparison::Le),
    ("hi", Comparison::Gt),
    ("hs", Comparison::Ge),
    ("equ", Comparison::Equ),
    ("neu", Comparison::Neu),
    ("ltu", Comparison::Ltu),
    ("leu", Comparison::Leu),
    ("gtu", Comparison::Gtu),
    ("geu", Comparison::Geu),
    ("num", Comparison::Num),
    ("nan", Comparison::Nan),
];

pub(in crate::ptx) const COMBINATIONS: &[(&str, LogicOp)] =
    &[("and", LogicOp::And), ("or", LogicOp::Or), ("xor", LogicOp::Xor)];

pub(in crate::ptx) const PROPERTIES: &[(&str, TestProperty)] = &[
    ("finite", TestProperty::Finite),
    ("infinite", TestProperty::Infinite),
    ("number", TestProperty::Number),
    ("notanumber", TestProperty::NotANumber),
    ("normal", TestProperty::Normal),
    ("subnormal", TestProperty::Subnormal),
];

pub(super) fn decode(root: &str, form: &mut Form) -> Option<Select> {
    match root {
        "selp" => {
            form.shape(&["dsss"])?;
            Some(Select::Select { ty: form.ty()? })
        }
        "slct" => {
            form.shape(&["dsss"])?;
            let ftz = form.flag("ftz");
            Some(Select::SelectSign { ty: form.ty()?, by: form.ty()?, ftz })
        }
        "testp" => {
            form.shape(&["ds"])?;
            Some(Select::Test { property: form.pick(PROPERTIES)?, ty: form.ty()? })
        }
        _ => compare(root, form),
    }
}

fn compare(root: &str, form: &mut Form) -> Option<Select> {
    let comparison = form.pick(COMPARISONS)?;
    let combine = form.pick(COMBINATIONS);
    form.shape(match (root, combine) {
        ("setp", None) => &["pss"],
        ("setp", Some(_)) => &["psss"],
        (_, None) => &["dss"],
        (_, Some(_)) => &["dsss"],
    })?;
    let ftz = form.flag("ftz");
    if root == "setp" {
        return Some(Select::SetPredicate { comparison, combine, ftz, ty: form.ty()? });
    }
    Some(Select::Set { comparison, combine, ftz, to: form.ty()?, ty: form.ty()? })
}
