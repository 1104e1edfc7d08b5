//! What the reader makes of texts: operands, scopes, variables, heads, lines, errors.

use super::*;
use crate::ptx::decode::{Control, Memory};
use crate::ptx::program::{
    Address, Base, Function, Line, Opcode, Operand, Reg, RegClass, SourceLine,
};
use crate::ptx::types::{Axis, Special, Type};

const GATHER: &str = include_str!("../../../tests/filetests/ptx/gather_sm90.ptx");
const DEBUG: &str = include_str!("../../../tests/filetests/ptx/debug_sm80.ptx");

const HEAD: &str = ".version 8.7\n.target sm_90a\n.address_size 64\n\
    .extern .shared .align 16 .b8 smem[];\n.visible .entry k(.param .u64 p)\n{\n\
    .reg .pred %p<4>;\n.reg .b16 %rs<3>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n\
    .reg .b128 %rq<2>;\n.reg .b8 %b;\n";

fn function(body: &str) -> Function {
    read(&format!("{HEAD}{body}\n}}")).unwrap().functions.remove(0)
}

fn operands(text: &str) -> Vec<Operand> {
    function(text).instructions[0].operands.to_vec()
}

fn error(text: &str) -> String {
    read(&format!("{HEAD}{text}\n}}")).unwrap_err().to_string()
}

/// The first 32-bit register; four predicates and three halves come before.
const R0: u32 = 7;

fn r(number: u32) -> Operand {
    Operand::Register(Reg(R0 + number))
}

#[test]
fn registers_are_numbered_through_all_classes_and_keep_their_names() {
    let function = function("ret;");
    let expected = [
        ("%p3", 3, RegClass::Pred),
        ("%rs0", 4, RegClass::B16),
        ("%r0", R0, RegClass::B32),
        ("%rd3", 14, RegClass::B64),
        ("%rq1", 16, RegClass::B128),
        ("%b", 17, RegClass::B8),
    ];
    for (name, at, class) in expected {
        assert_eq!(function.register_name(Reg(at)), name);
        assert_eq!(function.registers[at as usize], class);
    }
    assert_eq!(function.registers.len(), 18);
    for ty in [Type::Pred, Type::B8, Type::F16, Type::S32, Type::F64, Type::B128] {
        assert_eq!(RegClass::of(ty).unwrap().bits(), ty.bits());
    }
    assert_eq!(RegClass::of(Type::E2m1), None);
}

#[test]
fn every_kind_of_operand() {
    assert_eq!(
        operands("add.s32 %r1, %r2, -3;"),
        [r(1), r(2), Operand::Immediate(3u64.wrapping_neg())]
    );
    assert_eq!(operands("mov.b32 %r1, 0f3F800000;")[1], Operand::Immediate(0x3f80_0000));
    assert_eq!(operands("mov.b64 %rd1, 0d4000000000000000;")[1], Operand::Immediate(1 << 62));
    assert_eq!(operands("mov.u32 %r1, %tid.x;")[1], Operand::Special(Special::Tid(Axis::X)));
    assert_eq!(operands("mov.b32 %r1, smem;")[1], Operand::Symbol(Symbol::Module(0)));
    assert_eq!(operands("mov.u32 %r1, WARP_SZ;")[1], Operand::Immediate(32));
    let pair = Operand::Pair(Some(Reg(1)), None);
    assert_eq!(operands("setp.eq.s32 %p1|_, %r1, 0;")[0], pair);
    assert_eq!(
        operands("and.pred %p1, !%p2, %p3;"),
        [Operand::Register(Reg(1)), Operand::Not(Reg(2)), Operand::Register(Reg(3))]
    );
    let vector = Operand::Vector(Box::new([r(1), Operand::Sink]));
    assert_eq!(operands("ld.global.v2.b32 {%r1, _}, [%rd1];")[0], vector);
}

#[test]
fn addresses() {
    let address = |text: &str| operands(&format!("ld.shared.b32 %r0, {text};"))[1].clone();
    let at = |base, offset| Operand::Address(Address { base, offset });
    assert_eq!(address("[%r1+16]"), at(Base::Register(Reg(R0 + 1)), 16));
    assert_eq!(address("[ %r1 + 0x10 ]"), at(Base::Register(Reg(R0 + 1)), 16));
    assert_eq!(address("[%r1+-8]"), at(Base::Register(Reg(R0 + 1)), -8));
    assert_eq!(address("[smem+4]"), at(Base::Symbol(Symbol::Module(0)), 4));
    assert_eq!(address("[p]"), at(Base::Symbol(Symbol::Parameter(0)), 0));
    assert_eq!(address("[64]"), at(Base::Absolute, 64));
    let Operand::Tensor { map, coordinates, offsets } = address("[%rd1, {%r1, 0}]") else {
        panic!()
    };
    assert_eq!(map.base, Base::Register(Reg(R0 + 5)));
    assert_eq!((coordinates.len(), offsets.len()), (2, 0));
}

#[test]
fn scopes_have_registers_and_labels_of_their_own() {
    let block = "{ .reg .pred done;\nwait: mbarrier.try_wait.parity.shared.b64 done, [%r1], %r2;\n\
                 @!done bra.uni wait;\n}";
    let function = function(&format!("{block}\n{block}\nret;"));
    assert_eq!(function.registers.len(), 20);
    let targets = [1, 3].map(|at: usize| function.instructions[at].operands[0].clone());
    assert_eq!(targets, [Operand::Label(0), Operand::Label(2)]);
    assert_eq!(function.instructions[3].predicate, Some((Reg(19), true)));
}

#[test]
fn tables_and_calls_are_resolved() {
    let function = function("T: .branchtargets A, B;\nbrx.idx %r1, T;\nA: ret;\nB: trap;");
    assert_eq!(function.tables, [vec![1u32, 2]]);
    assert_eq!(function.instructions[0].operands[1], Operand::Table(0));
    let text = ".version 8.4\n.target sm_80\n.address_size 64\n\
        .func (.param .align 16 .b8 r[8]) f(.param .b32 a) { .reg .b32 %r<2>;\n\
        ld.param.b32 %r1, [a]; st.param.b32 [r+4], %r1; ret; }\n\
        .visible .entry k() { .reg .b32 %r<2>;\n{ .param .b32 x; .param .align 16 .b8 y[8];\n\
        call.uni (y), f, (x);\ncall.uni f, (x);\n} ret; }";
    let module = read(text).unwrap();
    let store = &module.functions[0].instructions[1].operands[0];
    let base = Base::Symbol(Symbol::Return(0));
    assert_eq!(*store, Operand::Address(Address { base, offset: 4 }));
    let call = &module.functions[1].instructions[0];
    assert_eq!(call.op, Opcode::Control(Control::Call { uniform: true }));
    assert_eq!(
        *call.operands,
        [
            Operand::Vector(Box::new([Operand::Symbol(Symbol::Local(1))])),
            Operand::Symbol(Symbol::Function(0)),
            Operand::Vector(Box::new([Operand::Symbol(Symbol::Local(0))])),
        ]
    );
    let without = &module.functions[1].instructions[1].operands[0];
    assert_eq!(*without, Operand::Vector(Box::default()));
}

#[test]
fn variables_have_contents() {
    let text = ".version 8.4\n.target sm_80\n.address_size 64\n\
        .global .align 2 .b16 a[4] = {1, -1, 0x1234};\n.const .f32 b = 0f3F800000;\n\
        .global .u64 c[2] = {generic(a)+2, b};\n.shared .b32 d[2][3];\n.section .x { .b8 1 }";
    let module = read(text).unwrap();
    let bytes = |at: usize| module.variables[at].initial.clone().unwrap().bytes;
    assert_eq!(bytes(0), [1, 0, 255, 255, 0x34, 0x12]);
    assert_eq!(module.variables[0].size, Some(8));
    assert_eq!(bytes(1), [0, 0, 0x80, 0x3f]);
    let relocations = module.variables[2].initial.clone().unwrap().relocations;
    assert_eq!((relocations[0].is_generic, relocations[0].addend, relocations[1].at), (true, 2, 8));
    assert_eq!((module.variables[3].size, module.variables[3].space), (Some(24), Space::Shared));
}

#[test]
fn heads_carry_launch_directives() {
    let text = ".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry k(\n\
        .param .u64 .ptr .global .align 1 a,\n.param .align 64 .b8 b[128]\n)\n.reqntid 128, 1, 1\n\
        .maxnreg 168\n.minnctapersm 2\n.reqnctapercluster 2\n.explicitcluster\n{ ret; }";
    let function = &read(text).unwrap().functions[0];
    assert_eq!(function.launch.threads, Some([128, 1, 1]));
    assert_eq!(function.launch.cluster, Some([2, 1, 1]));
    assert_eq!((function.launch.max_registers, function.launch.min_blocks), (Some(168), Some(2)));
    assert!(function.launch.explicit_cluster && function.is_entry);
    let sizes: Vec<_> = function.parameters.iter().map(|p| (p.size, p.align)).collect();
    assert_eq!(sizes, [(Some(8), 8), (Some(128), 64)]);
}

#[test]
fn lines_follow_loc() {
    let function = function(
        ".loc 1 5 2\nmov.u32 %r1, 1;\n.loc 2 7 3, function_name $L__info, inlined_at 1 9 4\nret;",
    );
    let source = |file, line, column| Some(SourceLine { file, line, column });
    assert_eq!(function.line(0), Line { ptx: 14, source: source(1, 5, 2), inlined_at: None });
    let inlined = Line { ptx: 16, source: source(2, 7, 3), inlined_at: source(1, 9, 4) };
    assert_eq!(function.line(1), inlined);
    assert_eq!(function.line(2), Line::default());
}

#[test]
fn errors_name_their_line() {
    assert_eq!(error("mov.u32 %r1, %r9;"), "13:14: `%r9` is not declared");
    assert_eq!(error("ret;\nbra NOWHERE;"), "14:5: `NOWHERE` is not declared");
    assert_eq!(error("mov.u32 %r1 %r2;"), "13:13: expected `,`");
    assert_eq!(error("A: ret;\nA: ret;"), "14:1: a second label `A`");
    assert_eq!(error(".odd;"), "13:1: unknown directive `.odd`");
    assert_eq!(error("@%x ret;"), "13:2: `%x` is not a register");
    let open = read(".version 8.4\n.target sm_80\n.entry k() {\nret;").unwrap_err();
    assert_eq!(open.to_string(), "4:5: this function does not end");
    let bytes = read_bytes(b".version 8.4\n\xff").unwrap_err();
    assert_eq!((bytes.line, bytes.column), (2, 1));
}

#[test]
fn sections_end_where_they_end() {
    let section = ".section .x { .b8 1 // }\n /* }\n */ .b8 4 / 2, \"}\"\n}";
    assert!(read(&format!("{section}\n.version 8.4")).is_ok());
    assert_eq!(read(&format!("{section}\n}}")).unwrap_err().line, 5);
    for open in [".section .x { .b8 1 // }", ".section .x { /* }", ".section .x }"] {
        assert!(read(open).is_err(), "{open}");
    }
}

#[test]
fn no_text_makes_the_reader_panic() {
    for text in [GATHER, DEBUG] {
        for end in (0..text.len()).step_by(7).filter(|end| text.is_char_boundary(*end)) {
            // An error or a module, both are fine.
            let _ = read(&text[..end]);
        }
    }
}

fn unknown(module: &Module) -> Vec<&str> {
    let all = module.functions.iter().flat_map(|function| &function.instructions);
    all.filter_map(|instruction| match &instruction.op {
        Opcode::Unknown(name) => Some(name.as_str()),
        _ => None,
    })
    .collect()
}

#[test]
fn a_real_kernel_with_tensor_copies() {
    let module = read(GATHER).unwrap();
    assert_eq!((module.target.as_str(), module.address_size), ("sm_90a", 64));
    assert_eq!(unknown(&module), Vec::<&str>::new());
    let kernel = module.entries().next().unwrap();
    assert_eq!(kernel.name, "desc_gather");
    assert_eq!(kernel.parameters[0].size, Some(128));
    assert_eq!(module.variables[0].size, None);
    let tensors = kernel.instructions.iter().flat_map(|instruction| &instruction.operands);
    let tensors = tensors.filter(|operand| matches!(operand, Operand::Tensor { .. }));
    assert!(tensors.count() > 0);
}

#[test]
fn a_real_kernel_that_prints_and_asserts() {
    let module = read(DEBUG).unwrap();
    assert_eq!(unknown(&module), Vec::<&str>::new());
    let print = module.function("vprintf").unwrap();
    assert!(!print.is_defined && print.returns.len() == 1 && print.parameters.len() == 2);
    let file = module.variables.iter().find(|variable| variable.name == "assertFile_0").unwrap();
    assert_eq!((file.ty, file.initial.clone().unwrap().bytes), (Type::B8, b"kernel.py".to_vec()));
    let kernel = module.function("dbg").unwrap();
    assert_eq!((kernel.variables[0].space, kernel.variables[0].align), (Space::Local, 8));
    let moves = kernel.instructions.iter().filter(|instruction| {
        matches!(instruction.op, Opcode::Memory(Memory::Move { .. }))
            && instruction.operands[1] == Operand::Symbol(Symbol::Local(0))
    });
    assert_eq!(moves.count(), 1);
}
