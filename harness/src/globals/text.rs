//! Fills in the templates of a kind.

use super::{Kind, Values};

/// One binding in one version.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// What it is.
    pub kind: &'static Kind,
    /// Its name in the module.
    pub name: &'a str,
    /// Its number, which gives it a range of values of its own.
    pub number: u32,
    /// The version.
    pub version: u32,
}

/// Where the values of a binding start, and those of the next.
const RANGE: i64 = 1000;

impl Place<'_> {
    /// The integer that a kernel stores which reads it.
    pub fn seen(&self) -> i64 {
        self.seen_at(self.version)
    }

    fn seen_at(&self, version: u32) -> i64 {
        match self.kind.values {
            Values::Listed(all) => all[version as usize % all.len()].1,
            _ => RANGE * i64::from(self.number + 1) + i64::from(version % self.kind.versions()),
        }
    }

    /// How the version is written in Python.
    pub fn literal(&self) -> String {
        self.literal_at(self.version)
    }

    fn literal_at(&self, version: u32) -> String {
        let seen = self.seen_at(version);
        match self.kind.values {
            Values::Ints => seen.to_string(),
            Values::Floats => format!("{seen}.0"),
            Values::Strings => format!("\"v{seen}\""),
            Values::Listed(all) => all[version as usize % all.len()].0.to_owned(),
        }
    }

    /// A template with everything filled in.
    pub fn fill(&self, template: &str) -> String {
        let mut text = String::new();
        let mut rest = template;
        while let Some(start) = rest.find("{cases:") {
            let (before, after) = rest.split_at(start);
            let after = &after["{cases:".len()..];
            let (expression, after) = after.split_at(closing(after));
            let after = &after[1..];
            text.push_str(before);
            text.push_str(&self.cases(expression));
            rest = after;
        }
        text.push_str(rest);
        text.replace("{value}", &self.literal()).replace("{name}", self.name)
    }

    fn cases(&self, expression: &str) -> String {
        let versions = 0..self.kind.versions();
        versions.rev().fold("-1".to_owned(), |rest, version| {
            let (seen, literal) = (self.seen_at(version), self.literal_at(version));
            format!("({seen} if {expression} == {literal} else {rest})")
        })
    }
}

/// Where the brace closes that was opened before the text.
fn closing(text: &str) -> usize {
    let mut depth = 1;
    let end = text.bytes().position(|byte| {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        depth == 0
    });
    end.expect("invariant: a closed template")
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use super::*;

    #[test]
    fn templates_are_filled() {
        let kind = find("constexpr_int").unwrap();
        let place = Place { kind, name: "g1", number: 1, version: 2 };
        assert_eq!(place.fill(kind.main), "g1 = tl.constexpr(2002)");
        assert_eq!(place.fill("{cases:{name}}").matches("if g1 == ").count(), 4);
        let place = Place { kind: find("enum_argument").unwrap(), ..place };
        assert_eq!(place.fill(place.kind.argument), "g1=g1_E.C");
    }
}
