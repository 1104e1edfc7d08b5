//! A module with the text that it came from.

use crate::mlir::{self, Module, ParseError, Span};

/// Why two modules cannot be compared at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValidateError {
    /// The text is not understood.
    #[error("{name}:{error}")]
    Parse {
        /// What the text is called.
        name: String,
        /// What is wrong with it, and where.
        error: ParseError,
    },
}

/// A module, its text and what that is called.
#[derive(Clone, Debug)]
pub struct Text {
    /// A file's name, or what made the text.
    pub name: String,
    /// The module.
    pub module: Module,
    lines: Vec<String>,
}

impl Text {
    /// Reads a module.
    ///
    /// # Errors
    /// If it is not understood.
    pub fn parse(name: &str, text: &str) -> Result<Self, ValidateError> {
        let wrong = |error| ValidateError::Parse { name: name.to_owned(), error };
        let module = mlir::parse(text).map_err(wrong)?;
        let lines = text.lines().map(|line| line.trim().to_owned()).collect();
        Ok(Text { name: name.to_owned(), module, lines })
    }

    /// The line at that place, without the space around it.
    pub(super) fn line(&self, span: Span) -> &str {
        let line = (span.line as usize).checked_sub(1).and_then(|at| self.lines.get(at));
        line.map_or("", String::as_str)
    }
}
