//! Kind `lock_holder`: an object that cannot be copied: it holds a lock.

use super::super::{Kind, Support, changes, keeps};

pub(super) const KIND: Kind = Kind {
    name: "lock_holder",
    about: "an object that cannot be copied: it holds a lock",
    support: Support::Permitted,
    main: "import threading\n\nclass {name}_Type:\n    def __init__(self, k):\n        self.k, self.lock = k, threading.Lock()\n\n{name} = {name}_Type({value})",
    read: "{name}.k",
    mutations: &[changes("set", "{name}.k = {value}"), keeps("nothing", "pass")],
    ..Kind::EMPTY
};
