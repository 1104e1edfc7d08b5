//! Changes that make a GPU's module acceptable to Intel's CPU runtime and keep its meaning.

use spirv::{Capability, Decoration, ExecutionMode, FunctionControl, LinkageType, Op};

use super::Module;

/// The extension of [`Capability::KernelAttributesINTEL`].
const KERNEL_ATTRIBUTES: &str = "SPV_INTEL_kernel_attributes";

/// Capabilities that the runtime refuses, found by adding each to a module that it accepts. By
/// number, because the newest are in no list of names yet.
const REFUSED: [(u32, &str); 9] = [
    (5116, "BFloat16TypeKHR"),
    (5617, "VectorComputeINTEL"),
    (6141, "SplitBarrierINTEL"),
    (6144, "ArithmeticFenceEXT"),
    (6226, "BFloat16ArithmeticINTEL"),
    (6228, "Subgroup2DBlockIOINTEL"),
    (6229, "Subgroup2DBlockTransformINTEL"),
    (6236, "SubgroupMatrixMultiplyAccumulateINTEL"),
    (6257, "PredicatedIOINTEL"),
];

/// The first capability of the module that the runtime refuses.
pub(in super::super) fn refused(module: &Module) -> Option<&'static str> {
    module.instructions().filter(|i| i.is(Op::Capability)).find_map(|instruction| {
        let number = instruction.word(1);
        REFUSED.iter().find(|(refused, _)| *refused == number).map(|(_, name)| *name)
    })
}

/// The module without the declared limit on the size of work-groups, which the runtime does not
/// know and a launch keeps anyway, and with callees inlined: the runtime aborts on a call that
/// stays.
pub(in super::super) fn for_cpu(module: &Module) -> Module {
    let entries: Vec<u32> = module.entry_points().map(|(id, _)| id).collect();
    let inline = FunctionControl::INLINE.bits();
    let kept = FunctionControl::DONT_INLINE.bits();
    module.rewritten(|instruction| {
        let first = instruction.word(1);
        let attributes = (instruction.is(Op::Capability)
            && first == Capability::KernelAttributesINTEL as u32)
            || (instruction.is(Op::Extension) && instruction.text(1) == KERNEL_ATTRIBUTES)
            || (instruction.is(Op::ExecutionMode)
                && instruction.word(2) == ExecutionMode::MaxWorkgroupSizeINTEL as u32);
        if attributes {
            return None;
        }
        let mut words = instruction.words.to_vec();
        let control = instruction.word(3);
        let callee = instruction.is(Op::Function) && !entries.contains(&instruction.word(2));
        if callee && control & kept != 0 {
            words[3] = control & !kept | inline;
        }
        Some(words)
    })
}

/// The functions that the module takes from elsewhere, by their mangled names, in order.
pub(super) fn imports(module: &Module) -> Vec<String> {
    let mut found: Vec<String> = module
        .instructions()
        .filter(|instruction| {
            instruction.is(Op::Decorate)
                && instruction.word(2) == Decoration::LinkageAttributes as u32
                && instruction.words.last() == Some(&(LinkageType::Import as u32))
        })
        .map(|instruction| instruction.text(3))
        .collect();
    found.sort();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{module, string};
    use super::*;

    #[test]
    fn what_the_runtime_does_not_know_is_gone() {
        let mut entry = vec![6, 9];
        entry.extend(string("kernel"));
        let gpu = module(&[
            (Op::Capability, vec![Capability::Kernel as u32]),
            (Op::Capability, vec![Capability::KernelAttributesINTEL as u32]),
            (Op::Extension, string(KERNEL_ATTRIBUTES)),
            (Op::Extension, string("SPV_INTEL_vector_compute")),
            (Op::EntryPoint, entry.clone()),
            (Op::ExecutionMode, vec![9, ExecutionMode::MaxWorkgroupSizeINTEL as u32, 128, 1, 1]),
            (Op::ExecutionMode, vec![9, ExecutionMode::SubgroupSize as u32, 32]),
            (Op::Function, vec![1, 8, 2 | 4, 3]),
            (Op::Function, vec![1, 9, 2, 3]),
        ]);
        let expected = module(&[
            (Op::Capability, vec![Capability::Kernel as u32]),
            (Op::Extension, string("SPV_INTEL_vector_compute")),
            (Op::EntryPoint, entry),
            (Op::ExecutionMode, vec![9, ExecutionMode::SubgroupSize as u32, 32]),
            (Op::Function, vec![1, 8, 1 | 4, 3]),
            (Op::Function, vec![1, 9, 2, 3]),
        ]);
        assert_eq!(for_cpu(&gpu), expected);
        assert_eq!(refused(&gpu), None);
    }

    #[test]
    fn refused_capabilities_are_named_as_the_specification_has_them() {
        for (number, name) in REFUSED {
            let declared = module(&[(Op::Capability, vec![6]), (Op::Capability, vec![number])]);
            assert_eq!(refused(&declared), Some(name));
            if let Some(known) = Capability::from_u32(number) {
                assert_eq!(format!("{known:?}"), name);
            }
        }
    }

    #[test]
    fn imports_are_told_from_exports() {
        let linkage = |id: u32, name: &str, kind: LinkageType| {
            let mut words = vec![id, Decoration::LinkageAttributes as u32];
            words.extend(string(name));
            words.push(kind as u32);
            (Op::Decorate, words)
        };
        let linked = module(&[
            linkage(3, "_Z3absi", LinkageType::Import),
            linkage(4, "kernel", LinkageType::Export),
        ]);
        assert_eq!(imports(&linked), ["_Z3absi"]);
    }
}
