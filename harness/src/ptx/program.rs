//! The decoded program: what the reader makes of a text and executors work on.
//!
//! The contract for executors:
//! - Nothing is a name any more. Registers are indices into [`Function::registers`], symbols say
//!   which variable they mean, branch targets are indices into [`Function::instructions`].
//! - [`Instruction::operands`] stand in the order of the text, destinations first. How many there
//!   are and what each may be is said at the variant of the family; a decoder that gives a variant
//!   has checked the number, so an executor may index. What it has not checked is the class of a
//!   register: PTX lets a wider one stand for a narrower type in loads, stores and conversions.
//! - An index may lie one past the end: branching there ends the function.

use super::decode::{
    AsyncCopy, Atomic, Barrier, Control, Convert, Float, Integer, Matrix, Memory, Select, Warp,
};
use super::types::{Space, Special, Type};

/// One PTX module.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// `.version 8.7` is (8, 7).
    pub version: (u32, u32),
    /// The first word of `.target`: `sm_90a`.
    pub target: String,
    /// Pointer width in bits: `.address_size`, 32 if absent.
    pub address_size: u32,
    /// Variables of module scope: global, constant, shared. [`Symbol::Module`] counts these.
    pub variables: Vec<Variable>,
    /// Kernels, device functions and declarations. [`Symbol::Function`] counts these.
    pub functions: Vec<Function>,
    /// `.file` numbers and names, as far as the text has them.
    pub files: Vec<(u32, String)>,
}

impl Module {
    /// The function of this name; there is one at most.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// The kernels.
    pub fn entries(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|function| function.is_entry)
    }
}

/// A variable: of module scope, of a function, or a parameter (whose space is [`Space::Param`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Where it lives.
    pub space: Space,
    /// The element type.
    pub ty: Type,
    /// Alignment in bytes, at least that of the element.
    pub align: u64,
    /// Bytes. `None`: `name[]`, as Triton declares dynamic shared memory.
    pub size: Option<u64>,
    /// Declared `.extern`.
    pub is_extern: bool,
    /// The initial contents, as far as they are given; the rest is zero.
    pub initial: Option<Initial>,
}

/// Initial contents of a variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Initial {
    /// Little-endian bytes; addresses are zero here.
    pub bytes: Vec<u8>,
    /// Addresses to be filled in.
    pub relocations: Vec<Relocation>,
}

/// An address inside a variable's initial contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Byte offset in the contents.
    pub at: u64,
    /// The name of the variable or function whose address it is.
    pub name: String,
    /// Written `generic(name)`: the generic address.
    pub is_generic: bool,
    /// To be added to the address.
    pub addend: i64,
}

/// A kernel, a device function, or a declaration of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// A kernel (`.entry`).
    pub is_entry: bool,
    /// It has a body here. `vprintf` and `__assertfail` have none.
    pub is_defined: bool,
    /// What the kernel demands of its launch.
    pub launch: Launch,
    /// Return parameters of a `.func`. [`Symbol::Return`] counts these.
    pub returns: Vec<Variable>,
    /// Parameters. [`Symbol::Parameter`] counts these.
    pub parameters: Vec<Variable>,
    /// Variables declared in the body, of inner scopes too: `.local` frames, `.shared` ones, and
    /// the `.param` ones that carry arguments to a call. [`Symbol::Local`] counts these.
    pub variables: Vec<Variable>,
    /// The class of each register; [`Reg`] counts these. A register of an inner scope has an index
    /// of its own.
    pub registers: Vec<RegClass>,
    /// How the registers were declared, by ascending first index.
    pub declarations: Vec<Declaration>,
    /// The instructions. Scopes and labels are gone.
    pub instructions: Vec<Instruction>,
    /// Where each instruction stands; as many as instructions.
    pub lines: Vec<Line>,
    /// `.branchtargets` tables of instruction indices. [`Operand::Table`] counts these.
    pub tables: Vec<Vec<u32>>,
}

impl Function {
    /// The register's name in the text.
    pub fn register_name(&self, register: Reg) -> String {
        let after = self.declarations.partition_point(|line| line.first <= register.0);
        match after.checked_sub(1).map(|at| &self.declarations[at]) {
            Some(line) if line.is_family => format!("{}{}", line.name, register.0 - line.first),
            Some(line) => line.name.clone(),
            None => format!("register {}", register.0),
        }
    }

    /// Where an instruction stands; nowhere if there is no such instruction.
    pub fn line(&self, instruction: usize) -> Line {
        self.lines.get(instruction).copied().unwrap_or_default()
    }
}

/// Launch directives of a kernel; `None` where the text has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// `.reqntid`
    pub threads: Option<[u32; 3]>,
    /// `.maxntid`
    pub max_threads: Option<[u32; 3]>,
    /// `.minnctapersm`
    pub min_blocks: Option<u32>,
    /// `.maxnreg`
    pub max_registers: Option<u32>,
    /// `.reqnctapercluster`
    pub cluster: Option<[u32; 3]>,
    /// `.explicitcluster`
    pub explicit_cluster: bool,
}

/// One `.reg` declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The name, without its number if it is a family.
    pub name: String,
    /// Declared with a count, `%r<8>`: its registers are `%r0` to `%r7`.
    pub is_family: bool,
    /// Index of the first register.
    pub first: u32,
    /// How many.
    pub count: u32,
    /// Their class.
    pub class: RegClass,
}

/// A register: an index into [`Function::registers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u32);

/// Registers differ by width only: `.f32`, `.s32`, `.u32` and `.b32` are one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RegClass {
    /// A predicate.
    Pred,
    /// 8 bits.
    B8,
    /// 16 bits.
    B16,
    /// 32 bits.
    B32,
    /// 64 bits.
    B64,
    /// 128 bits.
    B128,
}

impl RegClass {
    /// The class of registers declared with this type; `None` for a type registers cannot have.
    pub fn of(ty: Type) -> Option<RegClass> {
        Some(match (ty, ty.bits()) {
            (Type::Pred, _) => Self::Pred,
            (_, 8) => Self::B8,
            (_, 16) => Self::B16,
            (_, 32) => Self::B32,
            (_, 64) => Self::B64,
            (_, 128) => Self::B128,
            _ => return None,
        })
    }

    /// Width in bits; a predicate has 1.
    pub fn bits(self) -> u32 {
        match self {
            Self::Pred => 1,
            Self::B8 => 8,
            Self::B16 => 16,
            Self::B32 => 32,
            Self::B64 => 64,
            Self::B128 => 128,
        }
    }
}

/// One instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// `@%p` is `(p, false)`, `@!%p` is `(p, true)`: a lane takes part where the register is not
    /// the flag.
    pub predicate: Option<(Reg, bool)>,
    /// What to do.
    pub op: Opcode,
    /// In the order of the text.
    pub operands: Box<[Operand]>,
}

/// What an instruction does, by family. Each family has its file with its forms and operands.
#[derive(Clone, Debug, PartialEq)]
pub enum Opcode {
    /// Integer arithmetic, logic, shifts, bit fields.
    Integer(Integer),
    /// Floating-point arithmetic and functions.
    Float(Float),
    /// `setp`, `set`, `selp`, `slct`, `testp`.
    Select(Select),
    /// `cvt`.
    Convert(Convert),
    /// `mov`, loads, stores, address conversions.
    Memory(Memory),
    /// Branches, calls, ends of threads.
    Control(Control),
    /// Exchange between the lanes of a warp.
    Warp(Warp),
    /// Matrix loads and products.
    Matrix(Matrix),
    /// Asynchronous copies and tensor maps.
    AsyncCopy(AsyncCopy),
    /// Barriers, fences, mbarriers.
    Barrier(Barrier),
    /// `atom`, `red`.
    Atomic(Atomic),
    /// A form that no decoder knows: opcode with all modifiers, as in the text. Executing it is
    /// unsupported, naming this text. Its operands are read as far as their syntax goes.
    Unknown(String),
}

/// An operand.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// A register.
    Register(Reg),
    /// `!%p` of a predicate used as a source.
    Not(Reg),
    /// `%r1|%p1`: two destinations. Either may be `_`.
    Pair(Option<Reg>, Option<Reg>),
    /// `_`: a result that is thrown away.
    Sink,
    /// A literal's bits: integers sign-extended to 64 bits (an operand of a narrower type takes the
    /// low bits), `0f3F800000` the 32 bits, `0d...` the 64 bits.
    Immediate(u64),
    /// A decimal literal with a point. Only cache policies have one; other instructions with it are
    /// unknown forms.
    Decimal(f64),
    /// A special register.
    Special(Special),
    /// A name used as a value: the address of a variable in its own space (not generic), or of a
    /// function. In a `call` also the parameters themselves.
    Symbol(Symbol),
    /// `[base+offset]`.
    Address(Address),
    /// `[base, {coordinates}]` or `[base, {coordinates}, {offsets}]` of a tensor copy.
    Tensor {
        /// The tensor map.
        map: Address,
        /// Coordinates, innermost dimension first.
        coordinates: Box<[Operand]>,
        /// im2col offsets; empty otherwise.
        offsets: Box<[Operand]>,
    },
    /// `{%r1, %r2}`; the lists of a call too.
    Vector(Box<[Operand]>),
    /// A branch target: an index into [`Function::instructions`], which may be one past the end.
    Label(u32),
    /// The table of a `brx.idx`: an index into [`Function::tables`].
    Table(u32),
}

/// What stands between brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The base.
    pub base: Base,
    /// Bytes to be added.
    pub offset: i64,
}

/// The base of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// A register's value.
    Register(Reg),
    /// A variable.
    Symbol(Symbol),
    /// Nothing: the offset is the address.
    Absolute,
}

/// Which thing a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// An index into [`Module::variables`].
    Module(u32),
    /// An index into [`Function::variables`].
    Local(u32),
    /// An index into [`Function::parameters`].
    Parameter(u32),
    /// An index into [`Function::returns`].
    Return(u32),
    /// An index into [`Module::functions`].
    Function(u32),
}

/// Where an instruction stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Line of the PTX text, from 1.
    pub ptx: u32,
    /// By the last `.loc` before it.
    pub source: Option<SourceLine>,
    /// Where that line was inlined, by `inlined_at`.
    pub inlined_at: Option<SourceLine>,
}

/// A place in a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// Number of the `.file`.
    pub file: u32,
    /// From 1; 0 if the compiler gives none.
    pub line: u32,
    /// From 1; 0 if the compiler gives none.
    pub column: u32,
}
