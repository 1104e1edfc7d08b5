//! `tl.swizzle2d`: places of a matrix in another order, group by group of rows.

use serde::{Deserialize, Serialize};

use super::{Context, Op, Operation, broadcast_shapes, reads};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile};

/// The new row or the new column of places `row`, `column` of a matrix, `i32` both.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Swizzle {
    /// The rows.
    pub row: ValueId,
    /// The columns.
    pub column: ValueId,
    /// Rows and columns of the matrix.
    pub size: [u16; 2],
    /// Rows of a group.
    pub group: u16,
    /// Whether this is the new column.
    pub second: bool,
}

impl Operation for Swizzle {
    fn name(&self) -> String {
        "swizzle2d".to_owned()
    }

    reads!(row, column);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let (row, column) = (types.get(self.row)?, types.get(self.column)?);
        let index = Elem::Num(DType::I32);
        let sized = self.group > 0 && self.size.iter().all(|n| *n > 0);
        let fits = row.elem == index && column.elem == index && sized;
        ensure(fits, || format!("swizzle2d of {row} and {column} in {:?}", self.size))?;
        Ok(Some(Type { elem: index, shape: broadcast_shapes(&row.shape, &column.shape)? }))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let [rows, columns] = self.size;
        let (row, column, group) = (names(self.row), names(self.column), self.group);
        format!("tl.swizzle2d({row}, {column}, {rows}, {columns}, {group})")
    }

    fn of_several(&self) -> Option<(Op, usize)> {
        Some((Swizzle { second: false, ..self.clone() }.into(), usize::from(self.second)))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let (row, column) = (context.value(self.row), context.value(self.column));
        if row.any_undef() || column.any_undef() {
            return Err(Undefined::new("a place of a swizzle is an unspecified value"));
        }
        let ty = self.infer(context.types).expect("invariant: checked");
        let shape = ty.expect("invariant: swizzle2d has a result").shape;
        let (rows, columns) = (row.broadcast(&shape), column.broadcast(&shape));
        let lanes = rows.ints().iter().zip(columns.ints());
        let moved = lanes.map(|(row, column)| self.place(*row, *column));
        Ok(Some(Tile::from_ints(&shape, moved.collect::<Result<_, _>>()?)))
    }
}

impl Swizzle {
    fn place(&self, row: i64, column: i64) -> Result<i64, Undefined> {
        let ([rows, columns], group) = (self.size.map(i64::from), i64::from(self.group));
        if !(0..rows).contains(&row) || !(0..columns).contains(&column) {
            return Err(Undefined::new("a place of a swizzle is outside of the matrix"));
        }
        let flat = row * columns + column;
        let first = flat / (group * columns) * group;
        // The last group may have fewer rows.
        let (height, within) = ((rows - first).min(group), flat % (group * columns));
        Ok(if self.second { within / height } else { first + within % height })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Triton's documentation.
    #[test]
    fn groups_are_walked_down_the_columns() {
        let at = |row, column, second| {
            let id = ValueId(0);
            let op = Swizzle { row: id, column: id, size: [4, 4], group: 2, second };
            op.place(row, column).unwrap()
        };
        let places: Vec<_> =
            (0..8).map(|n| (at(n / 4, n % 4, false), at(n / 4, n % 4, true))).collect();
        let expected = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3)];
        assert_eq!(places, expected);
    }
}
