//! How a finished kernel is written and launched.

use super::builder::Builder;
use crate::program::{Bundle, Op, Param, ParamKind, RangeHint, Stmt, Surface};
use crate::testcase::Options;

/// Options that few kernels have.
pub(super) fn options(builder: &mut Builder<'_, '_>, mut options: Options) -> Options {
    // Neither of these goes together with clusters.
    let alone = |stmt: &Stmt| match stmt {
        Stmt::For(node) => !node.hints.contains(&RangeHint::WarpSpecialize),
        Stmt::Do(Op::DescriptorStore(_)) | Stmt::Let { op: Op::DescriptorLoad(_), .. } => false,
        _ => true,
    };
    let mut clusters = true;
    builder.statements().iter().for_each(|stmt| stmt.visit(&mut |stmt| clusters &= alone(stmt)));
    if clusters && builder.choice.chance(2) {
        options.num_ctas = builder.choice.pick(&[2, 4]);
    }
    if builder.choice.chance(4) {
        options.maxnreg = Some(builder.choice.pick(&[64, 128, 255]));
    }
    options
}

/// How it is written: the plain way, mostly.
pub(super) fn surface(builder: &mut Builder<'_, '_>) -> Surface {
    if !builder.choice.chance(35) {
        return Surface::default();
    }
    let bundle = if builder.choice.chance(60) {
        builder.choice.pick(&Bundle::ALL)
    } else {
        Bundle::Separate
    };
    let names = |keep: fn(&Param) -> bool, params: &[Param]| -> Vec<String> {
        params.iter().filter(|param| keep(param)).map(|param| param.name.clone()).collect()
    };
    let is_scalar = |param: &Param| matches!(param.kind, ParamKind::Scalar(_));
    let is_passed = |param: &Param| !matches!(param.kind, ParamKind::Constexpr(_));
    let mut values = names(is_scalar, &builder.params);
    values.retain(|_| builder.choice.chance(40));
    let mut alignments = names(is_passed, &builder.params);
    alignments.retain(|_| builder.choice.chance(8));
    Surface {
        bundle,
        by_name: builder.choice.chance(30),
        defaults: builder.choice.chance(30),
        grid_function: builder.choice.chance(30),
        assertions: builder.choice.chance(25),
        lifted: builder.choice.chance(30),
        recursion: builder.choice.chance(50),
        do_not_specialize: values,
        do_not_specialize_on_alignment: alignments,
    }
}
