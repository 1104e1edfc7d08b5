//! Assembly of `ttng`: one line per operation.

pub(super) const OPS: &str = r"
ttng.packed_arith | operands* | result | $op_kind $operands attr-dict `:` functional-type
ttng.fence_async_shared | | | attr-dict
ttng.fence_mbarrier_init_release_cluster | | | attr-dict
ttng.cluster_barrier | | | attr-dict
ttng.cluster_arrive | | | attr-dict
ttng.cluster_wait | | | attr-dict
ttng.clc_try_cancel | result mbarrier | | $result `,` $mbarrier attr-dict `:` type($result) `,` type($mbarrier)
ttng.clc_load_result | src | clcResult | $src attr-dict `:` type($src) `->` type($clcResult)
ttng.clc_is_canceled | clcResult | is_canceled | $clcResult attr-dict `:` type($clcResult) `->` type($is_canceled)
ttng.clc_get_program_id | clcResult | result | $clcResult `,` $dim attr-dict `:` type($clcResult) `->` type($result)
ttng.warp_group_dot | a b c useC? | d | $a `,` $b `,` $c (`,` $useC^)? attr-dict `:` type($a) `*` type($b) `->` type($d)
ttng.warp_group_dot_wait | inputs* | outputs* | $inputs attr-dict `:` type($outputs)
ttng.init_barrier | alloc | | $alloc `,` $count attr-dict `:` type($alloc)
ttng.inval_barrier | alloc | | $alloc attr-dict `:` type($alloc)
ttng.barrier_expect | alloc pred | | $alloc `,` $size attr-dict `,` $pred `:` type($alloc)
ttng.wait_barrier | alloc phase pred? deps* | | $alloc `,` $phase (`,` $pred^)? (`deps` $deps^)? attr-dict `:` type($alloc) (`,` type($deps)^)?
ttng.arrive_barrier | alloc pred? | | $alloc `,` $count (`,` $pred^)? attr-dict `:` type($alloc)
ttng.async_copy_mbarrier_arrive | barrier | | $barrier attr-dict `:` type($barrier)
ttng.async_shared_store | src dst mbarrier | | $src `,` $dst `,` $mbarrier attr-dict `:` type($src) `->` type($dst) `,` type($mbarrier)
ttng.async_tma_copy_global_to_local | desc coord* offsets* barrier result pred | | $desc `[` $coord `]` (`offsets` `=` `[` $offsets^ `]`)? $result `,` $barrier `,` $pred cache-clauses attr-dict `:` type($desc) `,` type($barrier) `->` type($result)
ttng.async_tma_copy_local_to_global | desc coord* src | | $desc `[` $coord `]` $src attr-dict `:` type($desc) `,` type($src)
ttng.async_tma_reduce | desc coord* src | | $kind `,` $desc `[` $coord `]` $src attr-dict `:` type($desc) `,` type($src)
ttng.async_tma_gather | desc x_offsets y_offset barrier result pred | | $desc `[` $x_offsets `,` $y_offset `]` $result `,` $barrier `,` $pred attr-dict `:` type(operands)
ttng.async_tma_scatter | desc x_offsets y_offset src | | $desc `[` $x_offsets `,` $y_offset `]` $src attr-dict `:` type(operands)
ttng.async_tma_store_wait | | | attr-dict
ttng.tc_gen5_mma | a b d acc_dep? useD pred barriers* barrier_preds* | token? | $a `,` $b `,` $d token(acc_dep) `,` $useD `,` $pred barriers attr-dict `:` type($a) `,` type($b) `,` type($d) (`,` type($barriers)^)?
ttng.tc_gen5_mma_scaled | a b d acc_dep? a_scale b_scale useD pred barriers* barrier_preds* | token? | $a `,` $b `,` $d token(acc_dep) `,` $a_scale `,` $b_scale `,` $useD `,` $pred `lhs` `=` $a_type `rhs` `=` $b_type barriers attr-dict `:` type($a) `,` type($b) `,` type($d) `,` type($a_scale) `,` type($b_scale) (`,` type($barriers)^)?
ttng.tc_gen5_commit | barrier pred? descs* | | $barrier (`,` $pred^)? (`descs` $descs^)? attr-dict `:` type($barrier) (`,` type($descs)^)?
ttng.tmem_wait | | | $kind attr-dict
ttng.tmem_load | src dep? | result token? red? | $src token(dep) attr-dict `:` type($src) `->` type($result) (`,` type($red)^)?
ttng.tmem_store | dst dep? src pred | token? | $src `,` $dst token(dep) `,` $pred attr-dict `:` type($src) `->` type($dst)
ttng.tmem_alloc | src? | result token? | ($src^)? attr-dict `:` functional-type
ttng.tmem_subslice | src | result | $src attr-dict `:` type($src) `->` type($result)
ttng.tmem_copy | src dst | | $src `,` $dst attr-dict `:` type(operands)
ttng.reinterpret_tensor_descriptor | rawDesc | result | $rawDesc attr-dict `:` type($rawDesc) `to` type($result)
ttng.tensormap_create | desc_ptr global_address box_dim* global_dim* global_stride* element_stride* | | $desc_ptr `,` $global_address `,` `[` $box_dim `]` `,` `[` $global_dim `]` `,` `[` $global_stride `]` `,` `[` $element_stride `]` attr-dict `:` functional-type
ttng.tensormap_fenceproxy_acquire | desc_ptr | | $desc_ptr attr-dict `:` type($desc_ptr)
";
