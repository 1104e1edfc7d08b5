//! The interpreter's own results of a form.

use super::form::Form;
use super::kernel::{ENTRY, SLOT, kernel};
use crate::ptx::{Executable, GlobalBuffer, GlobalMemory, Options, read};

/// Where operands and results lie, far apart.
const OPERANDS: u64 = 0x1_0000_0000;
const RESULTS: u64 = 0x2_0000_0000;

/// A form, ready to be executed.
pub(super) struct Interpreter {
    executable: Executable,
    sources: usize,
    results: usize,
}

/// What an execution gave.
pub(super) struct Executed {
    /// The results, one thread after the other.
    pub(super) results: Vec<u64>,
    /// The instruction set allows other results too.
    pub(super) approximate: bool,
}

impl Interpreter {
    /// Reads the form's kernel.
    ///
    /// # Errors
    /// What the reader or the interpreter does not know.
    pub(super) fn new(form: &Form) -> Result<Self, String> {
        let module = read(&kernel(form)).map_err(|error| error.to_string())?;
        let executable = Executable::new(&module, Some(ENTRY)).map_err(|stop| stop.to_string())?;
        Ok(Interpreter { executable, sources: form.sources.len(), results: form.results.len() })
    }

    /// Executes the form for so many threads, in blocks of `block`.
    ///
    /// # Errors
    /// Why it did not come to its end.
    pub(super) fn run(
        &self,
        operands: &[u64],
        threads: usize,
        block: usize,
    ) -> Result<Executed, String> {
        let fits = operands.len() == threads * self.sources && threads.is_multiple_of(block);
        assert!(fits, "invariant: whole blocks of threads with all of their operands");
        let bytes = operands.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut memory = GlobalMemory::default();
        memory.add(GlobalBuffer::new("operands", OPERANDS, bytes));
        let room = vec![0; threads * self.results * SLOT];
        memory.add(GlobalBuffer::new("results", RESULTS, room));
        let options = Options {
            grid: [(threads / block) as u32, 1, 1],
            threads: block as u32,
            ..Options::default()
        };
        let arguments = [OPERANDS, RESULTS].map(|address| address.to_le_bytes().to_vec());
        let run = self.executable.run(&arguments, memory, &options);
        let run = run.map_err(|stop| stop.to_string())?;
        let words = run.memory.buffers()[1].bytes.chunks_exact(SLOT);
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
        Ok(Executed { results: words.map(word).collect(), approximate: run.approximate })
    }
}
