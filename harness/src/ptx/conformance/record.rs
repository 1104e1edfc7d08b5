//! A recording from what a device left.

use super::form::Form;
use super::golden::{Left, Recorded, pack};
use super::kernel::SLOT;
use super::operands::{fingerprint, operands};

/// What a device made of a form. `left` is the kernel's second buffer after the launch, or why there is
/// none.
pub fn record(form: &Form, left: Result<&[u8], String>) -> Recorded {
    let results = left.map(|bytes| {
        let words = bytes.chunks_exact(SLOT);
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0u64, |all, one| all << 8 | u64::from(*one));
        words.map(word).collect::<Vec<u64>>()
    });
    Recorded {
        text: form.text.clone(),
        operands: fingerprint(&operands(form)),
        left: match results {
            Ok(words) => Left::Results(pack(form, &words)),
            Err(why) => Left::Nothing(why),
        },
    }
}
