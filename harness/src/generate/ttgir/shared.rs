//! Layouts of shared memory, and views of it.

use std::fmt;

use super::builder::{Builder, Value, View, element};
use super::draw;
use super::layout::list;
use crate::generate::choice::Choice;
use crate::tensor::DType;

/// Rows of the smallest tile that is swizzled as the tensor core wants it, and bytes of its row.
const TILE: (u32, u32) = (8, 16);
/// Bytes of the widest vector that is loaded or stored.
const VECTOR: u32 = 16;

/// Where elements lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shared {
    /// `#ttg.swizzled_shared`
    Swizzled { vec: u32, per_phase: u32, max_phase: u32, order: Vec<usize> },
    /// `#ttg.nvmma_shared`: as copies and products of Hopper take it.
    TensorCore { swizzle: u32, transposed: bool, bits: u32 },
    /// `#ttg.padded_shared`: after so many elements some are left out.
    Padded { interval: u32, padding: u32, order: Vec<usize>, shape: Vec<u32> },
}

impl Shared {
    /// Elements one after the other.
    pub(super) fn flat(order: Vec<usize>) -> Shared {
        Shared::Swizzled { vec: 1, per_phase: 1, max_phase: 1, order }
    }

    /// That of the transposed matrix in the same place.
    pub(super) fn transposed(&self) -> Option<Shared> {
        match self.clone() {
            Shared::Swizzled { vec, per_phase, max_phase, order } => {
                let order = order.into_iter().map(|axis| 1 - axis).collect();
                Some(Shared::Swizzled { vec, per_phase, max_phase, order })
            }
            Shared::TensorCore { swizzle, transposed, bits } => {
                Some(Shared::TensorCore { swizzle, transposed: !transposed, bits })
            }
            Shared::Padded { .. } => None,
        }
    }
}

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shared::Swizzled { vec, per_phase, max_phase, order } => write!(
                f,
                "#ttg.swizzled_shared<{{vec = {vec}, perPhase = {per_phase}, maxPhase = {max_phase}, \
                 order = {}}}>",
                list(order)
            ),
            Shared::TensorCore { swizzle, transposed, bits } => write!(
                f,
                "#ttg.nvmma_shared<{{swizzlingByteWidth = {swizzle}, transposed = {transposed}, \
                 elementBitWidth = {bits}}}>"
            ),
            Shared::Padded { interval, padding, order, shape } => write!(
                f,
                "#ttg.padded_shared<[{interval}:+{padding}] {{order = {}, shape = {}}}>",
                list(order),
                list(shape)
            ),
        }
    }
}

/// A power of two up to `2^most`.
pub(super) fn power(choice: &mut Choice<'_, '_>, most: i64) -> u32 {
    1 << choice.between(0, most)
}

pub(super) fn swizzled(choice: &mut Choice<'_, '_>, rank: usize) -> Shared {
    let order = draw::permutation(choice, rank);
    if rank < 2 || choice.chance(30) {
        return Shared::flat(order);
    }
    let (vec, per_phase, max_phase) = (power(choice, 3), power(choice, 2), power(choice, 3));
    Shared::Swizzled { vec, per_phase, max_phase, order }
}

/// That of the tensor core, where the matrix has a whole tile of one.
pub(super) fn tensor_core(
    choice: &mut Choice<'_, '_>,
    shape: &[u32],
    dtype: DType,
) -> Option<Shared> {
    let bits = dtype.bits();
    if shape.len() != 2 || bits > 32 {
        return None;
    }
    let transposed = choice.chance(50);
    let (rows, columns) = if transposed { (shape[1], shape[0]) } else { (shape[0], shape[1]) };
    let row = columns * bits / 8;
    let fits = |width: &u32| rows >= TILE.0 && row >= TILE.1.max(*width);
    let widths: Vec<u32> = [0, 32, 64, 128].into_iter().filter(fits).collect();
    if widths.is_empty() {
        return None;
    }
    Some(Shared::TensorCore { swizzle: choice.pick(&widths), transposed, bits })
}

/// The padding for one that was drawn, in elements. Vectors that a padding puts off their alignment are
/// a known fault of every release (`padded-vector` in `corpora/known`) that 22 of 600 modules showed
/// when any was taken. A few are enough: only the smallest padding after the smallest interval is less
/// than the widest vector.
fn padding(interval: u32, drawn: u32, dtype: DType) -> u32 {
    match (interval, drawn) {
        (8, 1) => drawn,
        _ => drawn.max(VECTOR / dtype.bits().div_ceil(8)),
    }
}

/// A layout of any kind.
pub(super) fn shared(choice: &mut Choice<'_, '_>, shape: &[u32], dtype: DType) -> Shared {
    let drawn = match choice.index(4) {
        2 => tensor_core(choice, shape, dtype),
        3 => {
            let (interval, drawn) = (8 * power(choice, 4), power(choice, 3));
            let padding = padding(interval, drawn, dtype);
            let order = draw::permutation(choice, shape.len());
            Some(Shared::Padded { interval, padding, order, shape: shape.to_vec() })
        }
        _ => None,
    };
    drawn.unwrap_or_else(|| swizzled(choice, shape.len()))
}

impl Builder<'_, '_> {
    /// The type of a view; `whole` is the shape of the allocation where that of the view is another.
    pub(super) fn memory(
        &mut self,
        shape: &[u32],
        dtype: DType,
        shared: &Shared,
        mutable: bool,
        whole: Option<&[u32]>,
    ) -> String {
        let sizes = |shape: &[u32]| shape.iter().map(|n| format!("{n}x")).collect::<String>();
        let (layout, element) = (self.alias(shared), element(dtype));
        let mutable = if mutable { ", mutable" } else { "" };
        let whole = whole.map(|whole| format!(", {}", sizes(whole).trim_end_matches('x')));
        let whole = whole.unwrap_or_default();
        format!("!ttg.memdesc<{}{element}, {layout}, #smem{mutable}{whole}>", sizes(shape))
    }

    /// Memory that holds nothing yet.
    pub(super) fn allocated(&mut self, shape: &[u32], dtype: DType, shared: &Shared) -> View {
        let ty = self.memory(shape, dtype, shared, true, None);
        let name = self.op(format!("ttg.local_alloc : () -> {ty}"));
        View { name, ty }
    }

    /// Memory that holds the value, and nothing else ever.
    pub(super) fn filled(&mut self, value: &Value, shared: &Shared) -> View {
        let from = self.ty(value);
        let ty = self.memory(&value.shape, value.dtype, shared, false, None);
        let name = self.op(format!("ttg.local_alloc {} : ({from}) -> {ty}", value.name));
        View { name, ty }
    }

    pub(super) fn written(&mut self, value: &Value, view: &View) {
        let from = self.ty(value);
        self.line(format!("ttg.local_store {}, {} : {from} -> {}", value.name, view.name, view.ty));
    }

    /// What the view holds, in a layout of any kind; `token` is what tells that it is there.
    pub(super) fn read(
        &mut self,
        view: &View,
        shape: &[u32],
        dtype: DType,
        token: Option<&str>,
    ) -> Value {
        let layout = self.layout(shape, dtype, true);
        let to = self.tensor(shape, dtype, &layout);
        let token = token.map_or(String::new(), |token| format!(" token {token}"));
        let name = self.op(format!("ttg.local_load {}{token} : {} -> {to}", view.name, view.ty));
        Value { name, shape: shape.to_vec(), dtype, layout }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_paddings_put_vectors_off_their_alignment() {
        let cases =
            [8, 16, 32, 64, 128].map(|interval| [1, 2, 4, 8].map(|drawn| (interval, drawn)));
        for dtype in [DType::I8, DType::F16, DType::I32, DType::F64] {
            let padding = |&(interval, drawn): &(u32, u32)| padding(interval, drawn, dtype);
            let paddings: Vec<u32> = cases.iter().flatten().map(padding).collect();
            assert!(paddings.iter().all(|padding| padding.is_power_of_two()), "{paddings:?}");
            let bytes = dtype.bits() / 8;
            let off = paddings.iter().filter(|padding| !(*padding * bytes).is_multiple_of(VECTOR));
            assert_eq!(off.count(), 1, "{dtype}: {paddings:?}");
        }
    }
}
