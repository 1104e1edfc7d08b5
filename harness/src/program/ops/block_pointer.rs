//! Loads and stores through block pointers: a block of a strided tensor. Along the axes that are
//! checked nothing outside of the tensor is accessed; what is loaded there is padding, or unspecified.
//! Along the others every element is accessed. Releases before 3.9 have them.

use serde::{Deserialize, Serialize};

use super::memory::pointee;
use super::operands::Reads;
use super::{Context, Operation, reads, text};
use crate::program::check::ensure;
use crate::program::{Machine, Operand, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile};

/// `tl.make_block_ptr(pointer, ...)`, moved by `tl.advance`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlockPointer {
    /// The element whose coordinates are all 0.
    pub pointer: ValueId,
    /// The axes of tensor and block: one to three.
    pub axes: Vec<BlockAxis>,
    /// The axes from the one that is said to be contiguous to the slowest. It changes nothing.
    pub order: Vec<usize>,
    /// How far it is moved along each axis, one `tl.advance` after the other, `i32`.
    pub advances: Vec<Vec<Operand>>,
}

/// One axis of a tensor and of a block of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlockAxis {
    /// Elements of the tensor, `i32` or `i64`.
    pub length: Operand,
    /// From one element to the next, in elements, `i32` or `i64`; any sign.
    pub stride: Operand,
    /// Where the block starts, `i32`; may be outside.
    pub offset: Operand,
    /// Elements of the block, a power of two.
    pub block: usize,
    /// Whether the access heeds the tensor's length.
    pub checked: bool,
}

/// What a load gives outside of the tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Padding {
    /// Anything.
    Unspecified,
    /// Zero.
    Zero,
    /// Not a number.
    Nan,
}

/// `tl.load` of a block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlockLoad {
    /// Where from.
    pub block: BlockPointer,
    /// Needs an axis that is checked, unless it is unspecified. Floats of 8 bits are not padded with
    /// NaN: some releases make it by a cast.
    pub padding: Padding,
}

/// `tl.store` to a block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlockStore {
    /// Where.
    pub block: BlockPointer,
    /// A tile of the block's shape and the tensor's element type.
    pub value: ValueId,
}

/// Most axes.
const MAX_RANK: usize = 3;

impl Reads for BlockAxis {
    fn list(&self, into: &mut Vec<ValueId>) {
        [self.length, self.stride, self.offset].iter().for_each(|operand| operand.list(into));
    }

    fn replace(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        for operand in [&mut self.length, &mut self.stride, &mut self.offset] {
            operand.replace(f);
        }
    }
}

impl Reads for BlockPointer {
    fn list(&self, into: &mut Vec<ValueId>) {
        self.pointer.list(into);
        self.axes.list(into);
        self.advances.list(into);
    }

    fn replace(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        self.pointer.replace(f);
        self.axes.replace(f);
        self.advances.replace(f);
    }
}

/// Checks that an operand is an integer of one of these types, or a number that fits the last.
fn integer(operand: Operand, allowed: &[DType], types: &Types) -> Result<(), TypeError> {
    let fits = match operand {
        Operand::Value(id) => {
            let ty = types.get(id)?;
            allowed.iter().any(|dtype| *ty == Type::scalar(*dtype))
        }
        Operand::Int(value) => {
            let range = allowed.last().and_then(|dtype| dtype.int_range());
            range.is_some_and(|(low, high)| low <= value && value <= high)
        }
        Operand::Float(_) => false,
    };
    ensure(fits, || format!("a block pointer with {operand:?}"))
}

/// The value of an operand.
fn number<D: Domain>(operand: Operand, context: &Context<'_, D>) -> Result<i64, Undefined> {
    match operand {
        Operand::Value(id) => context
            .value(id)
            .int_scalar()
            .ok_or_else(|| Undefined::new("a block pointer of an unspecified value")),
        Operand::Int(value) => Ok(value as i64),
        Operand::Float(_) => unreachable!("checked: block pointers take integers"),
    }
}

/// A Python tuple.
fn tuple(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    let comma = if parts.len() == 1 { "," } else { "" };
    format!("({}{comma})", parts.join(", "))
}

impl BlockPointer {
    fn shape(&self) -> Vec<usize> {
        self.axes.iter().map(|axis| axis.block).collect()
    }

    fn is_checked(&self) -> bool {
        self.axes.iter().any(|axis| axis.checked)
    }

    fn infer(&self, types: &Types) -> Result<Type, TypeError> {
        let pointer = types.get(self.pointer)?;
        let dtype = pointee(pointer)?;
        // A flag would be loaded as an `i8`.
        ensure(pointer.is_scalar() && dtype != DType::I1, || format!("blocks at {pointer}"))?;
        let (rank, mut order) = (self.axes.len(), self.order.clone());
        order.sort_unstable();
        let ordered = (1..=MAX_RANK).contains(&rank) && order.into_iter().eq(0..rank);
        ensure(ordered, || format!("a block of {rank} axes in the order {:?}", self.order))?;
        let (narrow, wide) = ([DType::I32], [DType::I32, DType::I64]);
        for axis in &self.axes {
            integer(axis.length, &wide, types)?;
            integer(axis.stride, &wide, types)?;
            integer(axis.offset, &narrow, types)?;
            ensure(axis.block.is_power_of_two(), || format!("a block of {}", axis.block))?;
        }
        for by in &self.advances {
            ensure(by.len() == rank, || format!("{rank} axes advance by {by:?}"))?;
            by.iter().try_for_each(|operand| integer(*operand, &narrow, types))?;
        }
        Ok(Type::tile(dtype, &self.shape()))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let of_axes = |part: fn(&BlockAxis) -> Operand| {
            tuple(self.axes.iter().map(|axis| text(part(axis), names)))
        };
        let [lengths, strides, offsets] =
            [of_axes(|axis| axis.length), of_axes(|axis| axis.stride), of_axes(|axis| axis.offset)];
        let block = tuple(self.axes.iter().map(|axis| axis.block.to_string()));
        let order = tuple(self.order.iter().map(ToString::to_string));
        let pointer = names(self.pointer);
        let tensor = format!("{pointer}, {lengths}, {strides}, {offsets}");
        let made = format!("tl.make_block_ptr({tensor}, {block}, {order})");
        self.advances.iter().fold(made, |pointer, by| {
            let by = tuple(by.iter().map(|operand| text(*operand, names)));
            format!("tl.advance({pointer}, {by})")
        })
    }

    /// The argument that names the checked axes; nothing where there are none.
    fn check_text(&self) -> String {
        if !self.is_checked() {
            return String::new();
        }
        let checked = self.axes.iter().enumerate().filter(|(_, axis)| axis.checked);
        format!(", boundary_check={}", tuple(checked.map(|(at, _)| at.to_string())))
    }

    /// Where the block starts along an axis.
    fn start<D: Domain>(&self, at: usize, context: &Context<'_, D>) -> Result<i64, Undefined> {
        let moves = self.advances.iter().map(|by| by[at]);
        let mut start = 0i64;
        for offset in [self.axes[at].offset].into_iter().chain(moves) {
            start += number(offset, context)?;
            // Some releases add in `i32`, others in `i64`.
            if i32::try_from(start).is_err() {
                return Err(Undefined::new("an offset of a block overflows"));
            }
        }
        Ok(start)
    }

    /// The address of each element, and whether it is accessed.
    fn places<D: Domain>(
        &self,
        context: &Context<'_, D>,
    ) -> Result<(DType, Tile<D>, Tile<D>), Undefined> {
        let dtype = pointee(context.ty(self.pointer)).expect("invariant: checked");
        let mut lanes = vec![(number(Operand::Value(self.pointer), context)?, true)];
        for (at, axis) in self.axes.iter().enumerate() {
            let (length, stride) = (number(axis.length, context)?, number(axis.stride, context)?);
            let start = self.start(at, context)?;
            let mut longer = Vec::with_capacity(lanes.len() * axis.block);
            for (address, accessed) in lanes {
                for index in start..start + axis.block as i64 {
                    let inside = !axis.checked || (0..length).contains(&index);
                    let offset = index.wrapping_mul(stride).wrapping_mul(dtype.bytes() as i64);
                    longer.push((address.wrapping_add(offset), accessed && inside));
                }
            }
            lanes = longer;
        }
        let (shape, addresses) = (self.shape(), lanes.iter().map(|lane| lane.0).collect());
        let accessed = lanes.iter().map(|lane| -i64::from(lane.1)).collect();
        Ok((dtype, Tile::from_ints(&shape, addresses), Tile::from_ints(&shape, accessed)))
    }
}

impl Operation for BlockLoad {
    fn name(&self) -> String {
        "block_pointer.load".to_owned()
    }

    reads!(block);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = self.block.infer(types)?;
        let fits = match self.padding {
            Padding::Unspecified | Padding::Zero => true,
            Padding::Nan => ty.dtype().is_some_and(|dtype| dtype.is_float() && !dtype.is_fp8()),
        };
        let fits = fits && (self.block.is_checked() || self.padding == Padding::Unspecified);
        ensure(fits, || format!("a block of {ty} padded with {:?}", self.padding))?;
        Ok(Some(ty))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let padding = match self.padding {
            Padding::Unspecified => "",
            Padding::Zero => ", padding_option=\"zero\"",
            Padding::Nan => ", padding_option=\"nan\"",
        };
        format!("tl.load({}{}{padding})", self.block.python(names), self.block.check_text())
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        machine: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let (dtype, addresses, accessed) = self.block.places(context)?;
        let shape = self.block.shape();
        let padding = match (self.padding, dtype.format()) {
            (Padding::Unspecified, _) => None,
            (Padding::Zero, None) => Some(Tile::splat_int(&shape, 0)),
            (Padding::Zero, Some(_)) => Some(Tile::splat_float(&shape, D::constant(0.0))),
            (Padding::Nan, _) => Some(Tile::splat_float(&shape, D::constant(f64::NAN))),
        };
        machine.load(dtype.kind(), &addresses, Some(&accessed), padding.as_ref()).map(Some)
    }
}

impl Operation for BlockStore {
    fn name(&self) -> String {
        "block_pointer.store".to_owned()
    }

    reads!(block, value);

    fn writes_to(&self) -> Option<ValueId> {
        Some(self.block.pointer)
    }

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let (ty, value) = (self.block.infer(types)?, types.get(self.value)?);
        ensure(ty == *value, || format!("{value} in a block of {ty}"))?;
        Ok(None)
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let (block, value) = (self.block.python(names), names(self.value));
        format!("tl.store({block}, {value}{})", self.block.check_text())
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        machine: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let (dtype, addresses, accessed) = self.block.places(context)?;
        machine.store(dtype.kind(), &addresses, context.value(self.value), Some(&accessed))?;
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Elem;
    use crate::tensor::Exact;

    fn axis(length: i128, stride: i128, offset: i128, block: usize, checked: bool) -> BlockAxis {
        let [length, stride, offset] = [length, stride, offset].map(Operand::Int);
        BlockAxis { length, stride, offset, block, checked }
    }

    /// A block of `i16` at `v0`, moved by `v1` columns.
    fn example() -> (Types, BlockPointer) {
        let mut types = Types::default();
        types.define(ValueId(0), Type { elem: Elem::Ptr(DType::I16), shape: vec![] }).unwrap();
        types.define(ValueId(1), Type::scalar(DType::I32)).unwrap();
        let axes = vec![axis(2, 8, 1, 2, true), axis(9, -1, 3, 4, false)];
        let advances = vec![vec![Operand::Int(0), Operand::Value(ValueId(1))]];
        (types, BlockPointer { pointer: ValueId(0), axes, order: vec![1, 0], advances })
    }

    fn names(id: ValueId) -> String {
        format!("v{}", id.0)
    }

    #[test]
    fn types_fit() {
        let (types, block) = example();
        let load = |block: &BlockPointer, padding| {
            let load = BlockLoad { block: block.clone(), padding };
            load.infer(&types).ok().flatten()
        };
        let expected = Type::tile(DType::I16, &[2, 4]);
        assert_eq!(load(&block, Padding::Zero), Some(expected));
        assert_eq!(load(&block, Padding::Nan), None);
        let open = BlockPointer { axes: vec![axis(2, 8, 1, 2, false); 2], ..block.clone() };
        assert!(load(&open, Padding::Unspecified).is_some());
        assert_eq!(load(&open, Padding::Zero), None);
        let twice = BlockPointer { order: vec![1, 1], ..block.clone() };
        let short = BlockPointer { advances: vec![vec![Operand::Int(1)]], ..block.clone() };
        let odd = BlockPointer { axes: vec![axis(2, 8, 1, 3, true); 2], ..block.clone() };
        let far = BlockPointer { axes: vec![axis(2, 8, 1 << 31, 2, true); 2], ..block };
        for wrong in [twice, short, odd, far] {
            assert_eq!(load(&wrong, Padding::Unspecified), None, "{wrong:?}");
        }
        let store = BlockStore { block: example().1, value: ValueId(1) };
        assert!(store.infer(&types).is_err());
        assert_eq!(store.operands(), [0, 1, 1].map(ValueId));
    }

    #[test]
    fn text_is_one_expression() {
        let (_, block) = example();
        let made = "tl.make_block_ptr(v0, (2, 9), (8, (-1)), (1, 3), (2, 4), (1, 0))";
        let load = BlockLoad { block: block.clone(), padding: Padding::Zero };
        let expected = format!(
            "tl.load(tl.advance({made}, (0, v1)), boundary_check=(0,), padding_option=\"zero\")"
        );
        assert_eq!(load.python(&names), expected);
        let axes = vec![axis(9, 1, 0, 4, false)];
        let block = BlockPointer { axes, order: vec![0], advances: vec![], ..block };
        let store = BlockStore { block, value: ValueId(1) };
        let expected = "tl.store(tl.make_block_ptr(v0, (9,), (1,), (0,), (4,), (0,)), v1)";
        assert_eq!(store.python(&names), expected);
    }

    #[test]
    fn only_checked_axes_have_edges() {
        let (types, block) = example();
        let place = |by: i64| {
            let pointer = Tile::<Exact>::from_ints(&[], vec![1000]);
            let values = [Some(pointer), Some(Tile::from_ints(&[], vec![by]))];
            block.places(&Context { types: &types, values: &values })
        };
        let (dtype, addresses, accessed) = place(4).unwrap();
        assert_eq!(dtype, DType::I16);
        // Columns 7 to 10, two bytes each, from right to left; the second row is outside.
        let first = [7i64, 8, 9, 10].map(|column| 1000 + 2 * (8 - column));
        let second = first.map(|address| address + 16);
        assert_eq!(addresses.ints(), [first, second].concat());
        assert_eq!(accessed.ints(), [-1i64, -1, -1, -1, 0, 0, 0, 0]);
        let error = place(i64::from(i32::MAX)).unwrap_err();
        assert_eq!(error.reason, "an offset of a block overflows");
    }
}
