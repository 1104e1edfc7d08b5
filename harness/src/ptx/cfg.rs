//! Control-flow graph of a function, and where diverged lanes meet again.
//!
//! Lanes that part at a branch meet at its *immediate post-dominator*: the first block that every
//! way from the branch to the end of the function passes. That is what ptxas aims at; PTX promises
//! nothing. A way that never reaches the end (into a `trap`, or round a loop for ever) does not
//! count: the lanes that take it never come.

use super::decode::Control;
use super::program::{Function, Instruction, Opcode, Operand};

/// Blocks and reconvergence points of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cfg {
    /// By ascending start; together they cover all instructions.
    pub blocks: Vec<BasicBlock>,
    /// The block of each instruction.
    block_of: Vec<u32>,
    /// Where lanes meet that part at the end of each block.
    meets: Vec<u32>,
}

/// Instructions that are executed one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasicBlock {
    /// Its first instruction.
    pub start: u32,
    /// One past its last instruction.
    pub end: u32,
    /// The blocks that may follow, without repetition. The end of the function is the number of
    /// blocks.
    pub successors: Vec<u32>,
}

/// No block: not known yet, or never reaches the end.
const NONE: u32 = u32::MAX;

impl Cfg {
    /// The graph of the function.
    pub fn new(function: &Function) -> Cfg {
        let starts = starts(function);
        let length = small(function.instructions.len());
        let end_of = |at: usize| starts.get(at + 1).copied().unwrap_or(length);
        let mut block_of = Vec::with_capacity(function.instructions.len());
        for at in 0..starts.len() {
            block_of.resize(end_of(at) as usize, small(at));
        }
        let block_at = |instruction: u32| {
            block_of.get(instruction as usize).copied().unwrap_or(small(starts.len()))
        };
        let blocks: Vec<_> = (0..starts.len())
            .map(|at| {
                let end = end_of(at);
                let mut successors: Vec<_> = successors(function, end - 1)
                    .map(|next| next.into_iter().map(block_at).collect())
                    .unwrap_or_default();
                successors.sort_unstable();
                successors.dedup();
                BasicBlock { start: starts[at], end, successors }
            })
            .collect();
        let meets = post_dominators(&blocks);
        Cfg { blocks, block_of, meets }
    }

    /// The block of an instruction; the number of blocks for one past the last.
    pub fn block(&self, instruction: u32) -> u32 {
        let found = self.block_of.get(instruction as usize).copied();
        found.unwrap_or(small(self.blocks.len()))
    }

    /// The instruction at which lanes meet that part at this branch: the first of a block, or one
    /// past the last if they meet only at the end of the function.
    pub fn reconvergence(&self, instruction: u32) -> u32 {
        let end = small(self.block_of.len());
        let meet = self.meets.get(self.block(instruction) as usize).copied().unwrap_or(NONE);
        self.blocks.get(meet as usize).map_or(end, |block| block.start)
    }

    /// The immediate post-dominator of a block: a block, or their number for the end of the
    /// function. That is also said of a block from which the end is not reached.
    pub fn immediate_post_dominator(&self, block: u32) -> u32 {
        let end = small(self.blocks.len());
        let meet = self.meets.get(block as usize).copied().unwrap_or(end);
        if meet == NONE { end } else { meet }
    }
}

fn small(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Instructions that may run after this one; `None` if it ends the kernel with an error.
fn successors(function: &Function, instruction: u32) -> Option<Vec<u32>> {
    let end = small(function.instructions.len());
    let Instruction { predicate, op, operands } = &function.instructions[instruction as usize];
    let mut next = Vec::new();
    if let Opcode::Control(control) = op {
        match control {
            Control::Branch { .. } | Control::BranchIndexed { .. } => {
                for operand in operands {
                    match operand {
                        Operand::Label(target) => next.push(*target),
                        Operand::Table(table) => {
                            next.extend(function.tables.get(*table as usize).into_iter().flatten());
                        }
                        _ => {}
                    }
                }
            }
            Control::Return { .. } | Control::Exit => next.push(end),
            Control::Trap if predicate.is_none() => return None,
            _ => {}
        }
    }
    if predicate.is_some() || !ends_block(op) {
        next.push(instruction + 1);
    }
    Some(next)
}

/// Whether lanes may go elsewhere than to the next instruction.
fn ends_block(op: &Opcode) -> bool {
    matches!(
        op,
        Opcode::Control(
            Control::Branch { .. }
                | Control::BranchIndexed { .. }
                | Control::Return { .. }
                | Control::Exit
                | Control::Trap
        )
    )
}

/// The first instructions of all blocks, ascending.
fn starts(function: &Function) -> Vec<u32> {
    let length = small(function.instructions.len());
    let mut starts = vec![0];
    for (at, instruction) in (0..).zip(&function.instructions) {
        let targets = instruction.operands.iter().filter_map(|operand| match operand {
            Operand::Label(target) => Some(*target),
            _ => None,
        });
        starts.extend(targets);
        if ends_block(&instruction.op) {
            starts.push(at + 1);
        }
    }
    starts.extend(function.tables.iter().flatten());
    starts.retain(|start| *start < length);
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// The immediate post-dominator of each block, [`NONE`] where the end is not reached. The method of
/// Cooper, Harvey and Kennedy, on the reversed graph.
fn post_dominators(blocks: &[BasicBlock]) -> Vec<u32> {
    let end = blocks.len();
    let order = reverse_order(blocks);
    // A block's number: its place in the order; the end is 0, and dominators have lower numbers.
    let mut number = vec![usize::MAX; end + 1];
    for (at, block) in order.iter().enumerate() {
        number[*block] = at;
    }
    let mut dominator = vec![usize::MAX; end + 1];
    dominator[end] = end;
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for block in order.iter().copied().skip(1) {
            let known = blocks[block].successors.iter().map(|next| *next as usize);
            let known = known.filter(|next| dominator[*next] != usize::MAX);
            let meet = known.reduce(|a, b| intersect(&dominator, &number, a, b));
            let meet = meet.unwrap_or(usize::MAX);
            if dominator[block] != meet {
                dominator[block] = meet;
                is_changed = true;
            }
        }
    }
    dominator.truncate(end);
    dominator
        .into_iter()
        .map(|block| if block == usize::MAX { NONE } else { small(block) })
        .collect()
}

fn intersect(dominator: &[usize], number: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while number[a] > number[b] {
            a = dominator[a];
        }
        while number[b] > number[a] {
            b = dominator[b];
        }
    }
    a
}

/// Blocks from which the end is reached, in reverse post-order of a walk backwards from the end,
/// which is the first.
fn reverse_order(blocks: &[BasicBlock]) -> Vec<usize> {
    let end = blocks.len();
    let mut predecessors = vec![Vec::new(); end + 1];
    for (at, block) in blocks.iter().enumerate() {
        for next in &block.successors {
            predecessors[*next as usize].push(at);
        }
    }
    let mut seen = vec![false; end + 1];
    seen[end] = true;
    let mut post_order = Vec::with_capacity(end + 1);
    // Blocks on the way, each with how many of its predecessors have been visited.
    let mut way = vec![(end, 0usize)];
    while let Some((block, visited)) = way.last_mut() {
        match predecessors[*block].get(*visited) {
            Some(next) => {
                *visited += 1;
                if !seen[*next] {
                    seen[*next] = true;
                    way.push((*next, 0));
                }
            }
            None => {
                post_order.push(*block);
                way.pop();
            }
        }
    }
    post_order.reverse();
    post_order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::read;

    fn cfg(body: &str) -> Cfg {
        let text = format!(
            ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k()\n{{\n\
             .reg .pred %p<4>;\n.reg .b32 %r<4>;\n{body}\n}}"
        );
        Cfg::new(&read(&text).unwrap().functions[0])
    }

    #[test]
    fn both_sides_of_a_branch_meet_after_it() {
        let cfg = cfg("@%p0 bra A;\nmov.u32 %r0, 1;\nbra.uni B;\nA: mov.u32 %r0, 2;\nB: ret;");
        assert_eq!(cfg.blocks.len(), 4);
        assert_eq!(cfg.blocks[0].successors, [1, 2]);
        assert_eq!(cfg.reconvergence(0), 4);
        assert_eq!(cfg.immediate_post_dominator(1), 3);
        assert_eq!(cfg.immediate_post_dominator(3), 4);
        assert_eq!(cfg.block(3), 2);
    }

    #[test]
    fn a_loop_is_left_at_its_exit() {
        let cfg = cfg("mov.u32 %r0, 0;\nA: add.u32 %r0, %r0, 1;\n@%p0 bra A;\nret;");
        assert_eq!(cfg.reconvergence(2), 3);
        assert_eq!(cfg.blocks[1].successors, [1, 2]);
    }

    #[test]
    fn nested_branches_meet_from_the_inside_out() {
        let cfg = cfg(
            "@%p0 bra C;\n@%p1 bra A;\nmov.u32 %r0, 1;\nA: mov.u32 %r1, 1;\nC: mov.u32 %r2, 1;\n\
             @%p2 ret;\nret;",
        );
        assert_eq!(cfg.reconvergence(1), 3);
        assert_eq!(cfg.reconvergence(0), 4);
        assert_eq!(cfg.reconvergence(5), 7);
    }

    #[test]
    fn a_trap_and_an_endless_loop_do_not_count() {
        let trap = cfg("@%p0 bra A;\nmov.u32 %r0, 1;\nbra B;\nA: trap;\nB: ret;");
        assert_eq!(trap.reconvergence(0), 1);
        assert_eq!(trap.immediate_post_dominator(2), 4);
        let endless = cfg("@%p0 bra A;\nret;\nA: bra A;");
        assert_eq!(endless.reconvergence(0), 1);
        assert_eq!(endless.reconvergence(2), 3);
    }

    #[test]
    fn a_table_branches_to_each_entry() {
        let cfg = cfg("T: .branchtargets A, B, A;\nbrx.idx %r0, T;\nA: mov.u32 %r1, 1;\nbra C;\n\
             B: mov.u32 %r1, 2;\nC: ret;");
        assert_eq!(cfg.blocks[0].successors, [1, 2]);
        assert_eq!(cfg.reconvergence(0), 4);
    }

    #[test]
    fn falling_off_the_end_ends_the_function() {
        let cfg = cfg("mov.u32 %r0, 1;\n@%p0 bra A;\nmov.u32 %r0, 1;\nA:");
        assert_eq!(cfg.reconvergence(1), 3);
        assert_eq!(cfg.blocks[0].successors, [1, 2]);
    }
}
