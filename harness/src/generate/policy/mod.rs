//! Generation policies: what a part of a kernel is about.
//!
//! A *policy* adds statements to a kernel that give some optimization something to do, and keeps
//! its results (`Builder::keep`), which then reach a store. To add one: write its file, and add its
//! line to [`POLICIES`].

mod arithmetic;
mod atomics;
mod block_pointers;
mod both_axes;
mod descriptors;
mod branches;
mod combine;
mod gather;
mod hinted;
mod flags;
mod fp8;
mod index_chain;
mod loop_around;
mod loop_reduce;
mod loop_tile;
mod masked_tail;
mod matmul;
mod negative_rows;
mod normalize;
mod ordered;
mod random_numbers;
mod rank_three;
mod rearrange;
mod scaled_matmul;
mod scans;
mod shape_chain;
mod shared_layouts;
mod swizzled;
mod unordered;

use super::builder::Builder;
use super::config::Config;
use super::facts::Known;
use super::memory::Content;
use crate::program::ValueId;
use crate::tensor::DType;

pub(super) use ordered::SORTED;

/// A policy.
pub(super) struct Policy {
    pub(super) name: &'static str,
    /// How often it is drawn, relative to the others.
    pub(super) weight: usize,
    /// Whether a configuration has what it needs.
    pub(super) possible: fn(&Config) -> bool,
    /// Adds its part. `None`: it gave up half way, which leaves a valid kernel too.
    pub(super) run: fn(&mut Builder<'_, '_>) -> Option<()>,
}

macro_rules! policies {
    ($($module:ident $weight:literal: $possible:expr),* $(,)?) => {
        /// All policies.
        pub(super) const POLICIES: &[Policy] = &[
            $(Policy {
                name: stringify!($module),
                weight: $weight,
                possible: $possible,
                run: $module::run,
            }),*
        ];
    };
}

policies! {
    arithmetic 2: |_| true,
    index_chain 5: |_| true,
    negative_rows 2: |_| true,
    shared_layouts 3: |config| config.reshapes,
    both_axes 3: |config| config.reductions,
    shape_chain 2: |config| config.reshapes,
    rank_three 3: |config| config.reductions,
    loop_reduce 6: |config| config.loops && config.reductions,
    loop_around 4: |config| config.loops,
    loop_tile 5: |config| config.loops,
    matmul 4: |config| config.dots,
    scaled_matmul 4: |config| config.dots && config.floats,
    scans 3: |config| config.reductions,
    combine 4: |config| config.reductions,
    unordered 2: |config| config.reductions,
    random_numbers 3: |_| true,
    swizzled 2: |_| true,
    hinted 2: |_| true,
    flags 3: |config| config.flags,
    fp8 3: |config| config.fp8,
    rearrange 4: |config| config.reshapes,
    ordered 5: |config| config.reshapes,
    branches 2: |config| config.branches,
    normalize 5: |config| config.numerics.rounds() && config.reductions,
    descriptors 3: |config| config.descriptors,
    block_pointers 3: |config| config.block_pointers,
    atomics 3: |config| config.atomics,
    masked_tail 1: |config| config.masks,
    gather 1: |config| config.gathers,
}

/// What the policies share.
impl Builder<'_, '_> {
    /// An element type in use.
    fn any_dtype(&mut self) -> DType {
        let dtypes = self.dtypes.clone();
        self.choice.pick(&dtypes)
    }

    /// A shape for a matrix: the kernel's own, mostly.
    fn any_shape(&mut self) -> [usize; 2] {
        let [rows, columns] = self.tile;
        if self.choice.chance(25) { [columns, rows] } else { [rows, columns] }
    }

    /// A matrix loaded from where this instance and iteration are.
    fn matrix(&mut self, shape: [usize; 2], content: Content) -> Option<ValueId> {
        let dtype = self.any_dtype();
        self.matrix_of(dtype, shape, content)
    }

    /// As `matrix`, of a given element type.
    fn matrix_of(&mut self, dtype: DType, shape: [usize; 2], content: Content) -> Option<ValueId> {
        let offset = self.tile_offset(shape)?;
        let mask = self.some_mask(offset);
        self.load(dtype, offset, mask, content)
    }

    /// Sometimes a mask of the same values as the offset.
    fn some_mask(&mut self, offset: ValueId) -> Option<ValueId> {
        if !self.config.masks || !self.choice.chance(25) {
            return None;
        }
        let range = self.index_range(offset)?;
        let middle = (range.low + range.high) / 2;
        let predicate = self.choice.pick(&[
            crate::program::ops::Predicate::Lt,
            crate::program::ops::Predicate::Ge,
            crate::program::ops::Predicate::Ne,
        ]);
        self.compare(predicate, offset, crate::program::Operand::Int(middle))
    }

    /// A number of random operations on a value.
    fn varied(&mut self, mut value: ValueId, most: i64) -> ValueId {
        for _ in 0..self.choice.between(0, most) {
            value = self.vary(value);
        }
        value
    }

    /// A matrix that is at hand, or a new one.
    fn some_matrix(&mut self, content: Content) -> Option<ValueId> {
        let wanted = self.tile;
        let at_hand = self.candidates(|ty, facts| {
            let number = ty.dtype().is_some_and(|dtype| dtype != DType::I1 && !dtype.is_fp8());
            ty.shape == wanted && !facts.undef && number
        });
        if at_hand.is_empty() || self.choice.chance(50) {
            return self.matrix(wanted, content);
        }
        Some(self.choice.pick(&at_hand))
    }

    /// Keeps a result, unless nothing of it would be compared.
    fn keep_defined(&mut self, value: ValueId) -> Option<()> {
        if self.facts(value)?.undef && !self.choice.chance(30) {
            return None;
        }
        self.keep(value);
        Some(())
    }
}
