//! The kinds: one file and one line each.

mod aggregate_default;
mod aggregate_method;
mod aggregate_method_global;
mod aggregate_replaced_method;
mod alias;
mod alike_constexpr_arguments;
mod annotated_int_argument;
mod arch_variable;
mod array_equality;
mod async_compile;
mod autotune_by_key;
mod autotune_by_model;
mod autotune_of_global;
mod autotune_on_disk;
mod autotune_pruned;
mod autotune_restores;
mod bool_argument;
mod byte_pointer_argument;
mod callable_argument;
mod class_attribute;
mod closure_constexpr;
mod closure_int;
mod compile_hook;
mod conditional_local;
mod constexpr_argument;
mod constexpr_bool;
mod constexpr_dtype;
mod constexpr_file_behind;
mod constexpr_float;
mod constexpr_function_arguments;
mod constexpr_function_attribute;
mod constexpr_function_body;
mod constexpr_function_call;
mod constexpr_function_dict;
mod constexpr_function_environment;
mod constexpr_function_global;
mod constexpr_function_int;
mod constexpr_identity;
mod constexpr_int;
mod constexpr_lock_holder;
mod constexpr_nan;
mod constexpr_none;
mod constexpr_str;
mod constexpr_tuple;
mod dataclass_argument;
mod debug_knob;
mod debug_variable;
mod default_argument;
mod descriptor;
mod disk_cache;
mod do_not_specialize;
mod do_not_specialize_on_alignment;
mod dot_precision_knob;
mod dot_precision_variable;
mod dtype_argument;
mod enum_argument;
mod enum_constexpr;
mod environment_behind;
mod equal_constexpr_arguments;
mod equal_constexprs;
mod equal_enum_arguments;
mod equal_enum_constexprs;
mod file_behind;
mod file_holder;
mod float_argument;
mod fp_fusion_variable;
mod function_argument;
mod function_argument_global;
mod function_arguments;
mod generator_holder;
mod handle_behind;
mod handle_holder;
mod helper_alias;
mod helper_body;
mod helper_global;
mod helper_in_file;
mod helper_module_constexpr;
mod helper_of_module;
mod heuristics_of_argument;
mod heuristics_of_global;
mod heuristics_over_autotune;
mod heuristics_under_autotune;
mod imported_name;
mod instance_attribute;
mod int_argument;
mod int_enum_argument;
mod int_enum_constexpr;
mod int_enum_plain_argument;
mod joined_arguments;
mod joined_constexpr_arguments;
mod kernel_copied;
mod kernel_moved;
mod kernel_of_other_module;
mod kernel_of_other_module_int;
mod kernel_of_same_function;
mod late_global;
mod late_int;
mod launch_hooks;
mod lock_holder;
mod lying_copy;
mod mixed_argument;
mod module_alias;
mod module_constexpr;
mod module_int;
mod mutual_recursion;
mod named_tuple;
mod nested_helper;
mod nested_helper_global;
mod nested_list;
mod nested_module_attribute;
mod never_equal;
mod noinline_helper_global;
mod number_equality;
mod numpy_constexpr_arguments;
mod object_argument;
mod partial_equality;
mod patched_helper;
mod plain_bool;
mod plain_dict;
mod plain_dtype;
mod plain_enum;
mod plain_float;
mod plain_int;
mod plain_list;
mod plain_none;
mod plain_str;
mod plain_tuple;
mod pointer_argument;
mod pointer_of_any_alignment;
mod pre_run_hook;
mod preload;
mod property;
mod raising_equality;
mod recursive_helper;
mod redefined_enum;
mod redefined_enum_argument;
mod same_name_in_modules;
mod same_text_arguments;
mod same_text_constexprs;
mod shadowed_by_argument;
mod shadowed_by_comprehension;
mod shadowed_by_keyword;
mod shadowed_by_local;
mod shadowed_by_loop;
mod shadowed_by_parameter;
mod shadowed_by_varargs;
mod shadowed_by_walrus;
mod str_constexpr_argument;
mod tuple_argument;
mod tuple_constexpr_argument;
mod tuple_of_constexprs;
mod tuple_with_list;
mod updated_source;
mod value_equality;
mod warmup;
mod wide_int_argument;
mod zero_constexpr_arguments;
mod zero_constexprs;

use super::Kind;

/// Every kind.
pub static KINDS: &[&Kind] = &[
    &aggregate_default::KIND,
    &aggregate_method::KIND,
    &aggregate_method_global::KIND,
    &aggregate_replaced_method::KIND,
    &alias::KIND,
    &alike_constexpr_arguments::KIND,
    &annotated_int_argument::KIND,
    &arch_variable::KIND,
    &array_equality::KIND,
    &async_compile::KIND,
    &autotune_by_key::KIND,
    &autotune_by_model::KIND,
    &autotune_of_global::KIND,
    &autotune_on_disk::KIND,
    &autotune_pruned::KIND,
    &autotune_restores::KIND,
    &bool_argument::KIND,
    &byte_pointer_argument::KIND,
    &callable_argument::KIND,
    &class_attribute::KIND,
    &closure_constexpr::KIND,
    &closure_int::KIND,
    &compile_hook::KIND,
    &conditional_local::KIND,
    &constexpr_argument::KIND,
    &constexpr_bool::KIND,
    &constexpr_dtype::KIND,
    &constexpr_file_behind::KIND,
    &constexpr_float::KIND,
    &constexpr_function_arguments::KIND,
    &constexpr_function_attribute::KIND,
    &constexpr_function_body::KIND,
    &constexpr_function_call::KIND,
    &constexpr_function_dict::KIND,
    &constexpr_function_environment::KIND,
    &constexpr_function_global::KIND,
    &constexpr_function_int::KIND,
    &constexpr_identity::KIND,
    &constexpr_int::KIND,
    &constexpr_lock_holder::KIND,
    &constexpr_nan::KIND,
    &constexpr_none::KIND,
    &constexpr_str::KIND,
    &constexpr_tuple::KIND,
    &dataclass_argument::KIND,
    &debug_knob::KIND,
    &debug_variable::KIND,
    &default_argument::KIND,
    &descriptor::KIND,
    &disk_cache::KIND,
    &do_not_specialize::KIND,
    &do_not_specialize_on_alignment::KIND,
    &dot_precision_knob::KIND,
    &dot_precision_variable::KIND,
    &dtype_argument::KIND,
    &enum_argument::KIND,
    &enum_constexpr::KIND,
    &environment_behind::KIND,
    &equal_constexpr_arguments::KIND,
    &equal_constexprs::KIND,
    &equal_enum_arguments::KIND,
    &equal_enum_constexprs::KIND,
    &file_behind::KIND,
    &file_holder::KIND,
    &float_argument::KIND,
    &fp_fusion_variable::KIND,
    &function_argument::KIND,
    &function_argument_global::KIND,
    &function_arguments::KIND,
    &generator_holder::KIND,
    &handle_behind::KIND,
    &handle_holder::KIND,
    &helper_alias::KIND,
    &helper_body::KIND,
    &helper_global::KIND,
    &helper_in_file::KIND,
    &helper_module_constexpr::KIND,
    &helper_of_module::KIND,
    &heuristics_of_argument::KIND,
    &heuristics_of_global::KIND,
    &heuristics_over_autotune::KIND,
    &heuristics_under_autotune::KIND,
    &imported_name::KIND,
    &instance_attribute::KIND,
    &int_argument::KIND,
    &int_enum_argument::KIND,
    &int_enum_constexpr::KIND,
    &int_enum_plain_argument::KIND,
    &joined_arguments::KIND,
    &joined_constexpr_arguments::KIND,
    &kernel_copied::KIND,
    &kernel_moved::KIND,
    &kernel_of_other_module::KIND,
    &kernel_of_other_module_int::KIND,
    &kernel_of_same_function::KIND,
    &late_global::KIND,
    &late_int::KIND,
    &launch_hooks::KIND,
    &lock_holder::KIND,
    &lying_copy::KIND,
    &mixed_argument::KIND,
    &module_alias::KIND,
    &module_constexpr::KIND,
    &module_int::KIND,
    &mutual_recursion::KIND,
    &named_tuple::KIND,
    &nested_helper::KIND,
    &nested_helper_global::KIND,
    &nested_list::KIND,
    &nested_module_attribute::KIND,
    &never_equal::KIND,
    &noinline_helper_global::KIND,
    &number_equality::KIND,
    &numpy_constexpr_arguments::KIND,
    &object_argument::KIND,
    &partial_equality::KIND,
    &patched_helper::KIND,
    &plain_bool::KIND,
    &plain_dict::KIND,
    &plain_dtype::KIND,
    &plain_enum::KIND,
    &plain_float::KIND,
    &plain_int::KIND,
    &plain_list::KIND,
    &plain_none::KIND,
    &plain_str::KIND,
    &plain_tuple::KIND,
    &pointer_argument::KIND,
    &pointer_of_any_alignment::KIND,
    &pre_run_hook::KIND,
    &preload::KIND,
    &property::KIND,
    &raising_equality::KIND,
    &recursive_helper::KIND,
    &redefined_enum::KIND,
    &redefined_enum_argument::KIND,
    &same_name_in_modules::KIND,
    &same_text_arguments::KIND,
    &same_text_constexprs::KIND,
    &shadowed_by_argument::KIND,
    &shadowed_by_comprehension::KIND,
    &shadowed_by_keyword::KIND,
    &shadowed_by_local::KIND,
    &shadowed_by_loop::KIND,
    &shadowed_by_parameter::KIND,
    &shadowed_by_varargs::KIND,
    &shadowed_by_walrus::KIND,
    &str_constexpr_argument::KIND,
    &tuple_argument::KIND,
    &tuple_constexpr_argument::KIND,
    &tuple_of_constexprs::KIND,
    &tuple_with_list::KIND,
    &updated_source::KIND,
    &value_equality::KIND,
    &warmup::KIND,
    &wide_int_argument::KIND,
    &zero_constexpr_arguments::KIND,
    &zero_constexprs::KIND,
];

/// The kind of that name.
pub fn find(name: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.name == name)
}
