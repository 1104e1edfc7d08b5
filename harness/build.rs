//! Rebuilds the program when a corpus that is part of it changes.

fn main() {
    println!("cargo::rerun-if-changed=../corpora/selftest");
    println!("cargo::rerun-if-changed=../corpora/known");
}
