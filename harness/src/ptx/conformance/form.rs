//! What a form is: the instructions that are executed, and what goes into them and comes out.

use super::operands::{Source, Values};
use crate::ptx::decode::FloatOp;
use crate::ptx::matrix::Product;
use crate::ptx::types::Type;

/// Threads of a warp.
pub(super) const WARP: usize = 32;

/// One form of an instruction, and what is needed to execute it on its own.
#[derive(Clone, Debug)]
pub struct Form {
    /// The instructions. `%s0` ... are the sources, `%d0` ... the results, `%slot` the address of 8
    /// bytes of global memory a result that are the thread's own, `%room` that of 16 bytes of shared
    /// memory, which lie one after the other by thread, `%base` that of the first one's; behind the
    /// last one's there are 512 bytes more. Names the form.
    pub text: String,
    /// Types of the results.
    pub results: Vec<Type>,
    /// The sources.
    pub(super) sources: Vec<Source>,
    /// The least target that has it: 90 is `sm_90`.
    pub target: u32,
    /// Only that target has it: `sm_90a`.
    pub specific: bool,
    /// Threads of a block.
    pub threads: u32,
    /// What is promised of the results.
    pub(super) claim: Claim,
    /// How the assembler gets it wrong, if it is known to.
    pub misassembled: Option<Misassembled>,
}

/// How the assembler gets a form wrong. A recording that shows just that says nothing of the interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misassembled {
    /// So many of its results are wrong; another number of them is excused by nothing.
    pub results: usize,
    /// Where it goes wrong, and which assemblers do so.
    pub why: &'static str,
}

/// What is promised of the results of a form.
#[derive(Clone, Debug)]
pub(super) enum Claim {
    /// The bits.
    Bits,
    /// The bits, but of a NaN only that it is one: for moves of a sign and for `f64` the instruction
    /// set does not say which NaN.
    Numbers,
    /// A function: the bits where the interpreter is certain, elsewhere an interval.
    Function {
        /// Which.
        op: FloatOp,
        /// Subnormal operands are zero.
        ftz: bool,
        /// `div.full`: divisors of any magnitude.
        full: bool,
    },
    /// A product of matrices: the same.
    Product(Product),
    /// A product of which only that is compared of which the interpreter is certain.
    Certain,
}

impl Form {
    /// Results `%d0` ... of sources `%s0` ..., any values, on every target that Triton has.
    pub(super) fn new(text: impl Into<String>, results: &[Type], sources: &[Type]) -> Form {
        let any = |ty: &Type| Source { ty: *ty, values: Values::Any };
        Form {
            text: text.into(),
            results: results.to_vec(),
            sources: sources.iter().map(any).collect(),
            target: 80,
            specific: false,
            threads: WARP as u32,
            claim: Claim::Bits,
            misassembled: None,
        }
    }

    /// One instruction with one result and registers for all sources.
    pub(super) fn plain(name: &str, result: Type, sources: &[Type]) -> Form {
        let operands: String = (0..sources.len()).map(|at| format!(", %s{at}")).collect();
        Form::new(format!("{name} %d0{operands};"), &[result], sources)
    }

    /// Needs this target at least.
    pub(super) fn at(self, target: u32) -> Form {
        Form { target, ..self }
    }

    /// Exists on this target alone.
    pub(super) fn only_at(self, target: u32) -> Form {
        Form { target, specific: true, ..self }
    }

    /// Promises this.
    pub(super) fn claiming(self, claim: Claim) -> Form {
        Form { claim, ..self }
    }

    /// Source `at` has these values.
    pub(super) fn with(mut self, at: usize, values: Values) -> Form {
        self.sources[at].values = values;
        self
    }

    /// Every source has these values.
    pub(super) fn with_all(mut self, values: Values) -> Form {
        for source in &mut self.sources {
            source.values = values;
        }
        self
    }

    /// How many sources.
    pub fn sources(&self) -> usize {
        self.sources.len()
    }

    /// Whether a device has it: `(9, 0)` is compute capability 9.0.
    pub fn runs_on(&self, (major, minor): (u32, u32)) -> bool {
        let device = 10 * major + minor;
        if self.specific { device == self.target } else { device >= self.target }
    }

    /// The name of its target.
    pub fn target_name(&self) -> String {
        format!("sm_{}{}", self.target, if self.specific { "a" } else { "" })
    }
}

/// Bits of the register that holds a value of the type: there are none of 8 bits.
pub(super) fn register_bits(ty: Type) -> u32 {
    match ty.bits() {
        1 => 1,
        8 | 32 => 32,
        64 => 64,
        _ => 16,
    }
}

/// `%d2` to `%d4` in braces.
pub(super) fn vector(letter: char, first: usize, count: usize) -> String {
    let names: Vec<_> = (first..first + count).map(|at| format!("%{letter}{at}")).collect();
    format!("{{{}}}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_say_where_they_run() {
        let form = Form::plain("add.bf16", Type::Bf16, &[Type::Bf16; 2]).at(90);
        assert_eq!(form.text, "add.bf16 %d0, %s0, %s1;");
        assert!(form.runs_on((9, 0)) && form.runs_on((10, 0)) && !form.runs_on((8, 9)));
        let form = form.only_at(90);
        assert!(form.runs_on((9, 0)) && !form.runs_on((10, 0)));
        assert_eq!(form.target_name(), "sm_90a");
        assert_eq!(vector('d', 1, 2), "{%d1, %d2}");
    }
}
