//! Kind `helper_in_file`: a helper in a file that is edited, on disk, and mostly loaded again.
//!
//! The text of a function is read when `triton.jit` makes it, so what the file says later is without
//! effect until it is loaded again.

use super::super::{Kind, Support, changes, keeps, moves};

pub(super) const KIND: Kind = Kind {
    name: "helper_in_file",
    about: "a helper in a file that is edited and loaded again",
    support: Support::Unspecified,
    main: r##"import linecache, os

{name}_layout, {name}_file = "{}", "{name}.py"

def {name}_write(k):
    path = os.path.join(os.environ["TRITON_CACHE_DIR"], {name}_file)
    with open(path, "w") as file:
        file.write({name}_layout.replace("{}", f"@triton.jit\ndef {name}():\n    return {k}\n"))
    linecache.cache.pop(path, None)  # which sees no change that is too fast and of the same size
    return path

def {name}_load(k):
    path, space = {name}_write(k), {"__name__": "{name}_file", "triton": triton}
    exec(compile(open(path).read(), path, "exec"), space)
    return space["{name}"]

{name} = {name}_load({value})"##,
    read: "{name}()",
    mutations: &[
        changes("rewrite", "{name} = {name}_load({value})"),
        moves("load_again", "{name} = {name}_load({value})"),
        moves(
            "other_line",
            r#"{name}_layout = "\n\n\n" + {name}_layout
{name} = {name}_load({value})"#,
        ),
        moves(
            "comment",
            r##"{name}_layout = {name}_layout + "# A comment.\n"
{name} = {name}_load({value})"##,
        ),
        moves(
            "other_file",
            r#"{name}_file = "x" + {name}_file
{name} = {name}_load({value})"#,
        ),
        keeps(
            "edit_only",
            r#"{name}_layout, before = "\n" + {name}_layout, {name}_layout
{name}_write(5)
{name}_layout = before"#,
        ),
    ],
    ..Kind::EMPTY
};
