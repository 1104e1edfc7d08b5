//! Reads every `.mlir` file of a folder and prints it into another, for a check by Triton's own
//! parser: `TRITONSMITH_IR_CORPUS=in TRITONSMITH_IR_PRINTED=out cargo test --test mlir_corpus --
//! --ignored --nocapture`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

fn folder(variable: &str) -> PathBuf {
    std::env::var_os(variable).map(PathBuf::from).expect("the folder's variable is set")
}

#[test]
#[ignore = "needs a folder of IR texts"]
fn every_text_of_a_corpus_is_read() {
    let (corpus, printed) = (folder("TRITONSMITH_IR_CORPUS"), folder("TRITONSMITH_IR_PRINTED"));
    let mut paths: Vec<_> = std::fs::read_dir(corpus).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    let (mut failed, mut lines, mut time) = (0, 0, Duration::ZERO);
    let mut slowest = (0.0, PathBuf::new());
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        let start = Instant::now();
        let module = tritonsmith::mlir::parse(&text);
        let took = start.elapsed();
        time += took;
        lines += text.lines().count();
        let ms = took.as_secs_f64() * 1e3;
        if ms > slowest.0 {
            slowest = (ms, path.clone());
        }
        match module {
            Err(error) => {
                failed += 1;
                println!("{}:{error}", path.display());
            }
            Ok(module) => {
                let text = tritonsmith::mlir::print(&module).unwrap();
                let again = tritonsmith::mlir::parse(&text).unwrap();
                assert_eq!(tritonsmith::mlir::print(&again).unwrap(), text, "{}", path.display());
                std::fs::write(printed.join(path.file_name().unwrap()), text).unwrap();
            }
        }
    }
    println!(
        "{} texts, {lines} lines, {failed} failed, {time:?}, slowest {slowest:?}",
        paths.len()
    );
    assert_eq!(failed, 0);
}
