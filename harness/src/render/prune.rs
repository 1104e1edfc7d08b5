//! Leaves out functions that nothing uses.

/// The text of a module without plain functions that neither it nor `users` name.
pub(super) fn unused_functions(module: &str, users: &str) -> String {
    // Inside of a longer one, lines may be no statements.
    let is_whole = |line: &str| line.matches("\"\"\"").count().is_multiple_of(2);
    if !module.lines().all(is_whole) {
        return module.to_owned();
    }
    let mut parts = parts(module);
    loop {
        let is_used = |at: usize| match name(parts[at]) {
            Some(name) => {
                let others = parts.iter().enumerate().filter(|(other, _)| *other != at);
                others.map(|(_, part)| *part).chain([users]).any(|text| names(text, name))
            }
            None => true,
        };
        let used: Vec<_> = (0..parts.len()).filter(|at| is_used(*at)).map(|at| parts[at]).collect();
        if used.len() == parts.len() {
            return used.concat();
        }
        parts = used;
    }
}

/// Statements at the top level, each with what is indented below it and what decorates it.
fn parts(module: &str) -> Vec<&str> {
    let (mut starts, mut decorated, mut at) = (Vec::new(), false, 0);
    for line in module.split_inclusive('\n') {
        let top = !line.starts_with([' ', '\n', ')', ']', '}']);
        if top && !decorated {
            starts.push(at);
        }
        decorated = line.starts_with('@');
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([module.len()]);
    starts.iter().zip(ends).map(|(start, end)| &module[*start..end]).collect()
}

fn name(part: &str) -> Option<&str> {
    part.strip_prefix("def ")?.split('(').next()
}

/// Whether a text has a name as a whole word.
fn names(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(is_word) && !text[at + name.len()..].starts_with(is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_are_used_stay() {
        let module = "import os\n\ndef a():\n    return b()\n\ndef b():\n    return 1\n\n\
                      def b2():\n    return b2()\n\n@triton.jit\ndef k(out):\n    pass\n";
        let without_b2 = module.replace("def b2():\n    return b2()\n\n", "");
        assert_eq!(unused_functions(module, "a()"), without_b2);
        let kernel = "import os\n\n@triton.jit\ndef k(out):\n    pass\n";
        assert_eq!(unused_functions(module, "ab()"), kernel);
        let told = "def a():\n    \"\"\"One line.\"\"\"\n    return 1\n\ndef b():\n    return 2\n";
        assert_eq!(unused_functions(told, "b()"), "def b():\n    return 2\n");
        let lines = "def a():\n    \"\"\"Two\nlines.\"\"\"\n    return 1\n";
        assert_eq!(unused_functions(lines, ""), lines);
    }
}
