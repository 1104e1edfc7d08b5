//! Assembly of `ttg`: one line per operation.

pub(super) const OPS: &str = r"
ttg.inline_asm | args* | result* | $asm_string attr-dict ($args^)? `:` functional-type
ttg.convert_layout | src | result | $src attr-dict `:` type($src) `->` type($result)
ttg.async_wait | asyncToken* | retToken=!ttg.async.token | ($asyncToken^)? attr-dict
ttg.async_commit_group | inputTokens* | asyncToken=!ttg.async.token | (`tokens` $inputTokens^)? attr-dict
ttg.async_copy_global_to_local | src result mask? other? | token=!ttg.async.token | $src `,` $result (`mask` $mask^)? (`other` $other^)? cache-clauses attr-dict `:` type($src) `->` memdesc($result)
ttg.local_alloc | src? | result | ($src^)? attr-dict `:` functional-type
ttg.local_dealloc | src | | $src attr-dict `:` type($src)
ttg.memdesc_index | src index | result | $src `[` $index `]` attr-dict `:` type($src) `->` type($result)
ttg.memdesc_subview | src offsets* | result | $src `[` $offsets `]` attr-dict `:` type($src) `->` type($result)
ttg.memdesc_subslice | src | result | $src `[` ints(offsets) `]` attr-dict `:` type($src) `->` type($result)
ttg.memdesc_trans | src | result | $src attr-dict `:` type($src) `->` type($result)
ttg.memdesc_reshape | src | result | $src attr-dict `:` type($src) `->` type($result)
ttg.memdesc_reinterpret | src | result | $src attr-dict `:` type($src) `->` type($result)
ttg.local_load | src token? | result | $src (`token` $token^)? attr-dict `:` type($src) `->` type($result)
ttg.local_store | src dst | | $src `,` $dst attr-dict `:` type($src) `->` type($dst)
ttg.local_gather | src indices token? | result | $src `[` $indices `]` (`token` $token^)? attr-dict `:` type($src) `,` type($indices) `->` type($result)
ttg.local_scatter | dst values indices token? | | $dst `[` $indices `]` `,` $values (`token` $token^)? attr-dict `:` type($dst) `,` type($indices) `,` type($values)
ttg.local_atomic_scatter_rmw | dst values indices mask? | result* | $atomic_rmw_op `,` $dst `[` $indices `]` `,` $values (`,` $mask^)? attr-dict `:` functional-type
ttg.predicate_stage | iv ub step | result | $iv `,` $ub `,` $step `maxStage` $maxStage `stage` $stage attr-dict `:` type($iv) `->` type($result)
ttg.mask | pred | result* | generic
ttg.mask.return | result* | | $result attr-dict `:` type($result)
ttg.fp4_to_fp | src | result | $src attr-dict `:` type($src) `->` type($result)
ttg.global_scratch_alloc | | result | attr-dict `:` type($result)
ttg.warp_specialize | explicitCaptures* | results* | special warp_specialize
ttg.warp_yield | values* | | ($values^)? attr-dict (`:` type($values)^)?
ttg.warp_return | | | attr-dict
ttg.barrier | | | bars(addrSpace) attr-dict
ttg.warp_id | | result=i32 | attr-dict
";
