//! The page's own policy: its style and its script, by their hashes, and nothing else.

use sha2::{Digest, Sha256};

/// The content of the `Content-Security-Policy`.
pub(super) fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())));
    format!(
        "default-src 'none'; style-src {}; script-src {}; img-src data:; base-uri 'none'; \
         form-action 'none'",
        hash(style),
        hash(script)
    )
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let at = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let group = (at(0) << 16) | (at(1) << 8) | at(2);
        for digit in 0..4 {
            let value = (group >> (18 - 6 * digit)) & 63;
            let used = digit <= chunk.len();
            out.push(if used { char::from(DIGITS[value as usize]) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_rfc_4648() {
        let of = |text: &str| base64(text.as_bytes());
        let all = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(of);
        assert_eq!(all, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    #[test]
    fn the_policy_names_both() {
        // The hash of nothing, as in FIPS 180-4's examples, in base 64.
        let empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        let text = policy("", "");
        assert!(text.contains(&format!("style-src {empty}; script-src {empty};")), "{text}");
    }
}
