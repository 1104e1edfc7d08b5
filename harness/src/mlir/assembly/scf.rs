//! Assembly of `builtin`, `func`, `scf`, `cf` and what Triton uses of `llvm`: one line per operation.

pub(super) const OPS: &str = r"
builtin.module | | | special module
builtin.unrealized_conversion_cast | inputs* | outputs* | ($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict
func.func | | | special function
func.return | operands* | | attr-dict ($operands^ `:` type($operands))?
func.call | operands* | results* | $callee `(` $operands `)` attr-dict `:` functional-type
scf.for | lower upper step init* | results* | special for
scf.if | condition | results* | special if
scf.while | init* | results* | special while
scf.condition | condition args* | | `(` $condition `)` attr-dict ($args^ `:` type($args))?
scf.yield | results* | | attr-dict ($results^ `:` type($results))?
scf.execute_region | | results* | special execute_region
cf.br | | | successor attr-dict
cf.cond_br | condition | | $condition `,` successor `,` successor attr-dict
llvm.intr.assume | cond | | $cond `:` type($cond) attr-dict
cf.assert | arg | | $arg `,` $msg attr-dict
";
