//! The first difference that validation has found, as reports tell it.

use crate::report::{Side, Sides};
use crate::validate::{Difference, OpPlace, Seen};

/// Both sides of a difference, without the names of files.
pub fn sides(difference: &Difference) -> Sides {
    let load = difference.cause.as_ref().map(|load| {
        let side = |value: &str, place: &OpPlace| Side {
            value: value.to_owned(),
            line: Some(place.text.trim().to_owned()),
        };
        (side(&load.expected, &load.before), side(&load.found, &load.after))
    });
    Sides {
        what: difference.kind.words().to_owned(),
        place: difference.place.clone(),
        input: difference.input.to_string(),
        before: side(&difference.before),
        after: side(&difference.after),
        load,
    }
}

fn side(seen: &Seen) -> Side {
    let line = seen.op.as_ref().map(|place| place.text.trim().to_owned());
    Side { value: seen.value.clone(), line }
}
