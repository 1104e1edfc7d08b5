//! How a kernel is written where Python and Triton offer several ways: none of it changes what the
//! kernel means, all of it takes another way through the front end or the compiler.

use serde::{Deserialize, Serialize};

/// How several values are held together between the iterations of a loop, and given back by a
/// function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bundle {
    /// A variable for each.
    #[default]
    Separate,
    /// A tuple.
    Tuple,
    /// A `typing.NamedTuple` of the module.
    NamedTuple,
    /// A class under `triton.language.core._aggregate`; not in 3.3.
    Aggregate,
}

impl Bundle {
    /// All of them.
    pub const ALL: [Bundle; 4] =
        [Bundle::Separate, Bundle::Tuple, Bundle::NamedTuple, Bundle::Aggregate];
}

/// The choices of one kernel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Surface {
    /// How loops and functions hold several values.
    pub bundle: Bundle,
    /// Arguments are passed by name.
    pub by_name: bool,
    /// The last constexpr parameters have their value as a default, and are not passed.
    pub defaults: bool,
    /// The grid is a function.
    pub grid_function: bool,
    /// What types values have is asserted while the kernel is compiled.
    pub assertions: bool,
    /// Element types and Python flags are constexpr parameters, not written in place.
    pub lifted: bool,
    /// `tl.static_range` is a function that calls itself, with a constexpr that counts.
    pub recursion: bool,
    /// Parameters of which the launch does not look at the value, by name.
    pub do_not_specialize: Vec<String>,
    /// Parameters of which the launch does not look at the alignment, by name.
    pub do_not_specialize_on_alignment: Vec<String>,
}

impl Surface {
    /// Whether everything is written the plain way.
    pub fn is_plain(&self) -> bool {
        *self == Surface::default()
    }
}
