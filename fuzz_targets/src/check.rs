//! Checks that need no compiler.

use tritonsmith::evaluate::reference;
use tritonsmith::reduce::kernel;
use tritonsmith::render;
use tritonsmith::testcase::TestCase;

/// What [`kernel::recondition`] makes of a valid case is valid, can be written as Python, and is well
/// defined if the case was. The fault, if there is one.
pub fn recondition(case: TestCase) -> Option<String> {
    let defined = reference(&case).is_ok();
    let name = case.name.clone();
    let made = kernel::recondition(case)?;
    if let Err(error) = made.check() {
        return Some(format!("{name}: made invalid: {error}"));
    }
    if !render::module(&made).contains("@triton.jit") {
        return Some(format!("{name}: no kernel is written"));
    }
    match reference(&made) {
        Err(undefined) if defined => Some(format!("{name}: undefined now: {}", undefined.reason)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use tritonsmith::generate::{Config, from_seed};

    #[test]
    fn generated_kernels_stay_what_they_are() {
        for index in 0..50 {
            let case = from_seed(3, index, &Config::default());
            assert_eq!(super::recondition(case), None, "kernel {index}");
        }
    }
}
