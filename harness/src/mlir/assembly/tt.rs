//! Assembly of `tt`: one line per operation.

pub(super) const OPS: &str = r"
tt.int_to_ptr | src | result | $src attr-dict `:` type($src) `->` type($result)
tt.ptr_to_int | src | result | $src attr-dict `:` type($src) `->` type($result)
tt.bitcast | src | result | $src attr-dict `:` type($src) `->` type($result)
tt.splat | src | result | $src attr-dict `:` type($src) `->` type($result)
tt.expand_dims | src | result | $src attr-dict `:` type($src) `->` type($result)
tt.broadcast | src | result | $src attr-dict `:` type($src) `->` type($result)
tt.trans | src | result | $src attr-dict `:` type($src) `->` type($result)
tt.fp_to_fp | src | result | $src attr-dict (`,` `rounding` `=` $rounding^)? `:` type($src) `->` type($result)
tt.clampf | x min max | result | $x `,` $min `,` $max `,` `propagateNan` `=` $propagateNan attr-dict `:` type($result)
tt.precise_sqrt | x | result=x | $x attr-dict `:` type($x)
tt.precise_divf | x y | result=x | $x `,` $y attr-dict `:` type($x)
tt.approx_divf | x y | result=x | $x `,` $y attr-dict `:` type($x)
tt.mulhiui | x y | result=x | $x `,` $y attr-dict `:` type($x)
tt.addptr | ptr offset | result | $ptr `,` $offset attr-dict `:` type($result) `,` type($offset)
tt.advance | ptr offsets* | result | $ptr `,` `[` $offsets `]` attr-dict `:` ptr($result)
tt.load | ptr mask? other? | result=pointee(ptr) | $ptr (`,` $mask^)? (`,` $other^)? cache-clauses attr-dict `:` type($ptr)
tt.store | ptr value mask? | | $ptr `,` $value (`,` $mask^)? cache-clauses attr-dict `:` type($ptr)
tt.grid_dependency_wait | | | attr-dict
tt.grid_dependency_launch_dependents | | | attr-dict
tt.atomic_load | ptr mask? | result | $sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict `:` functional-type
tt.atomic_store | ptr value mask? | | $sem `,` $scope `,` $ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr)
tt.atomic_poll | ptr expected timeout? | result | $sem `,` $scope `,` $ptr `,` $expected (`timeout` $timeout^)? attr-dict `:` type($ptr) `,` type($expected) `->` type($result)
tt.atomic_rmw | ptr val mask? | result | $atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict `:` functional-type
tt.atomic_cas | ptr cmp val | result | $sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict `:` functional-type
tt.unsplat | src | result=element(src) | $src attr-dict `:` type($src)
tt.reshape | src | result | $src (flag(allow_reorder)^)? (flag(efficient_layout)^)? attr-dict `:` type($src) `->` type($result)
tt.cat | lhs rhs | result | $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)
tt.join | lhs rhs | result | $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)
tt.split | src | outLHS outRHS=result(outLHS) | $src attr-dict `:` type($src) `->` type($outLHS)
tt.get_program_id | | result | $axis attr-dict `:` type($result)
tt.get_num_programs | | result | $axis attr-dict `:` type($result)
tt.dot | a b c | d | $a `,` $b `,` $c (`,` `inputPrecision` `=` $inputPrecision^)? attr-dict `:` type($a) `*` type($b) `->` type($d)
tt.dot_scaled | a b c a_scale? b_scale? | d | $a (`scale` $a_scale^)? `,` $b (`scale` $b_scale^)? `,` $c `lhs` `=` $a_elem_type `rhs` `=` $b_elem_type attr-dict `:` type($a) (`,` type($a_scale)^)? `*` type($b) (`,` type($b_scale)^)? `->` type($d)
tt.reduce | srcs* | result* | generic
tt.reduce.return | result* | | $result attr-dict `:` type($result)
tt.scan | srcs* | result* | generic
tt.scan.return | result* | | $result attr-dict `:` type($result)
tt.map_elementwise | srcs* | result* | generic
tt.map_elementwise.return | result* | | attr-dict ($result^ `:` type($result))?
tt.extern_elementwise | srcs* | result | operands attr-dict `:` functional-type
tt.make_range | | result | attr-dict `:` type($result)
tt.elementwise_inline_asm | args* | result* | $asm_string attr-dict ($args^ `:` type($args))? `->` type($result)
tt.histogram | src mask? | result | $src (`,` $mask^)? attr-dict `:` type($src) `->` type($result)
tt.gather | src indices | result | $src `[` $indices `]` attr-dict `:` functional-type
tt.print | args* | | $prefix attr-dict (`:` $args^ `:` type($args))?
tt.assert | condition | | $condition `,` $message attr-dict `:` type($condition)
tt.make_tensor_ptr | base shape* strides* offsets* | result | $base `,` `[` $shape `]` `,` `[` $strides `]` `,` `[` $offsets `]` attr-dict `:` ptr($result)
tt.make_tensor_descriptor | base shape* strides* | result | $base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict `:` ptr($base) `,` desc($result)
tt.call | operands* | results* | $callee `(` $operands `)` attr-dict `:` functional-type
tt.func | | | special function
tt.return | srcs* | | attr-dict ($srcs^ `:` type($srcs))?
tt.descriptor_load | desc indices* | result | $desc `[` $indices `]` cache-clauses attr-dict `:` type($desc) `->` type($result)
tt.descriptor_store | desc src indices* | | $desc `[` $indices `]` `,` $src attr-dict `:` type($desc) `,` type($src)
tt.descriptor_reduce | desc src indices* | | $kind `,` $desc `[` $indices `]` `,` $src attr-dict `:` type($desc) `,` type($src)
tt.descriptor_gather | desc x_offsets y_offset | result | $desc `[` $x_offsets `,` $y_offset `]` attr-dict `:` functional-type
tt.descriptor_scatter | desc x_offsets y_offset src | | $desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:` type(operands)
";
