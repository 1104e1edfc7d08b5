//! Matrix instructions with their fragments, or their places, mixed up.

use super::{Edit, Statement, one};

/// Descriptors count addresses in units of 16 bytes.
const FURTHER: u64 = 2;

/// A matrix that is transposed where it must not be, or not where it must.
pub(super) fn transposed(statement: &Statement) -> Vec<Edit> {
    if !matches!(statement.root(), "ldmatrix" | "stmatrix") {
        return vec![];
    }
    let name = match statement.has("trans") {
        true => statement.name.replacen(".trans", "", 1),
        false => statement.name.replacen(".shared", ".trans.shared", 1),
    };
    one(Some(statement.named(&name).text()), "transposed or not")
}

/// The first registers of the left factor in each other's place.
pub(super) fn factors(statement: &Statement) -> Vec<Edit> {
    let text = is_product(statement).then(|| statement.with_swapped_elements(1)).flatten();
    one(text, "registers of the left factor swapped")
}

/// The first registers of the sums in each other's place.
pub(super) fn sums(statement: &Statement) -> Vec<Edit> {
    let text = is_product(statement).then(|| statement.with_swapped_elements(0)).flatten();
    one(text, "registers of the sums swapped")
}

fn is_product(statement: &Statement) -> bool {
    statement.name.starts_with("mma.sync")
}

/// A descriptor of another place.
pub(super) fn descriptors(statement: &Statement) -> Vec<Edit> {
    let is_product = statement.name.starts_with("wgmma.mma_async");
    let right = statement.operands.get(2).filter(|right| is_product && right.starts_with('%'));
    let text = right.map(|right| {
        let product = statement.with(2, "planted".to_owned());
        format!("{{ .reg .b64 planted; add.s64 planted, {right}, {FURTHER}; {product} }}")
    });
    one(text, "the right factor begins 32 bytes further")
}
