//! Assembly of AMD's `amdg`, which was `amdgpu` at first: one line per operation.

pub(super) const OPS: &str = r"
amdg.extract_slice | source | result | $source $static_offsets attr-dict `:` type($source) `to` type($result)
amdg.concat | sources* | result | $sources attr-dict `:` type($sources) `->` type($result)
amdg.cond_barrier | pred | | $pred attr-dict
amdg.buffer_load | ptr offsets stride? mask? other? | result | $ptr `[` $offsets `]` (`,` $mask^)? (`,` $other^)? cache-clauses (`stride` `=` $stride^)? attr-dict `:` source(ptr) type($result)
amdg.buffer_store | value ptr offsets stride? mask? | | $value `,` $ptr `[` $offsets `]` (`,` $mask^)? cache-clauses (`stride` `=` $stride^)? attr-dict `:` source(ptr) type($value)
amdg.buffer_atomic_rmw | ptr offsets value stride? mask? | result | $atomic_rmw_op `,` $sem `,` $scope `,` $value `,` $ptr `[` $offsets `]` (`,` $mask^)? (`stride` `=` $stride^)? attr-dict `:` source(ptr) type($result)
amdg.buffer_atomic_cas | ptr offsets cmp val stride? | result | $sem `,` $scope `,` $cmp `,` $val `,` $ptr `[` $offsets `]` (`stride` `=` $stride^)? attr-dict `:` source(ptr) type($result)
amdg.in_thread_transpose | src | result | $src attr-dict `:` type($src) `->` type($result)
amdg.local_load_packed_transposed | src token? | result | $src (`token` $token^)? attr-dict `:` type($src) `->` type($result)
amdg.async_wait | asyncToken* | retToken=!ttg.async.token | ($asyncToken^)? attr-dict
amdg.scaled_upcast_fp4 | input scale | output | $input `scale` $scale attr-dict `:` type($input) `,` type($scale) `->` type($output)
amdg.scaled_upcast_fp8 | input scale | output | $input `scale` $scale attr-dict `:` type($input) `,` type($scale) `->` type($output)
amdgpu.extract_slice | source | result | $source $static_offsets attr-dict `:` type($source) `to` type($result)
amdgpu.buffer_load | ptr offsets stride? mask? other? | result | $ptr `[` $offsets `]` (`,` $mask^)? (`,` $other^)? cache-clauses (`stride` `=` $stride^)? attr-dict `:` source(ptr) type($result)
amdgpu.buffer_store | value ptr offsets stride? mask? | | $value `,` $ptr `[` $offsets `]` (`,` $mask^)? cache-clauses (`stride` `=` $stride^)? attr-dict `:` source(ptr) type($value)
amdgpu.buffer_atomic_rmw | ptr offsets value stride? mask? | result | $atomic_rmw_op `,` $sem `,` $scope `,` $value `,` $ptr `[` $offsets `]` (`,` $mask^)? (`stride` `=` $stride^)? attr-dict `:` source(ptr) type($result)
amdgpu.buffer_atomic_cas | ptr offsets cmp val stride? | result | $sem `,` $scope `,` $cmp `,` $val `,` $ptr `[` $offsets `]` (`stride` `=` $stride^)? attr-dict `:` source(ptr) type($result)
";
