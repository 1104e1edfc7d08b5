//! SPIR-V as words: what a kernel's parameters are, and what must be changed for a CPU's runtime.
//!
//! Modules are read instruction by instruction and never rebuilt from a model, so that what is not
//! understood stays as it was.

mod builtins;
mod parameters;
mod rewrite;

use spirv::Op;

pub(super) use builtins::definitions;
pub(crate) use builtins::lacks_builtins;
pub(crate) use parameters::{Parameter, parameters};
pub(super) use rewrite::{for_cpu, refused};

/// Words before the first instruction: magic number, version, generator, bound, schema.
const HEADER: usize = 5;

/// Why bytes are no SPIR-V module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Malformed {
    /// They do not start as a module does.
    #[error("no SPIR-V: the magic number is missing")]
    Magic,
    /// An instruction is longer than what is left, or has no length.
    #[error("no SPIR-V: the instruction at word {0} does not fit")]
    Instruction(usize),
    /// There is no such entry point.
    #[error("the module has no entry point `{0}`")]
    EntryPoint(String),
}

/// A module: its header and its instructions, whose lengths fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Module {
    words: Vec<u32>,
}

/// One instruction: its opcode, and its words with the opcode's own first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction<'a> {
    /// The opcode's number.
    pub(super) code: u32,
    /// Every word of it.
    pub(super) words: &'a [u32],
}

impl<'a> Instruction<'a> {
    /// Whether it is `op`.
    pub(super) fn is(&self, op: Op) -> bool {
        self.code == op as u32
    }

    /// The word at `index`, 0 where there is none: no id and no enumerant that matters here is 0.
    pub(super) fn word(&self, index: usize) -> u32 {
        self.words.get(index).copied().unwrap_or(0)
    }

    /// The literal string that starts at word `index`.
    pub(super) fn text(&self, index: usize) -> String {
        let words = self.words.get(index..).unwrap_or(&[]);
        let bytes = words.iter().flat_map(|word| word.to_le_bytes());
        let text: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
        String::from_utf8_lossy(&text).into_owned()
    }
}

impl Module {
    /// Reads a module.
    ///
    /// # Errors
    /// When the bytes are no sequence of instructions after a header. Modules of the other byte
    /// order are refused: no compiler here writes them.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let (chunks, rest) = bytes.as_chunks::<4>();
        let words: Vec<u32> = chunks.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        if words.len() < HEADER || words[0] != spirv::MAGIC_NUMBER || !rest.is_empty() {
            return Err(Malformed::Magic);
        }
        let mut at = HEADER;
        while at < words.len() {
            let length = (words[at] >> 16) as usize;
            if length == 0 || at + length > words.len() {
                return Err(Malformed::Instruction(at));
            }
            at += length;
        }
        Ok(Module { words })
    }

    /// The instructions, in order.
    pub(super) fn instructions(&self) -> impl Iterator<Item = Instruction<'_>> {
        let mut rest = &self.words[HEADER..];
        std::iter::from_fn(move || {
            let first = *rest.first()?;
            let (words, after) = rest.split_at((first >> 16) as usize);
            rest = after;
            Some(Instruction { code: first & 0xffff, words })
        })
    }

    /// The module with each instruction replaced by what `change` makes of its words; none for
    /// `None`.
    pub(super) fn rewritten(&self, change: impl Fn(&Instruction) -> Option<Vec<u32>>) -> Self {
        let mut words = self.words[..HEADER].to_vec();
        for instruction in self.instructions() {
            words.extend(change(&instruction).unwrap_or_default());
        }
        Module { words }
    }

    /// The module as bytes.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// The functions that are launched: id and name.
    pub(super) fn entry_points(&self) -> impl Iterator<Item = (u32, String)> + '_ {
        let entries = self.instructions().filter(|instruction| instruction.is(Op::EntryPoint));
        entries.map(|instruction| (instruction.word(2), instruction.text(3)))
    }
}

/// Modules for tests.
#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The words of a literal string.
    pub(in super::super) fn string(text: &str) -> Vec<u32> {
        let mut bytes = text.as_bytes().to_vec();
        bytes.resize(text.len() / 4 * 4 + 4, 0);
        bytes.chunks(4).map(|c| u32::from_le_bytes(c.try_into().unwrap())).collect()
    }

    /// A module of these instructions, each an opcode and its operands.
    pub(in super::super) fn module(instructions: &[(Op, Vec<u32>)]) -> Module {
        let mut words = vec![spirv::MAGIC_NUMBER, 0x0001_0400, 0, 100, 0];
        for (op, operands) in instructions {
            words.push((operands.len() as u32 + 1) << 16 | *op as u32);
            words.extend(operands);
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Module::read(&bytes).unwrap()
    }

    #[test]
    fn a_module_is_read_and_written_unchanged() {
        let read = module(&[(Op::Capability, vec![6]), (Op::Extension, string("SPV_abc_def"))]);
        let texts: Vec<_> = read.instructions().map(|instruction| instruction.text(1)).collect();
        assert_eq!(texts[1], "SPV_abc_def");
        assert_eq!(read.rewritten(|instruction| Some(instruction.words.to_vec())), read);
        assert_eq!(Module::read(&read.bytes()), Ok(read));
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert_eq!(Module::read(b"ELF"), Err(Malformed::Magic));
        let mut bytes = module(&[(Op::Capability, vec![6])]).bytes();
        bytes.truncate(24);
        assert_eq!(Module::read(&bytes), Err(Malformed::Instruction(5)));
        bytes[20..24].fill(0);
        assert_eq!(Module::read(&bytes), Err(Malformed::Instruction(5)));
    }
}
