//! What an operation needs of whoever evaluates it.

use super::ops::AtomicAccess;
use crate::tensor::{Domain, Kind, Status, Tile};

/// Why a kernel has no result on its inputs: it is not well defined, or a limit of ours ended it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}{}{detail}", if detail.is_empty() { "" } else { ": " })]
pub struct Undefined {
    /// The rule that is broken; the key under which such cases are counted.
    pub reason: &'static str,
    /// Where and how.
    pub detail: String,
    /// Whether `reason` is a limit of ours, and the kernel may be well defined.
    pub is_limit: bool,
}

impl Undefined {
    /// A broken rule with nothing to add.
    pub fn new(reason: &'static str) -> Self {
        Undefined { reason, detail: String::new(), is_limit: false }
    }

    /// A limit of ours.
    pub fn limit(reason: &'static str) -> Self {
        Undefined { is_limit: true, ..Undefined::new(reason) }
    }

    /// A broken rule, and where.
    pub fn at(reason: &'static str, detail: impl ToString) -> Self {
        Undefined { reason, detail: detail.to_string(), is_limit: false }
    }

    /// What an operation reported, as an error: undefined behaviour, poison, or rounding, which an
    /// exactly compared program must not need. Lanes left open stay undefined lanes.
    ///
    /// # Errors
    /// If anything of that kind was reported.
    pub fn check(status: &Status) -> Result<(), Undefined> {
        match (status.trap.or(status.poison), status.inexact) {
            (Some(reason), _) => Err(Undefined::new(reason)),
            (None, true) => Err(Undefined::new("a result is rounded")),
            (None, false) => Ok(()),
        }
    }
}

/// One program instance of a launch: what operations read and what they act on.
pub trait Machine<D: Domain> {
    /// Index of this instance along `axis` (0 to 2).
    fn program_id(&self, axis: usize) -> i64;

    /// Number of instances along `axis`.
    fn num_programs(&self, axis: usize) -> i64;

    /// Loads elements; masked-off lanes take `other`, or are undefined without it.
    ///
    /// # Errors
    /// If an address or the mask is undefined, an address is out of bounds, or the location is
    /// stored to in this launch.
    fn load(
        &mut self,
        kind: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
        other: Option<&Tile<D>>,
    ) -> Result<Tile<D>, Undefined>;

    /// Stores elements.
    ///
    /// # Errors
    /// As `load`, and if the location is stored to by another element or instance.
    fn store(
        &mut self,
        kind: Kind,
        addresses: &Tile<D>,
        values: &Tile<D>,
        mask: Option<&Tile<D>>,
    ) -> Result<(), Undefined>;

    /// Accesses elements atomically; gives what was there before the launch, undefined in masked-off
    /// lanes.
    ///
    /// # Errors
    /// As `load`. What depends on the order of accesses is seen at the end of the launch.
    fn atomic(
        &mut self,
        access: AtomicAccess<D>,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
    ) -> Result<Tile<D>, Undefined>;
}
