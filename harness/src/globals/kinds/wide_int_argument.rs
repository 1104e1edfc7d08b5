//! Kind `wide_int_argument`: an integer argument at the bounds of i32, i64 and u64.

use super::super::{Kind, Values};

pub(super) const KIND: Kind = Kind {
    name: "wide_int_argument",
    about: "an integer argument at the bounds of i32, i64 and u64",
    parameter: "{name}",
    argument: "{name}={value}",
    read: "tl.cast(({name} >> 20) * 2 + ({name} > 0), tl.int32)",
    values: Values::Listed(&[
        ("2147483647", 4095),
        ("2147483648", 4097),
        ("2147483649", 4097),
        ("-2147483648", -4096),
        ("-2147483649", -4098),
        ("9223372036854775807", -1),
        ("9223372036854775808", 1),
        ("9223372036854775809", 1),
        ("18446744073709551615", -1),
    ]),
    shares: &[0, 1, 2, 3, 2, 2, 6, 7, 7],
    ..Kind::EMPTY
};
