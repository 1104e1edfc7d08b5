//! Kind `environment_behind`: an object that reads an environment variable.
//!
//! Its fields stay the same, so no comparison and no copy can see the change: Triton cannot know.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "environment_behind",
    about: "an object that reads an environment variable",
    support: Support::Permitted,
    main: r#"import os

class {name}_Type:
    variable = "TS_{name}"

    @property
    def k(self):
        return int(os.environ[self.variable])

    def __eq__(self, other):
        return self.variable == other.variable

    def __repr__(self):
        return self.variable

os.environ["TS_{name}"] = "{value}"
{name} = {name}_Type()"#,
    read: "{name}.k",
    mutations: &[
        changes("set", r#"os.environ["TS_{name}"] = "{value}""#),
        keeps("set_equal", r#"os.environ["TS_{name}"] = "{value}""#),
    ],
    ..Kind::EMPTY
};
