//! What a generated kernel may contain.
//!
//! A *configuration* is a set of switches. Each kernel draws its own by switching some of them off
//! (swarm testing: Groce et al. 2012), because a kernel that has less of everything has more of
//! what is left.

use std::fmt;

use super::choice::Choice;
use super::policy;
use crate::tensor::DType;

/// How the floats of kernels are made and compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numerics {
    /// No float is ever rounded.
    #[default]
    Exact,
    /// Floats round; results are known within a bound.
    Bounded,
    /// As `Bounded`, with infinities, NaN, zeros of both signs and the smallest and largest numbers
    /// among the inputs.
    Special,
    /// Each kernel draws one of the others.
    Mixed,
}

impl fmt::Display for Numerics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Numerics::WORDS.iter().find(|(_, numerics)| numerics == self);
        f.write_str(word.map_or("", |(word, _)| word))
    }
}

impl Numerics {
    /// Their names on the command line.
    pub const WORDS: [(&'static str, Numerics); 4] = [
        ("exact", Numerics::Exact),
        ("bounded", Numerics::Bounded),
        ("special", Numerics::Special),
        ("mixed", Numerics::Mixed),
    ];

    /// Whether results may be rounded.
    pub(super) fn rounds(self) -> bool {
        self != Numerics::Exact
    }

    fn drawn(self, choice: &mut Choice<'_, '_>) -> Numerics {
        match self {
            Numerics::Mixed => choice.pick(&[
                Numerics::Exact,
                Numerics::Exact,
                Numerics::Bounded,
                Numerics::Bounded,
                Numerics::Special,
            ]),
            drawn => drawn,
        }
    }
}

/// The switches. All are on by default.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Config {
    pub numerics: Numerics,
    /// Every eighth kernel is a variant of the one before.
    pub variants: bool,
    pub loops: bool,
    pub branches: bool,
    /// Instances that return early.
    pub returns: bool,
    /// Device functions.
    pub functions: bool,
    pub reductions: bool,
    /// Products of matrices.
    pub dots: bool,
    /// `trans`, `permute` and `reshape` of values.
    pub reshapes: bool,
    pub masks: bool,
    /// Masked loads without `other`.
    pub undefined_lanes: bool,
    /// Addresses that were loaded.
    pub gathers: bool,
    /// Buffers whose address is no multiple of 16 bytes.
    pub misaligned: bool,
    /// Tensor descriptors.
    pub descriptors: bool,
    /// Block pointers, which releases from 3.9 do not have.
    pub block_pointers: bool,
    /// Atomic operations.
    pub atomics: bool,
    /// Integers that are passed at run time.
    pub scalars: bool,
    pub floats: bool,
    /// Floats of 8 bits.
    pub fp8: bool,
    /// Buffers of `i1`.
    pub flags: bool,
    pub doubles: bool,
    /// 8- and 16-bit types.
    pub narrow: bool,
    /// 64-bit integers.
    pub wide: bool,
    pub unsigned: bool,
    pub two_dimensional_grids: bool,
    /// Most elements of a tile.
    pub max_tile: u32,
    /// Statements after which no new part is begun.
    pub max_statements: u32,
    /// Names of the policies in use; unknown ones are dropped.
    pub policies: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            numerics: Numerics::Exact,
            variants: true,
            loops: true,
            branches: true,
            returns: true,
            functions: true,
            reductions: true,
            dots: true,
            reshapes: true,
            masks: true,
            undefined_lanes: true,
            gathers: true,
            misaligned: true,
            descriptors: true,
            block_pointers: true,
            atomics: true,
            scalars: true,
            floats: true,
            fp8: true,
            flags: true,
            doubles: true,
            narrow: true,
            wide: true,
            unsigned: true,
            two_dimensional_grids: true,
            max_tile: 16384,
            max_statements: 14,
            policies: policy::POLICIES.iter().map(|p| p.name.to_owned()).collect(),
        }
    }
}

impl Config {
    /// Makes the switches consistent. Only ever switches something off.
    pub fn sanitize(&mut self) {
        self.undefined_lanes &= self.masks;
        self.doubles &= self.floats;
        self.fp8 &= self.floats;
        self.max_tile = self.max_tile.clamp(1, 16384);
        let config = self.clone();
        self.policies.retain(|name| {
            policy::POLICIES.iter().any(|p| p.name == name && (p.possible)(&config))
        });
    }

    /// The configuration of one kernel: each switch that is on stays on with some probability.
    pub(super) fn swarm(&self, choice: &mut Choice<'_, '_>) -> Config {
        let mut config = self.clone();
        config.numerics = self.numerics.drawn(choice);
        for (switch, off) in [
            (&mut config.loops, 10),
            (&mut config.branches, 30),
            (&mut config.returns, 50),
            (&mut config.functions, 60),
            (&mut config.reductions, 10),
            (&mut config.dots, 50),
            (&mut config.reshapes, 20),
            (&mut config.masks, 25),
            (&mut config.undefined_lanes, 60),
            (&mut config.gathers, 40),
            (&mut config.misaligned, 40),
            (&mut config.descriptors, 50),
            (&mut config.block_pointers, 60),
            (&mut config.atomics, 50),
            (&mut config.scalars, 30),
            (&mut config.floats, 15),
            (&mut config.fp8, 50),
            (&mut config.flags, 50),
            (&mut config.doubles, 70),
            (&mut config.narrow, 45),
            (&mut config.wide, 45),
            (&mut config.unsigned, 50),
            (&mut config.two_dimensional_grids, 60),
        ] {
            *switch &= !choice.chance(off);
        }
        // A kernel that is there to round has something to round.
        config.floats |= self.floats && config.numerics.rounds();
        config.sanitize();
        config.leave_out_policies(choice);
        config
    }

    /// Leaves out some of the policies; one stays.
    fn leave_out_policies(&mut self, choice: &mut Choice<'_, '_>) {
        if self.policies.len() < 2 {
            return;
        }
        let all = self.policies.clone();
        // The heavy ones are what the light ones are drawn beside, so they mostly stay.
        self.policies.retain(|name| {
            let stays = policy::POLICIES.iter().any(|p| p.name == name && p.weight > 3);
            !choice.chance(if stays { 20 } else { 55 })
        });
        if self.policies.is_empty() {
            self.policies.push(choice.pick_ref(&all).clone());
        }
    }

    /// The element types that buffers may have. `i32` is always among them.
    pub fn dtypes(&self) -> Vec<DType> {
        let allowed = |dtype: &DType| match dtype {
            DType::I1 | DType::F8E4M3 | DType::F8E5M2 => false,
            DType::I32 => true,
            DType::F64 => self.doubles,
            DType::F16 | DType::BF16 => self.floats && self.narrow,
            DType::F32 => self.floats,
            _ => {
                (self.unsigned || dtype.is_signed())
                    && (self.narrow || dtype.bits() > 16)
                    && (self.wide || dtype.bits() < 64)
            }
        };
        // i32 first: it is what is left when the bytes run out.
        let mut all: Vec<DType> = DType::all().filter(allowed).collect();
        all.sort_by_key(|dtype| *dtype != DType::I32);
        all
    }
}
