//! What the command line will have and does not have yet, refused by name and not as a typing error.

/// The line itself.
fn line(what: &str) -> String {
    format!("{what} is not in this version of tritonsmith: leave it out or update")
}

/// A parser for a word of which only some values are there yet.
pub(super) fn word(given: &str, now: &[&'static str], later: &[&str]) -> Result<String, String> {
    if now.contains(&given) {
        Ok(given.to_owned())
    } else if later.contains(&given) {
        Err(format!("{}; it knows {}", line(&format!("`{given}`")), now.join(", ")))
    } else {
        Err(format!("it is one of {}", now.join(", ")))
    }
}
