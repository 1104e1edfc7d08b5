//! Integer arithmetic, logic, shifts and bit fields.

use super::Form;
use crate::ptx::types::Type;

/// An integer instruction. Operands: `d, a, b, c` as far as named; all of the instruction's type
/// unless said otherwise. Sources may be immediates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integer {
    /// `add`, `sub`, `min`, `max`, `div`, `rem`: `d, a, b`; `abs`, `neg`: `d, a`.
    Arithmetic {
        /// Which.
        op: IntegerOp,
        /// Also the packed `u16x2` and `s16x2`.
        ty: Type,
        /// `.sat`: clamps to the signed range (`add.s32`, `sub.s32`).
        saturate: bool,
        /// `.relu`: negative results become 0 (`min`, `max` of `s32` and `s16x2`).
        relu: bool,
    },
    /// `add`, `addc`, `sub`, `subc` with a carry flag: `d, a, b`.
    Carry {
        /// Subtract.
        subtract: bool,
        /// Adds the flag (subtracts the borrow).
        carry_in: bool,
        /// Writes the flag.
        carry_out: bool,
        /// 32 or 64 bits.
        ty: Type,
    },
    /// `mul`: `d, a, b`; `mad`: `d, a, b, c`. With [`Half::Wide`], `d` and `c` have twice the
    /// width of `ty`.
    Multiply {
        /// Which part of the product.
        half: Half,
        /// `mad`: adds `c`.
        add: bool,
        /// Adds the carry flag (`madc`).
        carry_in: bool,
        /// Writes the carry flag.
        carry_out: bool,
        /// `mad.hi.sat.s32`
        saturate: bool,
        /// Type of `a` and `b`.
        ty: Type,
    },
    /// `mul24`: `d, a, b`; `mad24`: `d, a, b, c`: of the low 24 bits of each factor.
    Multiply24 {
        /// The high 32 of 48 bits.
        high: bool,
        /// `mad24`
        add: bool,
        /// `.sat`
        saturate: bool,
        /// `u32` or `s32`.
        ty: Type,
    },
    /// `and`, `or`, `xor`: `d, a, b`; `not`, `cnot`: `d, a`. The type may be `pred`, where a source
    /// may be negated.
    Logic {
        /// Which.
        op: LogicOp,
        /// Untyped bits, or `pred`.
        ty: Type,
    },
    /// `shl`, `shr`: `d, a, amount`. The amount is a `u32`; from the width on, the result is 0 or
    /// the sign.
    Shift {
        /// To the left.
        left: bool,
        /// Signed: arithmetic.
        ty: Type,
    },
    /// `shf.b32`: `d, low, high, amount`.
    Funnel {
        /// The high word of the shifted pair; otherwise the low one.
        left: bool,
        /// The amount counts modulo 32; otherwise it is clamped to 32.
        wrap: bool,
    },
    /// `lop3.b32`: `d, a, b, c, table`.
    Lop3,
    /// `prmt.b32`: `d, a, b, selector`.
    Permute {
        /// How the selector is used.
        mode: PermuteMode,
    },
    /// `bfe`: `d, a, position, length`.
    Extract {
        /// Signed: fills with the sign.
        ty: Type,
    },
    /// `bfi`: `d, field, into, position, length`.
    Insert {
        /// `b32` or `b64`.
        ty: Type,
    },
    /// `bfind`: `d, a`; `d` is a `u32`, all ones if there is no such bit.
    Find {
        /// Type of `a`.
        ty: Type,
        /// Gives the shift that brings the bit to the top.
        shift_amount: bool,
    },
    /// `clz`: `d, a`; `d` is a `u32`.
    LeadingZeros {
        /// Type of `a`.
        ty: Type,
    },
    /// `popc`: `d, a`; `d` is a `u32`.
    PopulationCount {
        /// Type of `a`.
        ty: Type,
    },
    /// `brev`: `d, a`.
    Reverse {
        /// `b32` or `b64`.
        ty: Type,
    },
    /// `bmsk.b32`: `d, position, length`.
    Mask {
        /// Operands modulo 32; otherwise clamped.
        wrap: bool,
    },
    /// `szext`: `d, a, width`.
    SignExtend {
        /// `u32` or `s32`.
        ty: Type,
        /// Width modulo 32; otherwise clamped.
        wrap: bool,
    },
    /// `sad`: `d, a, b, c`: `c + |a - b|`.
    AbsoluteDifference {
        /// The type.
        ty: Type,
    },
    /// `dp4a`: `d, a, b, c`: `c` plus the dot product of four bytes.
    Dot4 {
        /// `u32` or `s32`: of the bytes of `a`.
        a: Type,
        /// Of the bytes of `b`.
        b: Type,
    },
    /// `dp2a`: `d, a, b, c`: `c` plus the dot product of two halves of `a` and two bytes of `b`.
    Dot2 {
        /// Bytes 2 and 3 of `b`.
        high: bool,
        /// Of the halves of `a`.
        a: Type,
        /// Of the bytes of `b`.
        b: Type,
    },
}

/// Operations of [`Integer::Arithmetic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Quotient, towards zero.
    Div,
    /// Remainder, with the sign of the dividend.
    Rem,
    /// Smaller.
    Min,
    /// Larger.
    Max,
    /// Absolute value.
    Abs,
    /// Negation.
    Neg,
}

/// Operations of [`Integer::Logic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogicOp {
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Exclusive or.
    Xor,
    /// Complement.
    Not,
    /// 1 if all bits are 0.
    Cnot,
}

/// Part of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Low half.
    Low,
    /// High half.
    High,
    /// Whole product, in twice the width.
    Wide,
}

/// Modes of `prmt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PermuteMode {
    /// Four selector nibbles, the top bit of each copies the sign.
    Index,
    /// `.f4e`
    Forward4,
    /// `.b4e`
    Backward4,
    /// `.rc8`
    Replicate8,
    /// `.ecl`
    EdgeClampLeft,
    /// `.ecr`
    EdgeClampRight,
    /// `.rc16`
    Replicate16,
}

const HALVES: &[(&str, Half)] = &[("lo", Half::Low), ("hi", Half::High), ("wide", Half::Wide)];

pub(in crate::ptx) const PERMUTE_MODES: &[(&str, PermuteMode)] = &[
    ("f4e", PermuteMode::Forward4),
    ("b4e", PermuteMode::Backward4),
    ("rc8", PermuteMode::Replicate8),
    ("ecl", PermuteMode::EdgeClampLeft),
    ("ecr", PermuteMode::EdgeClampRight),
    ("rc16", PermuteMode::Replicate16),
];

pub(super) fn decode(root: &str, form: &mut Form) -> Option<Integer> {
    match root {
        "add" | "sub" | "addc" | "subc" | "div" | "rem" | "min" | "max" | "abs" | "neg" => {
            arithmetic(root, form)
        }
        "mul" | "mad" | "madc" => multiply(root, form),
        "mul24" | "mad24" => multiply24(root == "mad24", form),
        "and" | "or" | "xor" | "not" | "cnot" => logic(root, form),
        "dp4a" | "dp2a" => dot(root, form),
        _ => bits(root, form),
    }
}

fn integer(form: &mut Form) -> Option<Type> {
    form.ty().filter(|ty| ty.is_integer())
}

fn arithmetic(root: &str, form: &mut Form) -> Option<Integer> {
    let unary = matches!(root, "abs" | "neg");
    form.shape(if unary { &["ds"] } else { &["dss"] })?;
    let carry_out = form.flag("cc");
    let carry_in = matches!(root, "addc" | "subc");
    let (saturate, relu) = (form.flag("sat"), form.flag("relu"));
    let ty = form.ty().filter(|ty| ty.is_integer() || matches!(ty, Type::U16x2 | Type::S16x2))?;
    let clamps = matches!(root, "min" | "max") && matches!(ty, Type::S32 | Type::S16x2);
    (clamps || !relu).then_some(())?;
    if carry_in || carry_out {
        let subtract = root.starts_with("sub");
        return (subtract || root.starts_with("add")).then_some(Integer::Carry {
            subtract,
            carry_in,
            carry_out,
            ty,
        });
    }
    let op = match root {
        "add" => IntegerOp::Add,
        "sub" => IntegerOp::Sub,
        "div" => IntegerOp::Div,
        "rem" => IntegerOp::Rem,
        "min" => IntegerOp::Min,
        "max" => IntegerOp::Max,
        "abs" => IntegerOp::Abs,
        _ => IntegerOp::Neg,
    };
    Some(Integer::Arithmetic { op, ty, saturate, relu })
}

fn multiply(root: &str, form: &mut Form) -> Option<Integer> {
    let add = root != "mul";
    form.shape(if add { &["dsss"] } else { &["dss"] })?;
    let half = form.pick(HALVES)?;
    let (carry_out, saturate) = (form.flag("cc"), form.flag("sat"));
    let ty = integer(form)?;
    Some(Integer::Multiply { half, add, carry_in: root == "madc", carry_out, saturate, ty })
}

fn multiply24(add: bool, form: &mut Form) -> Option<Integer> {
    form.shape(if add { &["dsss"] } else { &["dss"] })?;
    let high = form.pick(&[("lo", false), ("hi", true)])?;
    let saturate = form.flag("sat");
    Some(Integer::Multiply24 { high, add, saturate, ty: integer(form)? })
}

fn logic(root: &str, form: &mut Form) -> Option<Integer> {
    let op = match root {
        "and" => LogicOp::And,
        "or" => LogicOp::Or,
        "xor" => LogicOp::Xor,
        "not" => LogicOp::Not,
        _ => LogicOp::Cnot,
    };
    let unary = matches!(op, LogicOp::Not | LogicOp::Cnot);
    form.shape(if unary { &["ds"] } else { &["dss"] })?;
    let ty = form.ty().filter(|ty| ty.is_integer() || *ty == Type::Pred)?;
    Some(Integer::Logic { op, ty })
}

fn dot(root: &str, form: &mut Form) -> Option<Integer> {
    form.shape(&["dsss"])?;
    let high = form.pick(&[("lo", false), ("hi", true)]);
    let (a, b) = (integer(form)?, integer(form)?);
    match (root, high) {
        ("dp4a", None) => Some(Integer::Dot4 { a, b }),
        ("dp2a", Some(high)) => Some(Integer::Dot2 { high, a, b }),
        _ => None,
    }
}

fn bits(root: &str, form: &mut Form) -> Option<Integer> {
    let shapes: &[&str] = match root {
        "bfind" | "clz" | "popc" | "brev" => &["ds"],
        "shl" | "shr" | "bmsk" | "szext" => &["dss"],
        "shf" | "prmt" | "bfe" | "sad" => &["dsss"],
        "lop3" | "bfi" => &["dssss"],
        _ => return None,
    };
    form.shape(shapes)?;
    let wrap = form.pick(&[("wrap", true), ("clamp", false)]);
    let left = form.pick(&[("l", true), ("r", false)]);
    let mode = form.pick(PERMUTE_MODES).unwrap_or(PermuteMode::Index);
    let shift_amount = form.flag("shiftamt");
    let ty = integer(form)?;
    Some(match root {
        "shl" | "shr" => Integer::Shift { left: root == "shl", ty },
        "shf" => Integer::Funnel { left: left?, wrap: wrap? },
        "lop3" => Integer::Lop3,
        "prmt" => Integer::Permute { mode },
        "bfe" => Integer::Extract { ty },
        "bfi" => Integer::Insert { ty },
        "bfind" => Integer::Find { ty, shift_amount },
        "clz" => Integer::LeadingZeros { ty },
        "popc" => Integer::PopulationCount { ty },
        "brev" => Integer::Reverse { ty },
        "bmsk" => Integer::Mask { wrap: wrap? },
        "szext" => Integer::SignExtend { ty, wrap: wrap? },
        "sad" => Integer::AbsoluteDifference { ty },
        _ => return None,
    })
}
