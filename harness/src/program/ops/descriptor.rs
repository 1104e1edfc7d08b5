//! Loads and stores through tensor descriptors, made in the kernel or passed at the launch: a window of a
//! row-major matrix. What lies outside of the matrix is loaded as zero and not stored. Releases from 3.4
//! have them; where a GPU has a tensor memory accelerator they become its copies.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, list, text};
use crate::program::check::ensure;
use crate::program::matrix::UNIT;
use crate::program::{Elem, Machine, Matrix, Operand, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile};

/// `tl.make_tensor_descriptor(pointer, shape, [stride, 1], block)` at `offsets`, or a descriptor that is
/// passed at the launch, of the same shape, stride and block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// The start of the matrix, aligned to 16 bytes, or the parameter that takes its descriptor.
    pub pointer: ValueId,
    /// Whether the descriptor is passed: made by the host.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub host: bool,
    /// Rows and columns of the matrix, `i32`.
    pub shape: [Operand; 2],
    /// Elements from one row to the next, a multiple of 16 bytes.
    pub stride: u32,
    /// Rows and columns of the window; a row has at least 16 bytes.
    pub block: [usize; 2],
    /// Where the window starts, `i32`; the second is a multiple of 16 bytes. Triton's interpreter asks
    /// for it, and an H200 ends a kernel with "illegal instruction" where it is not.
    pub offsets: [Operand; 2],
}

/// Loads a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DescriptorLoad(pub Window);

/// Stores to a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DescriptorStore {
    /// Where.
    pub window: Window,
    /// A tile of the window's shape and the matrix's element type.
    pub value: ValueId,
}

impl Window {
    /// A window of a matrix whose descriptor the parameter `value` takes.
    pub fn of_host(value: ValueId, matrix: &Matrix, offsets: [Operand; 2]) -> Window {
        let Matrix { shape, stride, block, .. } = *matrix;
        let shape = shape.map(|count| Operand::Int(i128::from(count)));
        Window { pointer: value, host: true, shape, stride, block, offsets }
    }

    /// `load`, or `host_load` by a descriptor that is passed.
    fn named(&self, access: &str) -> String {
        format!("descriptor.{}{access}", if self.host { "host_" } else { "" })
    }

    /// The element type of a matrix that such a value leads to.
    fn dtype(&self, ty: &Type) -> Result<DType, TypeError> {
        match ty.elem {
            Elem::Descriptor(matrix) if self.host => {
                let same = *self == Window::of_host(self.pointer, &matrix, self.offsets);
                ensure(same, || format!("{self:?} is none of the {ty}"))?;
                Ok(matrix.dtype)
            }
            Elem::Ptr(dtype) if !self.host && ty.is_scalar() && dtype != DType::I1 => Ok(dtype),
            _ => Err(TypeError(format!("a matrix at {ty}"))),
        }
    }

    fn scalars(&self) -> impl Iterator<Item = Operand> {
        self.shape.into_iter().chain(self.offsets)
    }

    fn operands(&self) -> Vec<ValueId> {
        [self.pointer].into_iter().chain(self.scalars().filter_map(Operand::value)).collect()
    }

    fn map_operands(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        self.pointer = f(self.pointer);
        for operand in self.shape.iter_mut().chain(&mut self.offsets) {
            if let Operand::Value(id) = operand {
                *id = f(*id);
            }
        }
    }

    fn infer(&self, types: &Types) -> Result<Type, TypeError> {
        let dtype = self.dtype(types.get(self.pointer)?)?;
        for operand in self.scalars() {
            let fits = match operand {
                Operand::Value(id) => *types.get(id)? == Type::scalar(DType::I32),
                Operand::Int(value) => i32::try_from(value).is_ok(),
                Operand::Float(_) => false,
            };
            ensure(fits, || format!("a descriptor with {operand:?}"))?;
        }
        let (bytes, [rows, columns]) = (dtype.bytes(), self.block);
        let aligned = (self.stride as usize * bytes).is_multiple_of(UNIT) && self.stride > 0;
        ensure(aligned && rows > 0 && columns.saturating_mul(bytes) >= UNIT, || {
            format!("a window of {:?} of {dtype} with rows {} apart", self.block, self.stride)
        })?;
        Ok(Type::tile(dtype, &self.block))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        if self.host {
            return names(self.pointer);
        }
        let [rows, columns] = self.shape.map(|operand| text(operand, names));
        let (pointer, stride, block) = (names(self.pointer), self.stride, list(&self.block));
        format!(
            "tl.make_tensor_descriptor({pointer}, [{rows}, {columns}], [{stride}, 1], [{block}])"
        )
    }

    fn start(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let [row, column] = self.offsets.map(|operand| text(operand, names));
        format!("[{row}, {column}]")
    }

    /// The address of each element, and whether it is in the matrix. Whoever stores, stores whole
    /// `chunks` of 16 bytes.
    fn places<D: Domain>(
        &self,
        context: &Context<'_, D>,
        chunks: bool,
    ) -> Result<(DType, Tile<D>, Tile<D>), Undefined> {
        let dtype = self.dtype(context.ty(self.pointer)).expect("invariant: checked");
        let scalar = |operand: Operand| match operand {
            Operand::Value(id) => context
                .value(id)
                .int_scalar()
                .ok_or_else(|| Undefined::new("a descriptor of an unspecified value")),
            Operand::Int(value) => Ok(value as i64),
            Operand::Float(_) => unreachable!("checked: descriptors take integers"),
        };
        let base = scalar(Operand::Value(self.pointer))?;
        let [rows, columns] = [scalar(self.shape[0])?, scalar(self.shape[1])?];
        if base % UNIT as i64 != 0 {
            return Err(Undefined::new("a matrix that does not start at a multiple of 16 bytes"));
        }
        if rows < 1 || columns < 1 {
            return Err(Undefined::new("a descriptor of an empty matrix"));
        }
        let [first, left] = [scalar(self.offsets[0])?, scalar(self.offsets[1])?];
        if left * dtype.bytes() as i64 % UNIT as i64 != 0 {
            return Err(Undefined::new("a window that does not start at a multiple of 16 bytes"));
        }
        let is_whole = columns * dtype.bytes() as i64 % UNIT as i64 == 0;
        if chunks && !is_whole && left + self.block[1] as i64 > columns {
            return Err(Undefined::new("a store to rows that are no multiple of 16 bytes"));
        }
        let (mut addresses, mut inside) = (Vec::new(), Vec::new());
        for row in first..first + self.block[0] as i64 {
            for column in left..left + self.block[1] as i64 {
                let element = row * i64::from(self.stride) + column;
                addresses.push(base.wrapping_add(element * dtype.bytes() as i64));
                let within = (0..rows).contains(&row) && (0..columns).contains(&column);
                inside.push(-i64::from(within));
            }
        }
        let shape = &self.block[..];
        Ok((dtype, Tile::from_ints(shape, addresses), Tile::from_ints(shape, inside)))
    }
}

impl Operation for DescriptorLoad {
    fn name(&self) -> String {
        self.0.named("load")
    }

    fn operands(&self) -> Vec<ValueId> {
        self.0.operands()
    }

    fn map_operands(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        self.0.map_operands(f);
    }

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        self.0.infer(types).map(Some)
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        format!("{}.load({})", self.0.python(names), self.0.start(names))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        machine: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let (dtype, addresses, inside) = self.0.places(context, false)?;
        let zero = match dtype.format() {
            Some(_) => Tile::splat_float(&self.0.block, D::constant(0.0)),
            None => Tile::splat_int(&self.0.block, 0),
        };
        machine.load(dtype.kind(), &addresses, Some(&inside), Some(&zero)).map(Some)
    }
}

impl Operation for DescriptorStore {
    fn name(&self) -> String {
        self.window.named("store")
    }

    fn operands(&self) -> Vec<ValueId> {
        let mut operands = self.window.operands();
        operands.push(self.value);
        operands
    }

    fn map_operands(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        self.window.map_operands(f);
        self.value = f(self.value);
    }

    fn writes_to(&self) -> Option<ValueId> {
        Some(self.window.pointer)
    }

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let (ty, value) = (self.window.infer(types)?, types.get(self.value)?);
        ensure(ty == *value, || format!("{value} in a window of {ty}"))?;
        Ok(None)
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let (window, start) = (self.window.python(names), self.window.start(names));
        format!("{window}.store({start}, {})", names(self.value))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        machine: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let (dtype, addresses, inside) = self.window.places(context, true)?;
        let value = context.value(self.value);
        machine.store(dtype.kind(), &addresses, value, Some(&inside))?;
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passed_descriptor_has_windows_as_it_says() {
        let matrix = Matrix { dtype: DType::F32, shape: [3, 6], stride: 8, block: [4, 8] };
        let mut types = Types::default();
        types.define(ValueId(0), matrix.ty()).unwrap();
        types.define(ValueId(1), Type { elem: Elem::Ptr(DType::F32), shape: vec![] }).unwrap();
        let window = Window::of_host(ValueId(0), &matrix, [Operand::Int(1), Operand::Int(4)]);
        let load = DescriptorLoad(window.clone());
        assert_eq!(load.infer(&types), Ok(Some(Type::tile(DType::F32, &[4, 8]))));
        assert_eq!(load.python(&|_| "d".to_owned()), "d.load([1, 4])");
        assert_eq!(load.name(), "descriptor.host_load");
        for wrong in [
            Window { block: [2, 8], ..window.clone() },
            Window { stride: 12, ..window.clone() },
            Window { shape: [3, 7].map(Operand::Int), ..window.clone() },
            Window { host: false, ..window.clone() },
            Window { pointer: ValueId(1), ..window.clone() },
        ] {
            assert!(wrong.infer(&types).is_err(), "{wrong:?}");
        }
        let made = DescriptorLoad(Window { host: false, pointer: ValueId(1), ..window });
        assert!(made.infer(&types).is_ok() && made.name() == "descriptor.load");
        // Old cases do not say which.
        let text = serde_json::to_string(&made).unwrap();
        assert!(!text.contains("host"));
        assert_eq!(serde_json::from_str::<DescriptorLoad>(&text).unwrap(), made);
    }
}
