//! The kinds: one file and one line each.

mod array_equality;
mod bool_argument;
mod class_attribute;
mod constexpr_argument;
mod constexpr_bool;
mod constexpr_dtype;
mod constexpr_float;
mod constexpr_int;
mod constexpr_none;
mod constexpr_str;
mod constexpr_tuple;
mod default_argument;
mod equal_constexpr_arguments;
mod function_argument;
mod helper_body;
mod helper_global;
mod helper_module_constexpr;
mod helper_of_module;
mod imported_name;
mod instance_attribute;
mod int_argument;
mod lock_holder;
mod lying_copy;
mod module_alias;
mod module_constexpr;
mod module_int;
mod named_tuple;
mod nested_helper;
mod nested_helper_global;
mod nested_list;
mod never_equal;
mod noinline_helper_global;
mod partial_equality;
mod plain_bool;
mod plain_dict;
mod plain_float;
mod plain_int;
mod plain_list;
mod plain_str;
mod plain_tuple;
mod property;
mod raising_equality;
mod str_constexpr_argument;
mod tuple_constexpr_argument;
mod tuple_of_constexprs;
mod value_equality;
mod zero_constexpr_arguments;

use super::Kind;

/// Every kind.
pub static KINDS: &[&Kind] = &[
    &array_equality::KIND,
    &bool_argument::KIND,
    &class_attribute::KIND,
    &constexpr_argument::KIND,
    &constexpr_bool::KIND,
    &constexpr_dtype::KIND,
    &constexpr_float::KIND,
    &constexpr_int::KIND,
    &constexpr_none::KIND,
    &constexpr_str::KIND,
    &constexpr_tuple::KIND,
    &default_argument::KIND,
    &equal_constexpr_arguments::KIND,
    &function_argument::KIND,
    &helper_body::KIND,
    &helper_global::KIND,
    &helper_module_constexpr::KIND,
    &helper_of_module::KIND,
    &imported_name::KIND,
    &instance_attribute::KIND,
    &int_argument::KIND,
    &lock_holder::KIND,
    &lying_copy::KIND,
    &module_alias::KIND,
    &module_constexpr::KIND,
    &module_int::KIND,
    &named_tuple::KIND,
    &nested_helper::KIND,
    &nested_helper_global::KIND,
    &nested_list::KIND,
    &never_equal::KIND,
    &noinline_helper_global::KIND,
    &partial_equality::KIND,
    &plain_bool::KIND,
    &plain_dict::KIND,
    &plain_float::KIND,
    &plain_int::KIND,
    &plain_list::KIND,
    &plain_str::KIND,
    &plain_tuple::KIND,
    &property::KIND,
    &raising_equality::KIND,
    &str_constexpr_argument::KIND,
    &tuple_constexpr_argument::KIND,
    &tuple_of_constexprs::KIND,
    &value_equality::KIND,
    &zero_constexpr_arguments::KIND,
];

/// The kind of that name.
pub fn find(name: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.name == name)
}
