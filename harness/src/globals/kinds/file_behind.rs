//! Kind `file_behind`: an object that reads a file.
//!
//! Its fields stay the same, so no comparison and no copy can see the change: Triton cannot know.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "file_behind",
    about: "an object that reads a file",
    support: Support::Permitted,
    main: r#"import os

class {name}_Type:
    def __init__(self, path):
        self.path = path

    @property
    def k(self):
        with open(self.path) as file:
            return int(file.read())

    def __eq__(self, other):
        return self.path == other.path

    def __repr__(self):
        return self.path

def {name}_write(k):
    with open({name}_path, "w") as file:
        file.write(str(k))

{name}_path = os.path.join(os.environ["TRITON_CACHE_DIR"], "{name}.txt")
{name}_write({value})
{name} = {name}_Type({name}_path)"#,
    read: "{name}.k",
    mutations: &[
        changes("write", "{name}_write({value})"),
        keeps("write_equal", "{name}_write({value})"),
    ],
    ..Kind::EMPTY
};
