//! The kernel of a form: each thread loads its operands, executes the form and stores the results.
//! Operands and results are 64 bits each, the low bits of which count.

use std::fmt::Write;

use super::form::{Form, register_bits};
use crate::ptx::types::Type;

/// The kernel's name.
pub const ENTRY: &str = "form";

/// Bytes of an operand and of a result in memory.
pub const SLOT: usize = 8;

/// Bytes of shared memory of each thread.
const ROOM: u32 = 16;

/// Bytes of shared memory behind the threads' own.
const SPARE: u32 = 512;

/// The module: one kernel of two parameters, the addresses of the operands and of the results.
pub fn kernel(form: &Form) -> String {
    let mut text = format!(
        ".version 8.7\n.target {}\n.address_size 64\n\
         .visible .entry {ENTRY}(.param .u64 operands, .param .u64 results)\n{{\n\
         .reg .b32 %thread;\n.reg .b32 %width;\n.reg .b32 %index;\n.reg .b32 %base;\n\
         .reg .b32 %room;\n.reg .b64 %from;\n.reg .b64 %slot;\n.reg .b64 %word;\n",
        form.target_name()
    );
    declare(&mut text, 's', form.sources.iter().map(|source| source.ty));
    declare(&mut text, 'd', form.results.iter().copied());
    if form.text.contains("%room") {
        let bytes = form.threads * ROOM + SPARE;
        line(&mut text, format_args!(".shared .align 128 .b8 rooms[{bytes}];"));
    }
    text.push_str(
        "mov.u32 %thread, %tid.x;\nmov.u32 %index, %ctaid.x;\nmov.u32 %width, %ntid.x;\n\
         mad.lo.u32 %index, %index, %width, %thread;\n\
         ld.param.u64 %from, [operands];\nld.param.u64 %slot, [results];\n",
    );
    for (address, count) in [("%from", form.sources.len()), ("%slot", form.results.len())] {
        let stride = count * SLOT;
        line(&mut text, format_args!("mad.wide.u32 {address}, %index, {stride}, {address};"));
    }
    if form.text.contains("%room") {
        text.push_str("mov.u32 %base, rooms;\n");
        line(&mut text, format_args!("mad.lo.u32 %room, %thread, {ROOM}, %base;"));
    }
    for (at, source) in form.sources.iter().enumerate() {
        load(&mut text, at, source.ty);
    }
    line(&mut text, format_args!("{}", form.text));
    for (at, ty) in form.results.iter().enumerate() {
        store(&mut text, at, *ty);
    }
    text.push_str("ret;\n}\n");
    text
}

/// Loads source `at`.
fn load(text: &mut String, at: usize, ty: Type) {
    line(text, format_args!("ld.global.b64 %word, [%from+{}];", at * SLOT));
    match register_bits(ty) {
        1 => line(text, format_args!("setp.ne.u64 %s{at}, %word, 0;")),
        64 => line(text, format_args!("mov.b64 %s{at}, %word;")),
        bits => line(text, format_args!("cvt.u{bits}.u64 %s{at}, %word;")),
    }
}

/// Stores result `at`.
fn store(text: &mut String, at: usize, ty: Type) {
    match register_bits(ty) {
        1 => line(text, format_args!("selp.u64 %word, 1, 0, %d{at};")),
        64 => line(text, format_args!("mov.b64 %word, %d{at};")),
        bits => line(text, format_args!("cvt.u64.u{bits} %word, %d{at};")),
    }
    line(text, format_args!("st.global.b64 [%slot+{}], %word;", at * SLOT));
}

fn declare(text: &mut String, letter: char, types: impl Iterator<Item = Type>) {
    for (at, ty) in types.enumerate() {
        let class = match register_bits(ty) {
            1 => "pred".to_owned(),
            bits => format!("b{bits}"),
        };
        line(text, format_args!(".reg .{class} %{letter}{at};"));
    }
}

fn line(text: &mut String, what: std::fmt::Arguments<'_>) {
    writeln!(text, "{what}").expect("invariant: a string takes what is written");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::read;

    #[test]
    fn a_kernel_can_be_read() {
        let form = Form::new(
            "setp.lt.s16 %d0|%d1, %s0, %s1;",
            &[Type::Pred, Type::Pred],
            &[Type::S16, Type::S16],
        );
        let text = kernel(&form);
        assert!(text.contains("cvt.u16.u64 %s1, %word;") && !text.contains("rooms"), "{text}");
        let module = read(&text).unwrap();
        assert_eq!(module.function(ENTRY).unwrap().parameters.len(), 2);
        assert_eq!(module.target, "sm_80");
    }
}
