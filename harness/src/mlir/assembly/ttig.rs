//! Assembly of Intel's `ttig`, which was `triton_intel_gpu` up to 3.4: one line per operation.

pub(super) const OPS: &str = r"
triton_intel_gpu.alloc | | result | attr-dict `:` type($result)
triton_intel_gpu.glue | operands* | res | operands attr-dict `:` functional-type
triton_intel_gpu.extract | base | res | $base `[` $index `]` attr-dict `:` type($base) `->` type($res)
triton_intel_gpu.prefetch | ptr mask? | | $ptr (`,` $mask^)? attr-dict `:` type($ptr)
triton_intel_gpu.broadcast | src | result | $src attr-dict `:` type($src) `->` type($result)
triton_intel_gpu.sub_group_transpose | local_buffer src | res=src | operands attr-dict `:` type($src)
triton_intel_gpu.upcast_mxfp | src scale | result | $src `,` $scale `fp_type` `=` $fp_type attr-dict `:` type($src) `,` type($scale) `->` type($result)
ttig.alloc | | result | attr-dict `:` type($result)
ttig.glue | operands* | res | operands attr-dict `:` functional-type
ttig.extract | base | res | $base `[` $index `]` attr-dict `:` type($base) `->` type($res)
ttig.prefetch | ptr mask? | | $ptr (`,` $mask^)? attr-dict `:` type($ptr)
ttig.descriptor_prefetch | desc indices* | | $desc `[` $indices `]` cache-clauses attr-dict `:` type($desc)
ttig.broadcast | src | result | $src attr-dict `:` type($src) `->` type($result)
ttig.sub_group_transpose | local_buffer src | res=src | operands attr-dict `:` type($src)
ttig.extract_desc | desc | result | $desc `[` $index `]` attr-dict `:` type($desc) `->` type($result)
ttig.descriptor_gather | desc x_offsets y_offset | result | $desc `[` $x_offsets `,` $y_offset `]` attr-dict `:` functional-type
ttig.descriptor_scatter | desc x_offsets y_offset src | | $desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:` type(operands)
";
