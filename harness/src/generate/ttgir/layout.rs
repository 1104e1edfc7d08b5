//! Layouts of tensors: what the generator knows of them, and how they are written.

use std::fmt;

/// Which thread holds which element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    Blocked(Blocked),
    /// Another one without one of its dimensions.
    Slice {
        dim: usize,
        parent: Box<Layout>,
    },
    /// What a tensor core leaves.
    Mma(Mma),
    /// What a tensor core, or code without one, multiplies.
    Operand {
        index: usize,
        parent: Box<Layout>,
        /// Elements that a thread has side by side; 0 where the parent is no tensor core's.
        width: u32,
    },
    Linear(Linear),
}

/// `#ttg.blocked`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Blocked {
    pub(super) per_thread: Vec<u32>,
    pub(super) lanes: Vec<u32>,
    pub(super) warps: Vec<u32>,
    pub(super) order: Vec<u32>,
}

/// `#ttg.nvidia_mma`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mma {
    /// 2 for Ampere, 3 for Hopper.
    pub(super) version: u32,
    pub(super) warps: Vec<u32>,
    pub(super) shape: Vec<u32>,
}

/// `#ttg.linear`: the element to which each bit of the register's, lane's and warp's number leads; all
/// zeros where the bit only replicates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) register: Vec<Vec<u32>>,
    pub(super) lane: Vec<Vec<u32>>,
    pub(super) warp: Vec<Vec<u32>>,
}

impl Layout {
    pub(super) fn slice(dim: usize, parent: Layout) -> Layout {
        Layout::Slice { dim, parent: Box::new(parent) }
    }

    pub(super) fn is_operand(&self) -> bool {
        matches!(self, Layout::Operand { .. })
    }
}

impl Linear {
    /// The same registers, lanes and warps, whose elements are elsewhere.
    pub(super) fn moved(&self, place: impl Fn(&[u32]) -> Vec<u32>) -> Linear {
        let all = |bases: &[Vec<u32>]| -> Vec<Vec<u32>> {
            bases.iter().map(|basis| place(basis)).collect()
        };
        Linear { register: all(&self.register), lane: all(&self.lane), warp: all(&self.warp) }
    }
}

/// `[1, 2]`
pub(super) fn list<T: fmt::Display>(values: &[T]) -> String {
    let values: Vec<_> = values.iter().map(ToString::to_string).collect();
    format!("[{}]", values.join(", "))
}

fn bases(all: &[Vec<u32>]) -> String {
    let all: Vec<_> = all.iter().map(|basis| list(basis)).collect();
    list(&all)
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Layout::Blocked(Blocked { per_thread, lanes, warps, order }) => write!(
                f,
                "#ttg.blocked<{{sizePerThread = {}, threadsPerWarp = {}, warpsPerCTA = {}, order = {}}}>",
                list(per_thread),
                list(lanes),
                list(warps),
                list(order)
            ),
            Layout::Slice { dim, parent } => {
                write!(f, "#ttg.slice<{{dim = {dim}, parent = {parent}}}>")
            }
            Layout::Mma(Mma { version, warps, shape }) => write!(
                f,
                "#ttg.nvidia_mma<{{versionMajor = {version}, versionMinor = 0, warpsPerCTA = {}, \
                 instrShape = {}}}>",
                list(warps),
                list(shape)
            ),
            Layout::Operand { index, parent, width: 0 } => {
                write!(f, "#ttg.dot_op<{{opIdx = {index}, parent = {parent}}}>")
            }
            Layout::Operand { index, parent, width } => {
                write!(f, "#ttg.dot_op<{{opIdx = {index}, parent = {parent}, kWidth = {width}}}>")
            }
            Layout::Linear(Linear { register, lane, warp }) => write!(
                f,
                "#ttg.linear<{{register = {}, lane = {}, warp = {}, block = []}}>",
                bases(register),
                bases(lane),
                bases(warp)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_written_as_triton_writes_them() {
        let mma = Layout::Mma(Mma { version: 2, warps: vec![2, 2], shape: vec![16, 8] });
        let operand = Layout::Operand { index: 1, parent: Box::new(mma), width: 2 };
        assert_eq!(
            operand.to_string(),
            "#ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, \
             warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 2}>"
        );
        let linear = Linear { register: vec![vec![1, 0]], lane: vec![vec![0, 2]], warp: vec![] };
        assert_eq!(
            Layout::slice(0, Layout::Linear(linear)).to_string(),
            "#ttg.slice<{dim = 0, parent = #ttg.linear<{register = [[1, 0]], lane = [[0, 2]], \
             warp = [], block = []}>}>"
        );
    }
}
