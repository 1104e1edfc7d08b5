//! Kind `nested_module_attribute`: a constexpr attribute of a module of a package.

use super::super::{Kind, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "nested_module_attribute",
    about: "a constexpr attribute of a module of a package",
    side: r#"import types

{name}_package = types.ModuleType("{name}_package")
{name}_package.cfg = types.ModuleType("{name}_package.cfg")
{name}_package.cfg.K = tl.constexpr({value})"#,
    read: "ts_side.{name}_package.cfg.K",
    mutations: &[
        changes("set", "ts_side.{name}_package.cfg.K = tl.constexpr({value})"),
        keeps("set_equal", "ts_side.{name}_package.cfg.K = tl.constexpr({value})"),
        changes(
            "replace_module",
            r#"import types
ts_side.{name}_package.cfg = types.ModuleType("{name}_package.cfg")
ts_side.{name}_package.cfg.K = tl.constexpr({value})"#,
        ),
    ],
    ..Kind::EMPTY
};
