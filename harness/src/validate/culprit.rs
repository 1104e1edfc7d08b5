//! Finds the first pass whose output is wrong.

use crate::compile::PassText;

/// The pass that went wrong, and the IR around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Culprit {
    /// Its command-line name; `frontend` if the IR was wrong before any pass; two names with `..`
    /// between them if what lies between cannot be executed, and no first name if nothing before
    /// can.
    pub pass: String,
    /// The IR before it.
    pub before: Option<String>,
    /// The IR after it.
    pub after: String,
}

/// The first wrong step. `dumps` are the texts *before* each pass, `last` the text after all of
/// them; `wrong` says whether a text is wrong, or `None` where it cannot tell.
pub fn culprit(
    dumps: &[PassText],
    last: &str,
    mut wrong: impl FnMut(&str) -> Option<bool>,
) -> Option<Culprit> {
    let texts: Vec<&str> = dumps.iter().map(|dump| dump.text.as_str()).chain([last]).collect();
    let mut right: Option<usize> = None;
    for (at, text) in texts.iter().enumerate() {
        if at > 0 && *text == texts[at - 1] && right == Some(at - 1) {
            right = Some(at);
            continue;
        }
        match wrong(text) {
            None => {}
            Some(false) => right = Some(at),
            Some(true) => {
                let pass = match right {
                    None if at == 0 => "frontend".to_owned(),
                    // Nothing before could be judged: any pass up to here, or the front end.
                    None => format!("..{}", dumps[at - 1].pass),
                    Some(good) if good + 1 == at => dumps[good].pass.clone(),
                    Some(good) => format!("{}..{}", dumps[good].pass, dumps[at - 1].pass),
                };
                let before = right.map(|good| texts[good].to_owned());
                return Some(Culprit { pass, before, after: (*text).to_owned() });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dumps(texts: &[&str]) -> Vec<PassText> {
        let dump = |(at, text): (usize, &&str)| PassText {
            pass: format!("p{at}"),
            text: (*text).to_owned(),
        };
        texts.iter().enumerate().map(dump).collect()
    }

    fn wrong(text: &str) -> Option<bool> {
        match text {
            "?" => None,
            text => Some(text.contains("bad")),
        }
    }

    #[test]
    fn the_first_wrong_step_is_named() {
        let found = culprit(&dumps(&["a", "a", "b", "bad"]), "bad 2", wrong).unwrap();
        assert_eq!((found.pass.as_str(), found.before.as_deref()), ("p2", Some("b")));
        let found = culprit(&dumps(&["a", "b"]), "bad", wrong).unwrap();
        assert_eq!((found.pass.as_str(), found.after.as_str()), ("p1", "bad"));
        let found = culprit(&dumps(&["bad", "b"]), "b", wrong).unwrap();
        assert_eq!((found.pass.as_str(), found.before), ("frontend", None));
        assert_eq!(culprit(&dumps(&["a", "?"]), "b", wrong), None);
    }

    #[test]
    fn what_cannot_be_executed_widens_the_range() {
        let found = culprit(&dumps(&["a", "?", "?"]), "bad", wrong).unwrap();
        assert_eq!(found.pass, "p0..p2");
        let found = culprit(&dumps(&["?", "?", "bad"]), "bad", wrong).unwrap();
        assert_eq!((found.pass.as_str(), found.before), ("..p1", None));
    }
}
