//! The `tritonsmith` command: everything it does is in the library's `cli`.

fn main() -> std::process::ExitCode {
    tritonsmith::cli::main()
}
