//! NVIDIA's calling convention, as the launcher of Triton's NVIDIA backend has it.

use serde_json::Value;

use super::{
    BUILD, Checks, LIMIT, REPEATS, Unprepared, argument, buffer_at, buffers, number, scratch,
    unprepared,
};
use crate::compile::{BoundValue, Content, Launch, Stage};
use crate::device::native::{CodeKind, NativeArgument, NativeLaunch, TensorMap};
use crate::tensor::{Exact, Memory};

/// Threads of a warp.
const WARP: u32 = 32;

/// `CU_TENSOR_MAP_DATA_TYPE_TFLOAT32`.
const TFLOAT32: u32 = 11;

/// The launch of the kernel's `stage`, a cubin or PTX, from `memory`.
///
/// # Errors
/// What it needs that is not known here, by name.
pub fn prepare_cuda(
    stage: Stage,
    launch: &Launch,
    memory: &Memory<Exact>,
    checks: &Checks,
) -> Result<NativeLaunch, Unprepared> {
    let kind = match stage {
        Stage::Cubin => CodeKind::Cubin,
        Stage::Ptx => CodeKind::Ptx,
        stage => return unprepared(format!("{stage} on a GPU")),
    };
    let artifact = launch.kernel.artifacts.iter().find(|artifact| artifact.stage == stage);
    let code = match artifact.map(|artifact| &artifact.content) {
        Some(Content::Binary(bytes)) => bytes.clone(),
        Some(Content::Text(text)) => text.clone().into_bytes(),
        None => return unprepared(format!("a kernel without its {stage}")),
    };
    let metadata = &launch.kernel.metadata;
    let num_ctas = number(launch, "num_ctas")?.max(1);
    let programs: u64 = launch.grid.iter().map(|size| u64::from(*size)).product();
    let blocks = programs.saturating_mul(u64::from(num_ctas));
    let mut arguments = Vec::new();
    for bound in &launch.arguments {
        arguments.push(match &bound.value {
            BoundValue::Descriptor { .. } => tensor_map(&bound.value, memory)?,
            _ => argument(bound, memory)?,
        });
    }
    // One pointer up to 3.3, two from 3.5 on: the metadata has a size for each.
    for key in ["global_scratch_size", "profile_scratch_size"] {
        if metadata.contains_key(key) {
            arguments.push(NativeArgument::Scratch(scratch(launch, key, blocks)));
        }
    }
    Ok(NativeLaunch {
        kind,
        code,
        entry: launch.kernel.name.clone(),
        build_flags: String::new(),
        grid: launch.grid,
        num_ctas,
        threads: number(launch, "num_warps")?.saturating_mul(WARP),
        shared: number(launch, "shared")?,
        cooperative: metadata.get("launch_cooperative_grid").is_some_and(is_set),
        arguments,
        buffers: buffers(memory, checks),
        repeats: REPEATS,
        // The driver compiles assembly within the launch.
        limit: if kind == CodeKind::Ptx { LIMIT + BUILD } else { LIMIT },
    })
}

/// A boolean that some releases write as a number.
fn is_set(value: &Value) -> bool {
    value.as_bool().unwrap_or_else(|| value.as_i64().is_some_and(|number| number != 0))
}

/// The map of a descriptor, as `make_tensordesc_arg` of Triton's `driver.py` fills it.
fn tensor_map(value: &BoundValue, memory: &Memory<Exact>) -> Result<NativeArgument, Unprepared> {
    let BoundValue::Descriptor { address, shape, strides, metadata, .. } = value else {
        return unprepared("an argument that is no descriptor");
    };
    let number = |key: &str| {
        let found = metadata.get(key).and_then(Value::as_u64);
        let found = found.and_then(|number| u32::try_from(number).ok());
        found.ok_or_else(|| Unprepared(format!("a descriptor without `{key}`")))
    };
    let flag = |key: &str| metadata.get(key).is_some_and(is_set);
    if flag("is_im2col") {
        return unprepared("a descriptor of im2col");
    }
    let unsigned = |values: &[i64]| {
        let all = values.iter().map(|value| u64::try_from(*value).ok()).collect::<Option<Vec<_>>>();
        all.ok_or_else(|| Unprepared("a descriptor with a negative size".to_owned()))
    };
    let mut shape = unsigned(shape)?;
    if flag("fp4_padded")
        && let Some(last) = shape.last_mut()
    {
        *last *= 2;
    }
    let block = metadata.get("block_size").and_then(Value::as_array);
    let block = block.and_then(|sizes| {
        sizes.iter().map(|size| size.as_u64().and_then(|size| u32::try_from(size).ok())).collect()
    });
    let block: Option<Vec<u32>> = block;
    let padding = metadata.get("padding").and_then(Value::as_str);
    Ok(NativeArgument::TensorMap(TensorMap {
        buffer: buffer_at(memory, *address)?,
        element_bytes: number("elem_size")?,
        data_type: match flag("round_f32_to_tf32") {
            true => TFLOAT32,
            false => host_type(number("elem_type")?),
        },
        swizzle: number("swizzle")?,
        nan_fill: match padding {
            Some("zero") => false,
            Some("nan") => true,
            _ => return unprepared("a descriptor without its padding"),
        },
        shape,
        strides: unsigned(strides)?,
        block: block.ok_or_else(|| Unprepared("a descriptor without `block_size`".to_owned()))?,
    }))
}

/// The metadata has the numbers of PTX, of which the driver counts three otherwise
/// (`TMA_DTYPE_DEVICE_TO_HOST`).
fn host_type(device: u32) -> u32 {
    match device {
        8 => 10,
        9 => 8,
        10 => 9,
        same => same,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use crate::compile::{Artifact, BoundArgument, Kernel};
    use crate::tensor::{Buffer, DType, Tile};

    fn memory() -> Memory<Exact> {
        let mut memory = Memory::default();
        memory.add(Buffer::new("a", 0x1000, DType::I32.kind(), &Tile::splat_int(&[4], 7)));
        memory
    }

    fn launch(metadata: Value, value: BoundValue) -> Launch {
        let content = Content::Binary(vec![1, 2, 3]);
        let metadata: BTreeMap<String, Value> = serde_json::from_value(metadata).unwrap();
        let artifacts = vec![Artifact { stage: Stage::Cubin, content }];
        Launch {
            kernel: Kernel { name: "k".to_owned(), artifacts, metadata, ..Kernel::default() },
            grid: [2, 3, 1],
            arguments: vec![BoundArgument { ty: "*i32".to_owned(), value }],
            parameters: vec![],
            constants: vec![],
        }
    }

    fn metadata() -> Value {
        json!({"num_warps": 4, "num_ctas": 2, "shared": 128, "global_scratch_size": 16,
               "profile_scratch_size": 0, "launch_cooperative_grid": false})
    }

    #[test]
    fn hidden_arguments_follow_the_metadata() {
        let pointer = || BoundValue::Pointer { name: "a".to_owned(), address: 0x1000 };
        let prepare = |metadata| {
            let launch = launch(metadata, pointer());
            prepare_cuda(Stage::Cubin, &launch, &memory(), &Checks::default())
        };
        let native = prepare(metadata()).unwrap();
        let scratch = NativeArgument::Scratch;
        assert_eq!(native.arguments, [NativeArgument::Buffer(0), scratch(16 * 12), scratch(0)]);
        assert_eq!((native.threads, native.num_ctas, native.shared), (128, 2, 128));
        assert_eq!((native.code.as_slice(), native.kind), (&[1, 2, 3][..], CodeKind::Cubin));
        let mut old = metadata();
        old.as_object_mut().unwrap().remove("profile_scratch_size");
        assert_eq!(prepare(old).unwrap().arguments.len(), 2);
        let mut bad = metadata();
        bad["shared"] = json!(null);
        assert!(prepare(bad).unwrap_err().to_string().contains("`shared`"));
        let launch = launch(metadata(), pointer());
        assert!(prepare_cuda(Stage::Ptx, &launch, &memory(), &Checks::default()).is_err());
    }

    #[test]
    fn descriptors_become_maps() {
        let described = |metadata| BoundValue::Descriptor {
            name: "a".to_owned(),
            address: 0x1000,
            shape: vec![2, 2],
            strides: vec![2, 1],
            block: vec![2, 2],
            metadata,
        };
        let known = json!({"swizzle": 1, "elem_size": 2, "elem_type": 10, "block_size": [2, 2],
                           "fp4_padded": false, "padding": "zero"});
        let of = |metadata| tensor_map(&described(metadata), &memory());
        let NativeArgument::TensorMap(map) = of(known.clone()).unwrap() else { panic!() };
        assert_eq!((map.data_type, map.swizzle, &map.shape[..]), (9, 1, &[2, 2][..]));
        for (key, value) in [("padding", json!(null)), ("is_im2col", json!(true))] {
            let mut odd = known.clone();
            odd[key] = value;
            assert!(of(odd).is_err(), "{key}");
        }
    }
}
