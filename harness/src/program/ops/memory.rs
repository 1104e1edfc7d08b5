//! `tl.load` and `tl.store`.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, broadcast_shapes, literal_fits, reads, text};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Operand, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile};

/// How an access treats the caches; nothing of what it means. No two of these go together: the PTX
/// ISA gives an access one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Caching {
    /// Nothing is said.
    #[default]
    Usual,
    /// `.ca`: at all levels.
    Ca,
    /// `.cg`: at the global level.
    Cg,
    /// `.cs`: streaming, used once.
    Cs,
    /// `.cv`: fetched again.
    Cv,
    /// `.wb`: written back at all levels.
    Wb,
    /// `.wt`: written through.
    Wt,
    /// The first to be evicted.
    EvictFirst,
    /// The last to be evicted.
    EvictLast,
    /// Neither left out nor merged.
    Volatile,
}

impl Caching {
    /// What loads take.
    pub const LOADS: [Caching; 6] = [
        Caching::Ca,
        Caching::Cg,
        Caching::Cv,
        Caching::EvictFirst,
        Caching::EvictLast,
        Caching::Volatile,
    ];

    /// What stores take.
    pub const STORES: [Caching; 6] = [
        Caching::Wb,
        Caching::Cg,
        Caching::Cs,
        Caching::Wt,
        Caching::EvictFirst,
        Caching::EvictLast,
    ];

    /// Whether nothing is said.
    pub fn is_usual(&self) -> bool {
        *self == Caching::Usual
    }

    /// The argument, after a comma.
    fn python(self) -> String {
        let (argument, value) = match self {
            Caching::Usual => return String::new(),
            Caching::Ca => ("cache_modifier", "\".ca\""),
            Caching::Cg => ("cache_modifier", "\".cg\""),
            Caching::Cs => ("cache_modifier", "\".cs\""),
            Caching::Cv => ("cache_modifier", "\".cv\""),
            Caching::Wb => ("cache_modifier", "\".wb\""),
            Caching::Wt => ("cache_modifier", "\".wt\""),
            Caching::EvictFirst => ("eviction_policy", "\"evict_first\""),
            Caching::EvictLast => ("eviction_policy", "\"evict_last\""),
            Caching::Volatile => ("volatile", "True"),
        };
        format!(", {argument}={value}")
    }

    /// # Errors
    /// If it is not one of those.
    fn check(self, allowed: &[Caching]) -> Result<(), TypeError> {
        ensure(self.is_usual() || allowed.contains(&self), || format!("an access with {self:?}"))
    }
}

/// `tl.load(pointer, mask=..., other=...)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Load {
    /// Pointers: a tile or a scalar.
    pub pointer: ValueId,
    /// Which lanes to load, `i1`; broadcasts to the pointers.
    pub mask: Option<ValueId>,
    /// What the other lanes hold; unspecified without it. Needs a mask.
    pub other: Option<Operand>,
    /// How it treats the caches.
    #[serde(default, skip_serializing_if = "Caching::is_usual")]
    pub caching: Caching,
}

/// `tl.store(pointer, value, mask=...)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Store {
    /// Pointers: a tile or a scalar.
    pub pointer: ValueId,
    /// What to store; of the pointers' element type, broadcasts to their shape.
    pub value: ValueId,
    /// Which lanes to store, `i1`; broadcasts to the pointers.
    pub mask: Option<ValueId>,
    /// How it treats the caches.
    #[serde(default, skip_serializing_if = "Caching::is_usual")]
    pub caching: Caching,
}

/// Checks that `id` broadcasts to the shape of `pointer`.
pub(super) fn fits_pointer(
    id: ValueId,
    elem: Elem,
    pointer: &Type,
    types: &Types,
) -> Result<(), TypeError> {
    let ty = types.get(id)?;
    let fits = ty.elem == elem && broadcast_shapes(&ty.shape, &pointer.shape)? == pointer.shape;
    ensure(fits, || format!("{ty} beside {pointer}"))
}

pub(super) fn pointee(pointer: &Type) -> Result<DType, TypeError> {
    match pointer.elem {
        Elem::Ptr(dtype) => Ok(dtype),
        Elem::Num(_) | Elem::Descriptor(_) => Err(TypeError(format!("access through {pointer}"))),
    }
}

/// The mask, if any, as a tile of the pointers' shape.
pub(super) fn mask_tile<D: Domain>(
    mask: Option<ValueId>,
    context: &Context<'_, D>,
    shape: &[usize],
) -> Option<Tile<D>> {
    mask.map(|id| context.value(id).broadcast(shape))
}

/// A Python float passed as `other` becomes an `f32` before it is cast to the element type, where it
/// is zero or normal there (`semantic.py`, `to_tensor_type`). Operands of operators do not.
fn as_converted(other: Operand) -> Operand {
    match other {
        Operand::Float(value) if value == 0.0 || (value as f32).is_normal() => {
            Operand::Float(f64::from(value as f32))
        }
        other => other,
    }
}

impl Operation for Load {
    fn name(&self) -> String {
        match (self.mask, self.other) {
            _ if !self.caching.is_usual() => "load.cached",
            (None, _) => "load.plain",
            (Some(_), None) => "load.masked",
            (Some(_), Some(_)) => "load.other",
        }
        .into()
    }

    reads!(pointer, mask, other);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let pointer = types.get(self.pointer)?;
        let ty = pointer.with_elem(Elem::Num(pointee(pointer)?));
        if let Some(mask) = self.mask {
            fits_pointer(mask, Elem::Num(DType::I1), pointer, types)?;
        }
        self.caching.check(&Caching::LOADS)?;
        ensure(self.mask.is_some() || self.other.is_none(), || "`other` without a mask".into())?;
        match self.other {
            Some(Operand::Value(id)) => fits_pointer(id, ty.elem, pointer, types)?,
            Some(literal) => drop(literal_fits(literal, &ty)?),
            None => {}
        }
        Ok(Some(ty))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let mask = self.mask.map_or(String::new(), |id| format!(", mask={}", names(id)));
        let other = self.other.map_or(String::new(), |o| format!(", other={}", text(o, names)));
        let caching = self.caching.python();
        format!("tl.load({}{mask}{other}{caching})", names(self.pointer))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        machine: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let pointer = context.ty(self.pointer);
        let dtype = pointee(pointer).expect("invariant: checked");
        let mask = mask_tile(self.mask, context, &pointer.shape);
        let other =
            self.other.map(|other| context.operand(as_converted(other), dtype, &pointer.shape));
        let addresses = context.value(self.pointer);
        machine.load(dtype.kind(), addresses, mask.as_ref(), other.as_ref()).map(Some)
    }
}

impl Operation for Store {
    fn name(&self) -> String {
        match self.mask {
            _ if !self.caching.is_usual() => "store.cached",
            Some(_) => "store.masked",
            None => "store.plain",
        }
        .into()
    }

    reads!(pointer, value, mask);

    fn writes_to(&self) -> Option<ValueId> {
        Some(self.pointer)
    }

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let pointer = types.get(self.pointer)?;
        fits_pointer(self.value, Elem::Num(pointee(pointer)?), pointer, types)?;
        if let Some(mask) = self.mask {
            fits_pointer(mask, Elem::Num(DType::I1), pointer, types)?;
        }
        self.caching.check(&Caching::STORES)?;
        Ok(None)
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let mask = self.mask.map_or(String::new(), |id| format!(", mask={}", names(id)));
        let (value, caching) = (names(self.value), self.caching.python());
        format!("tl.store({}, {value}{mask}{caching})", names(self.pointer))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        machine: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let pointer = context.ty(self.pointer);
        let dtype = pointee(pointer).expect("invariant: checked");
        let mask = mask_tile(self.mask, context, &pointer.shape);
        let value = context.value(self.value).broadcast(&pointer.shape);
        machine.store(dtype.kind(), context.value(self.pointer), &value, mask.as_ref())?;
        Ok(None)
    }
}
