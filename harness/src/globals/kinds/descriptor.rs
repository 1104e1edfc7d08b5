//! Kind `descriptor`: an attribute that a descriptor of its class gives.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "descriptor",
    about: "an attribute that a descriptor of its class gives",
    support: Support::Permitted,
    main: r#"class {name}_Descriptor:
    value = {value}

    def __get__(self, obj, objtype=None):
        return type(self).value

class {name}:
    k = {name}_Descriptor()"#,
    read: "{name}.k",
    mutations: &[
        changes("set_behind", "{name}_Descriptor.value = {value}"),
        keeps("nothing", "pass"),
    ],
    ..Kind::EMPTY
};
