//! Branches, calls, ends of threads, and what controls a whole kernel.

use super::Form;
use crate::ptx::program::Operand;

/// A control instruction. A predicate selects the lanes that branch, call or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// `bra`: a label.
    Branch {
        /// `.uni`: all active lanes agree.
        uniform: bool,
    },
    /// `brx.idx`: `index, table`.
    BranchIndexed {
        /// `.uni`
        uniform: bool,
    },
    /// `call`: always three operands: a vector of return parameters, the function (a symbol, or a
    /// register for an indirect call), a vector of arguments. Arguments and results are symbols
    /// (`.param` variables of the caller), registers or immediates. A prototype is not kept.
    Call {
        /// `.uni`
        uniform: bool,
    },
    /// `ret`: no operand. Ends the function; in a kernel, the thread.
    Return {
        /// `.uni`
        uniform: bool,
    },
    /// `exit`: no operand. Ends the thread.
    Exit,
    /// `trap`, `brkpt`: no operand. Ends the kernel with an error.
    Trap,
    /// `nanosleep`: a `u32`.
    Sleep,
    /// `griddepcontrol`: no operand. Ordering with other kernels of the stream.
    GridDependency {
        /// `.wait`; otherwise `.launch_dependents`.
        wait: bool,
    },
    /// `setmaxnreg`: an immediate. The warp gives back or asks for registers.
    SetMaxRegisters {
        /// `.inc`; otherwise `.dec`.
        increase: bool,
    },
}

pub(super) fn decode(root: &str, form: &mut Form) -> Option<Control> {
    let uniform = form.flag("uni");
    Some(match (root, form.operands) {
        ("bra", _) => {
            form.shape(&["b"])?;
            Control::Branch { uniform }
        }
        ("brx", [_, Operand::Table(_)]) if form.flag("idx") => Control::BranchIndexed { uniform },
        ("call", [Operand::Vector(_), target, Operand::Vector(_)]) => {
            matches!(target, Operand::Symbol(_) | Operand::Register(_)).then_some(())?;
            Control::Call { uniform }
        }
        ("ret", []) => Control::Return { uniform },
        ("exit", []) => Control::Exit,
        ("trap" | "brkpt", []) => Control::Trap,
        ("nanosleep", [_]) if form.flag("u32") => Control::Sleep,
        ("griddepcontrol", []) => Control::GridDependency {
            wait: form.pick(&[("wait", true), ("launch_dependents", false)])?,
        },
        ("setmaxnreg", [Operand::Immediate(_)]) => {
            let increase = form.pick(&[("inc", true), ("dec", false)])?;
            (form.flag("sync") && form.flag("aligned") && form.flag("u32")).then_some(())?;
            Control::SetMaxRegisters { increase }
        }
        _ => return None,
    })
}
