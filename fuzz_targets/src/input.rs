//! Inputs: bytes in, a test case out, and back.

use arbitrary::Unstructured;
use tritonsmith::generate::{self, Config, from_bytes};
use tritonsmith::testcase::TestCase;
use tritonsmith::testcase::scenario::Scenario;

use crate::mutate::mutate;

/// The seed of what is made afresh.
const SEED: u64 = 0xf0;

/// Every so often a kernel is made afresh.
const FRESH: u32 = 8;

/// The case that the bytes are, or that the generator makes of them; `None` for JSON that is no case.
pub fn case(bytes: &[u8]) -> Option<TestCase> {
    if bytes.first() == Some(&b'{') {
        return TestCase::parse(std::str::from_utf8(bytes).ok()?, "the input").ok();
    }
    from_bytes(&mut Unstructured::new(bytes), &Config::default()).ok()
}

/// The scenario that the first eight bytes number.
pub fn scenario(bytes: &[u8]) -> Scenario {
    let mut number = [0; 8];
    for (to, from) in number.iter_mut().zip(bytes) {
        *to = *from;
    }
    generate::scenario(SEED, u64::from_le_bytes(number))
}

/// libFuzzer's custom mutator: writes another case over `data[..size]` and returns its length. What
/// cannot be changed, or would be longer than `limit`, gives way to a kernel of the seed.
pub fn change(data: &mut [u8], size: usize, limit: usize, seed: u32) -> usize {
    let old = if seed.is_multiple_of(FRESH) { None } else { case(&data[..size]) };
    let changed = old.and_then(|case| mutate(&case, seed));
    let fresh = || generate::from_seed(SEED, seed.into(), &Config::default());
    let text = |case: &TestCase| serde_json::to_vec(case).ok().filter(|text| text.len() <= limit);
    let Some(text) = changed.and_then(|case| text(&case)).or_else(|| text(&fresh())) else {
        return size.min(limit);
    };
    data[..text.len()].copy_from_slice(&text);
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_mutated_stays_a_case() {
        let mut data = vec![0; 1 << 16];
        let mut size = 0;
        let mut different = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let limit = data.len();
            size = change(&mut data, size, limit, seed);
            let case = case(&data[..size]).expect("a case");
            case.check().expect("a valid case");
            different.insert(data[..size].to_vec());
        }
        assert!(different.len() > 50, "{} of 200 are different", different.len());
        assert_eq!(change(&mut data, size, 10, 1), 10, "too short for any case");
    }

    #[test]
    fn bytes_are_a_case_or_none() {
        assert!(case(b"").is_some_and(|case| case.check().is_ok()));
        assert!(case(b"{").is_none() && case(b"{\"schema\": 1}").is_none());
        assert_eq!(scenario(b"\x01"), scenario(b"\x01\0\0"));
        assert_ne!(scenario(b"\x01"), scenario(b"\x02"));
    }
}
