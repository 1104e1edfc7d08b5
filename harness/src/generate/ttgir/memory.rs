//! Loads and stores of whole tensors, in any layout and any order of the dimensions in memory.

use super::builder::{Builder, Value, element, in_memory};
use super::draw;
use super::layout::Layout;
use crate::tensor::DType;
use crate::testcase::Fill;

/// What identifies an element: so many integers are apart in a float type.
fn distinct(dtype: DType) -> u64 {
    match dtype {
        DType::F8E5M2 => 8,
        DType::F8E4M3 => 16,
        DType::BF16 => 251,
        DType::F16 => 2039,
        _ => 1_000_003,
    }
}

impl Builder<'_, '_> {
    /// What an input holds: any integers, or floats that tell where they come from.
    fn data(&mut self, dtype: DType) -> Fill {
        let seed = self.choice.between(0, i64::from(i32::MAX)) as u64;
        match dtype.int_range() {
            Some((low, high)) => {
                Fill::Random { seed, low: low as i64, high: high as i64, scale: 0 }
            }
            None => Fill::Ramp { low: 1, stride: 1 + seed % 7, modulus: distinct(dtype), scale: 0 },
        }
    }

    /// A tensor of any values.
    pub(super) fn loaded(&mut self, shape: &[u32], dtype: DType, layout: Layout) -> Value {
        let fill = match dtype {
            DType::I1 => {
                let seed = self.choice.between(0, i64::from(i32::MAX)) as u64;
                Fill::Random { seed, low: 0, high: 1, scale: 0 }
            }
            _ => self.data(dtype),
        };
        let order = draw::permutation(&mut self.choice, shape.len());
        self.loaded_from(shape, dtype, layout, fill, &order)
    }

    /// A tensor of indices below `limit`.
    pub(super) fn indices(&mut self, shape: &[u32], limit: u32) -> Value {
        let seed = self.choice.between(0, i64::from(i32::MAX)) as u64;
        let fill = Fill::Random { seed, low: 0, high: i64::from(limit) - 1, scale: 0 };
        let order = draw::permutation(&mut self.choice, shape.len());
        let layout = self.layout(shape, DType::I32, false);
        self.loaded_from(shape, DType::I32, layout, fill, &order)
    }

    fn loaded_from(
        &mut self,
        shape: &[u32],
        dtype: DType,
        layout: Layout,
        fill: Fill,
        order: &[usize],
    ) -> Value {
        let stored = in_memory(dtype);
        let pointer = self.input(shape, stored, fill);
        let (at, ty) = self.addresses(&pointer, shape, stored, &layout, order);
        let mut name = self.op(format!("tt.load {at} : {ty}"));
        if dtype == DType::I1 {
            let bytes = self.tensor(shape, stored, &layout);
            let zero = self.op(format!("arith.constant dense<0> : {bytes}"));
            name = self.op(format!("arith.cmpi ne, {name}, {zero} : {bytes}"));
        }
        Value { name, shape: shape.to_vec(), dtype, layout }
    }

    /// A parameter that points to an input.
    fn input(&mut self, shape: &[u32], dtype: DType, fill: Fill) -> String {
        let name = format!("a{}", self.buffers.len());
        self.pointer(name, dtype, elements(shape), fill)
    }

    /// A parameter that points to any values.
    pub(super) fn any_input(&mut self, shape: &[u32], dtype: DType) -> String {
        let fill = self.data(dtype);
        self.input(shape, dtype, fill)
    }

    /// Stores a value to a buffer of its own.
    pub(super) fn store(&mut self, value: Value, name: String) {
        let mut value = self.plain(value);
        let stored = in_memory(value.dtype);
        if stored != value.dtype {
            let (from, to) = (self.ty(&value), self.tensor(&value.shape, stored, &value.layout));
            value.name = self.op(format!("arith.extui {} : {from} to {to}", value.name));
            value.dtype = stored;
        }
        let pointer = self.pointer(name, stored, elements(&value.shape), Fill::Unwritten);
        let order = draw::permutation(&mut self.choice, value.rank());
        let (at, ty) = self.addresses(&pointer, &value.shape, stored, &value.layout, &order);
        self.line(format!("tt.store {at}, {} : {ty}", value.name));
    }

    /// Pointers to all elements of a buffer, and their type; `order` has the dimension first whose
    /// elements are side by side.
    pub(super) fn addresses(
        &mut self,
        pointer: &str,
        shape: &[u32],
        dtype: DType,
        layout: &Layout,
        order: &[usize],
    ) -> (String, String) {
        let offsets = self.offsets(shape, layout, order);
        let one = format!("!tt.ptr<{}>", element(dtype));
        let ty = self.tensor_of(shape, &one, layout);
        let base = self.op(format!("tt.splat {pointer} : {one} -> {ty}"));
        let numbers = self.tensor(shape, DType::I32, layout);
        (self.op(format!("tt.addptr {base}, {offsets} : {ty}, {numbers}")), ty)
    }

    fn offsets(&mut self, shape: &[u32], layout: &Layout, order: &[usize]) -> String {
        let mut strides = vec![0; shape.len()];
        let mut stride = 1;
        for axis in order {
            strides[*axis] = stride;
            stride *= shape[*axis];
        }
        let whole = self.tensor(shape, DType::I32, layout);
        let mut sum: Option<String> = None;
        for (axis, stride) in strides.iter().enumerate() {
            let part = self.along(shape, layout, axis, *stride);
            sum = Some(match sum {
                Some(sum) => self.op(format!("arith.addi {sum}, {part} : {whole}")),
                None => part,
            });
        }
        sum.expect("invariant: tensors have a dimension")
    }

    /// For each element its index along one axis, times the stride.
    fn along(&mut self, shape: &[u32], layout: &Layout, axis: usize, stride: u32) -> String {
        let others: Vec<usize> = (0..shape.len()).filter(|other| *other != axis).collect();
        // The layouts from the whole one down to that of the range.
        let mut layouts = vec![layout.clone()];
        for other in others.iter().rev() {
            let parent = layouts[layouts.len() - 1].clone();
            layouts.push(Layout::slice(*other, parent));
        }
        let (mut sizes, end) = (vec![shape[axis]], shape[axis]);
        let mut ty = self.tensor(&sizes, DType::I32, &layouts[others.len()]);
        let mut value =
            self.op(format!("tt.make_range {{end = {end} : i32, start = 0 : i32}} : {ty}"));
        if stride != 1 {
            let factor = self.op(format!("arith.constant dense<{stride}> : {ty}"));
            value = self.op(format!("arith.muli {value}, {factor} : {ty}"));
        }
        for (other, parent) in others.iter().zip(layouts[..others.len()].iter().rev()) {
            sizes.insert(*other, 1);
            let to = self.tensor(&sizes, DType::I32, parent);
            let axis = format!("{{axis = {other} : i32}}");
            value = self.op(format!("tt.expand_dims {value} {axis} : {ty} -> {to}"));
            ty = to;
        }
        if sizes == shape {
            return value;
        }
        let whole = self.tensor(shape, DType::I32, layout);
        self.op(format!("tt.broadcast {value} : {ty} -> {whole}"))
    }
}

/// Number of elements.
pub(super) fn elements(shape: &[u32]) -> usize {
    shape.iter().map(|size| *size as usize).product()
}
