//! What a case makes use of, by name: what coverage counts.

use std::collections::BTreeSet;

use super::{Argument, TestCase};
use crate::program::{Bundle, Stmt, operations};

impl TestCase {
    /// The names of its operations and statements, and after `loop.`, `written.` and `launch.` of what
    /// changes how it is compiled.
    pub fn features(&self) -> BTreeSet<String> {
        let mut names = operations(&self.program.body);
        let mut add = |has: bool, name: &str| {
            if has {
                names.insert(name.to_owned());
            }
        };
        self.program.body.iter().for_each(|stmt| {
            stmt.visit(&mut |stmt| {
                let Stmt::For(node) = stmt else { return };
                add(node.num_stages.is_some(), "loop.num_stages");
                add(node.unroll.is_some(), "loop.loop_unroll_factor");
                add(node.is_static && !self.program.surface.recursion, "loop.static_range");
                add(node.is_static && self.program.surface.recursion, "loop.recursion");
                for hint in &node.hints {
                    add(true, &format!("loop.{}", hint.word()));
                }
            });
        });
        let surface = &self.program.surface;
        add(surface.bundle == Bundle::Tuple, "written.tuple");
        add(surface.bundle == Bundle::NamedTuple, "written.named_tuple");
        add(surface.bundle == Bundle::Aggregate, "written.aggregate");
        add(surface.by_name, "written.keywords");
        add(surface.defaults, "written.defaults");
        add(surface.grid_function, "written.grid_function");
        add(surface.assertions, "written.static_assert");
        add(surface.lifted, "written.constexpr_types");
        add(!surface.do_not_specialize.is_empty(), "launch.do_not_specialize");
        let unaligned = !surface.do_not_specialize_on_alignment.is_empty();
        add(unaligned, "launch.do_not_specialize_on_alignment");
        add(self.options.num_ctas > 1, "launch.num_ctas");
        add(self.options.maxnreg.is_some(), "launch.maxnreg");
        for argument in &self.arguments {
            match argument {
                Argument::Buffer(spec) => add(spec.misalign > 0, "launch.misaligned"),
                Argument::Same(_) => add(true, "launch.same_buffer"),
                Argument::Int(1) => add(true, "launch.one"),
                Argument::Int(value) => add(value % 16 == 0, "launch.divisible_by_16"),
                Argument::Float(_) => {}
            }
        }
        names
    }
}
