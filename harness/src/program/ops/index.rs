//! Where an instance is: `tl.arange`, `tl.program_id`, `tl.num_programs`.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile};

/// `tl.arange(start, end)`: an `i32` tile; its length is a power of two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arange {
    /// First element.
    pub start: i32,
    /// One past the last element.
    pub end: i32,
}

/// `tl.program_id(axis)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgramId {
    /// 0 to 2.
    pub axis: usize,
}

/// `tl.num_programs(axis)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NumPrograms {
    /// 0 to 2.
    pub axis: usize,
}

impl Operation for Arange {
    fn name(&self) -> String {
        "arange".into()
    }

    reads!();

    fn infer(&self, _: &Types) -> Result<Option<Type>, TypeError> {
        let length = i64::from(self.end) - i64::from(self.start);
        let fits = length > 0 && (length as u64).is_power_of_two();
        ensure(fits, || format!("tl.arange of length {length}"))?;
        Ok(Some(Type::tile(DType::I32, &[length as usize])))
    }

    fn python(&self, _: &dyn Fn(ValueId) -> String) -> String {
        format!("tl.arange({}, {})", self.start, self.end)
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        _: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let values: Vec<i64> = (i64::from(self.start)..i64::from(self.end)).collect();
        Ok(Some(Tile::from_ints(&[values.len()], values)))
    }
}

macro_rules! grid_query {
    ($type:ident, $name:literal) => {
        impl Operation for $type {
            fn name(&self) -> String {
                $name.into()
            }

            reads!();

            fn infer(&self, _: &Types) -> Result<Option<Type>, TypeError> {
                ensure(self.axis < 3, || format!("grid axis {}", self.axis))?;
                Ok(Some(Type::scalar(DType::I32)))
            }

            fn python(&self, _: &dyn Fn(ValueId) -> String) -> String {
                format!(concat!("tl.", $name, "({})"), self.axis)
            }

            fn evaluate<D: Domain, M: Machine<D>>(
                &self,
                _: &Context<'_, D>,
                machine: &mut M,
            ) -> Result<Option<Tile<D>>, Undefined> {
                Ok(Some(Tile::int(self.ask(machine))))
            }
        }
    };
}

grid_query!(ProgramId, "program_id");
grid_query!(NumPrograms, "num_programs");

impl ProgramId {
    fn ask<D: Domain, M: Machine<D>>(&self, machine: &M) -> i64 {
        machine.program_id(self.axis)
    }
}

impl NumPrograms {
    fn ask<D: Domain, M: Machine<D>>(&self, machine: &M) -> i64 {
        machine.num_programs(self.axis)
    }
}
