//! Signatures: equal for findings that are probably one fault, whatever the kernel.

use super::FindingKind;

/// Longest text that goes into a signature.
const LIMIT: usize = 160;

/// Kind, pass (without its options) or stage, and what was said with every name, number, address
/// and path taken out.
pub fn signature(kind: FindingKind, place: &str, text: &str) -> String {
    let place = place.split('{').next().unwrap_or(place);
    let text = normalized(text);
    if text.is_empty() { format!("{kind} | {place}") } else { format!("{kind} | {place} | {text}") }
}

fn normalized(text: &str) -> String {
    let text = without_types(assertion(text).unwrap_or(text));
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        words.push(word_of(word));
    }
    let joined = words.join(" ");
    let text = joined.trim();
    text.chars().take(LIMIT).collect::<String>().trim_end().to_owned()
}

/// The condition of a failed assertion: the file's place and the function's types change between
/// builds.
fn assertion(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("Assertion `")?;
    rest.rsplit_once("' failed").map(|(condition, _)| condition)
}

/// With nothing between the brackets of types.
fn without_types(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = TYPES.iter().filter_map(|ty| rest.find(ty).map(|at| at + ty.len())).min() {
        out.push_str(&rest[..at]);
        let inside = |c: char, depth: &mut usize| {
            *depth = depth.wrapping_add_signed(isize::from(c == '<') - isize::from(c == '>'));
            *depth > 0
        };
        let mut depth = 1;
        let end = rest[at..].find(|c| !inside(c, &mut depth)).unwrap_or(rest.len() - at);
        rest = &rest[at + end..];
    }
    out + rest
}

/// How types begin that tell of a kernel's shapes and layouts.
const TYPES: &[&str] = &["tensor<", "memdesc<", "!tt.ptr<", "!tt.tensordesc<"];

/// A word with paths cut to their last part, SSA and function names and all digits replaced.
fn word_of(word: &str) -> String {
    let word = match word.rsplit_once('/') {
        Some((folder, file)) if !folder.is_empty() || word.starts_with('/') => file,
        _ => word,
    };
    let mut out = String::with_capacity(word.len());
    let mut chars = word.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '%' | '@' => {
                out.push(c);
                while chars
                    .next_if(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
                    .is_some()
                {}
            }
            '0' if chars.next_if_eq(&'x').is_some() => {
                while chars.next_if(char::is_ascii_hexdigit).is_some() {}
                out.push('N');
            }
            c if c.is_ascii_digit() => {
                while chars.next_if(char::is_ascii_digit).is_some() {}
                out.push('N');
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        signature(FindingKind::Assertion, "tritongpu-pipeline{num-stages=3}", text)
    }

    #[test]
    fn what_differs_between_kernels_is_gone() {
        let one = of("python: /a/b/Pass.cpp:12: void f(int): Assertion `x[3] == 0x1f' failed.");
        assert_eq!(one, "assertion | tritongpu-pipeline | x[N] == N");
        assert_eq!(
            of(
                "/tmp/q1/k.mlir:3:9: error: 'tt.load' op operand %a_1 of @kern has tensor<16x2xf32>"
            ),
            "assertion | tritongpu-pipeline | k.mlir:N:N: error: 'tt.load' op operand % of @ has \
             tensor<>"
        );
        let layouts = "returns ('tensor<2x!tt.ptr<f32>, #ttg.blocked<{a = [1]}>>') not tensor<f32>";
        let told = "assertion | tritongpu-pipeline | returns ('tensor<>') not tensor<>";
        assert_eq!(of(layouts), told);
        assert_eq!(of(" "), "assertion | tritongpu-pipeline");
        assert!(of(&"long ".repeat(100)).len() < 200);
    }
}
