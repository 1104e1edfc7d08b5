//! Kind `kernel_moved`: a constexpr global of a kernel whose text is edited, or moved to another line
//! or file, and loaded again.
//!
//! The line is part of the key, and so are comments and spaces: compiling anew is right.

use super::super::{Kind, Support, changes, keeps, moves};

pub(super) const KIND: Kind = Kind {
    name: "kernel_moved",
    about: "a constexpr global of a kernel whose text is edited, or moved to another line or file",
    support: Support::Unspecified,
    main: r#"import inspect, linecache

{name}, {name}_edits = tl.constexpr({value}), []

def {name}_edited(kernel):
    lines, start = inspect.getsourcelines(kernel.fn)
    text, path = "\n" * (start - 1) + "".join(lines[1:]), "<ts_main:{name}>"  # not {name}_Edited
    for edit in {name}_edits: text, path = edit(text, path)
    linecache.cache[path], found = (1, None, text.splitlines(True), path), {}
    exec(compile(text, path, "exec"), globals(), found)
    return found[kernel.__name__]

class {name}_Edited(triton.runtime.jit.KernelInterface):
    def __init__(self, kernel):
        self.fn, self.known = kernel, {0: kernel}

    def run(self, *arguments, **keywords):
        self.fn = self.known.get(len({name}_edits)) or {name}_edited(self.known[0])
        self.known[len({name}_edits)] = self.fn
        return self.fn.run(*arguments, **keywords)"#,
    decorator: "@{name}_Edited",
    several: true,
    mutations: &[
        changes("rebind", "{name} = tl.constexpr({value})"),
        keeps("rebind_equal", "{name} = tl.constexpr({value})"),
        moves("other_line", r#"{name}_edits.append(lambda text, path: ("\n\n\n" + text, path))"#),
        moves("other_file", r#"{name}_edits.append(lambda text, path: (text, path + "x"))"#),
        moves(
            "comment",
            r##"{name}_edits.append(lambda text, path: (text.replace("):\n", "):\n    # A comment.\n"), path))"##,
        ),
        moves(
            "spaces",
            r#"{name}_edits.append(lambda text, path: (text.replace("out + ", "out  +  "), path))"#,
        ),
    ],
    ..Kind::EMPTY
};
