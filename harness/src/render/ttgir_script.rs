//! The script of a finding in a module of TTGIR, which runs alone.

use std::fmt::Write;

use super::standalone::{Contents, inputs, outputs, with_main};
use crate::testcase::ttgir::TtgirCase;

/// A script that compiles the module on from TTGIR, launches it on a GPU of its architecture and compares
/// what it leaves with `expected`; without such a GPU it prints the assembly. Buffers that `expected` does
/// not name must not change.
pub fn ttgir_script(case: &TtgirCase, expected: &[Contents]) -> String {
    let name = case.name.replace(['"', '\\', '\n'], "?");
    let (capability, launched) = (case.capability, case.launched());
    let mut text = format!(
        "\"\"\"{name}: python script.py\n\n\
         Compiles the module on from TTGIR. With torch and a GPU of capability {capability}: launches \
         it, prints the first\nwrong element and PASS or FAIL (status 1). Otherwise prints the PTX \
         (status 2).\n\
         \"\"\"\n\
         import base64\nimport os\nimport sys\nimport tempfile\n\nimport numpy\nimport triton\n\n"
    );
    let module = case.text.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"");
    write!(
        text,
        "CAPABILITY = {capability}\nOPTIONS = {{\"enable_fp_fusion\": False}}\n\
         MODULE = \"\"\"\\\n{module}\"\"\"\n"
    )
    .expect("invariant: strings grow");
    inputs(&launched, &mut text);
    outputs(&launched, expected, &mut text);
    with_main(text, include_str!("ttgir.py"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testcase::ttgir::{Pointed, TTGIR_SCHEMA};
    use crate::testcase::{BufferSpec, Fill};

    #[test]
    fn the_script_holds_the_module_its_inputs_and_its_results() {
        let fill = Fill::Ramp { low: 1, stride: 1, modulus: 9, scale: 0 };
        let buffer = BufferSpec {
            dtype: serde_json::from_str("\"i32\"").unwrap(),
            len: 2,
            fill,
            misalign: 0,
        };
        let case = TtgirCase {
            schema: TTGIR_SCHEMA,
            name: "s0-t0-sm90".to_owned(),
            function: "layouts".to_owned(),
            capability: 90,
            num_warps: 4,
            families: vec![],
            buffers: vec![Pointed { name: "a0".to_owned(), buffer }],
            text: "module attributes {ttg.target = \"cuda:90\"} {}\n".to_owned(),
        };
        let bits = vec![Some(1), Some(2)];
        let script = ttgir_script(&case, &[Contents { name: "a0".into(), bits, margins: None }]);
        let module = "\nmodule attributes {ttg.target = \"cuda:90\"} {}\n\"\"\"\n";
        for part in [module, "(\"a0\", \"i32\", 2,", "([1, 2], None, None)"] {
            assert!(script.contains(part), "{part} is not in\n{script}");
        }
    }
}
