//! The reader of IR text never panics, and what it prints it reads again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tritonsmith::mlir;

fuzz_target!(|bytes: &[u8]| {
    let Ok(module) = mlir::parse_bytes(bytes) else { return };
    if let Ok(text) = mlir::print(&module) {
        assert!(mlir::parse(&text).is_ok(), "printed and not read again:\n{text}");
    }
});
