//! Kernels executed by the PTX interpreter, and the same kernels with a fault that it must see.

#![allow(clippy::unwrap_used, reason = "tests")]

use tritonsmith::ptx::{
    ElementType, Executable, Fill, GlobalBuffer, GlobalMemory, Options, Run, Stop, StopKind,
    Swizzle, TensorMap, read,
};

const REDUCE: &str = include_str!("filetests/ptx/run_reduce.ptx");
const DIVERGE: &str = include_str!("filetests/ptx/run_diverge.ptx");
const STACK: &str = include_str!("filetests/ptx/run_stack.ptx");
const ATOMIC: &str = include_str!("filetests/ptx/run_atomic.ptx");
const ASYNC: &str = include_str!("filetests/ptx/run_async.ptx");
const BULK: &str = include_str!("filetests/ptx/run_bulk.ptx");
const CLUSTER: &str = include_str!("filetests/ptx/run_cluster.ptx");
const ENDED: &str = include_str!("filetests/ptx/run_ended.ptx");
const GROUP: &str = include_str!("filetests/ptx/run_group.ptx");
const MATRIX: &str = include_str!("filetests/ptx/run_matrix.ptx");
const DOT: &str = include_str!("filetests/ptx/dot_sm90.ptx");
const PARTIAL: &str = include_str!("filetests/ptx/partial_sm90.ptx");
const GATHER: &str = include_str!("filetests/ptx/gather_sm90.ptx");
const DEBUG: &str = include_str!("filetests/ptx/debug_sm80.ptx");

const BASE: u64 = 0x10000;
const STEP: u64 = 0x10000;

/// Runs a kernel whose parameters are all pointers, each to one of the buffers.
fn run(text: &str, buffers: &[Vec<u32>], options: &Options) -> Result<Run, Stop> {
    let module = read(text).unwrap();
    let executable = Executable::new(&module, None)?;
    let mut memory = GlobalMemory::default();
    let mut arguments = Vec::new();
    for (at, words) in buffers.iter().enumerate() {
        let base = BASE + at as u64 * STEP;
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        memory.add(GlobalBuffer::new(format!("buffer {at}"), base, bytes));
        arguments.push(base.to_le_bytes().to_vec());
    }
    executable.run(&arguments, memory, options)
}

fn words(run: &Run, buffer: usize) -> Vec<u32> {
    let bytes = &run.memory.buffers()[buffer].bytes;
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// What stops the kernel under every one of some seeds, or under none.
fn kinds(text: &str, buffers: &[Vec<u32>], options: &Options) -> Vec<Option<StopKind>> {
    let one = |seed| run(text, buffers, &Options { seed, ..options.clone() });
    (0..8).map(|seed| one(seed).err().map(|stop| stop.kind)).collect()
}

/// The text without its first line that has this.
fn without(text: &str, line: &str) -> String {
    let mut is_first = true;
    let keep = |at: &&str| {
        let drop = is_first && at.contains(line);
        is_first &= !drop;
        !drop
    };
    let lines: Vec<_> = text.lines().filter(keep).collect();
    assert!(lines.len() < text.lines().count());
    lines.join("\n")
}

#[test]
fn a_reduction_across_warps() {
    let input: Vec<u32> = (0..256).collect();
    let options = Options { grid: [2, 1, 1], shared: 16, ..Options::default() };
    let buffers = [input, vec![0; 2]];
    let run = run(REDUCE, &buffers, &options).unwrap();
    assert_eq!(words(&run, 1), [127 * 64, 127 * 64 + 128 * 128]);
    assert!(!run.approximate);
    assert!(run.memory.buffers()[1].written.iter().all(|written| *written));
    // Without the barrier, whatever the schedule: not there yet, or there by chance.
    for kind in kinds(&without(REDUCE, "bar.sync"), &buffers, &options) {
        assert!(is_unordered(kind), "{kind:?}");
    }
    let short = Options { shared: 8, ..options };
    assert_eq!(kind_of(REDUCE, &buffers, &short), StopKind::Fault);
}

#[test]
fn more_threads_than_a_number_holds_are_too_many() {
    // 128, modulo 2^32.
    let many = REDUCE.replace(".reqntid 128, 1, 1", ".reqntid 128, 33554433, 1");
    assert_ne!(many, REDUCE);
    let options = Options { shared: 16, ..Options::default() };
    assert_eq!(kind_of(&many, &[vec![0; 256], vec![0; 2]], &options), StopKind::Malformed);
}

/// Whether it was stopped over accesses with nothing between, or over what is not there yet.
fn is_unordered(kind: Option<StopKind>) -> bool {
    matches!(kind, Some(StopKind::Race | StopKind::RaceOfValues | StopKind::Undefined))
}

fn kind_of(text: &str, buffers: &[Vec<u32>], options: &Options) -> StopKind {
    run(text, buffers, options).unwrap_err().kind
}

#[test]
fn lanes_part_and_meet_again() {
    let run = run(DIVERGE, &[vec![0; 64]], &Options::default()).unwrap();
    let expected = (1..65u32).map(|start| {
        let (mut value, mut steps) = (start, 0);
        while value != 1 {
            value = if value % 2 == 0 { value / 2 } else { 3 * value + 1 };
            steps += 1;
        }
        steps
    });
    assert_eq!(words(&run, 0), expected.collect::<Vec<u32>>());
    // A barrier of the block inside of the loop, which lanes leave one by one.
    let hazard = DIVERGE.replace("add.s32 %r3, %r3, 1;", "add.s32 %r3, %r3, 1;\nbar.sync 0;");
    let kind = kind_of(&hazard, &[vec![0; 64]], &Options::default());
    assert_eq!(kind, StopKind::ConvergenceHazard);
    let limited = Options { steps: 100, ..Options::default() };
    assert_eq!(kind_of(DIVERGE, &[vec![0; 64]], &limited), StopKind::StepLimit);
}

#[test]
fn atomic_operations_of_blocks_and_of_the_grid() {
    let options = Options { grid: [3, 1, 1], shared: 32, ..Options::default() };
    let run = run(ATOMIC, &[vec![5; 8]], &options).unwrap();
    assert_eq!(words(&run, 0), [5 + 3 * 16; 8]);
    for kind in kinds(&without(ATOMIC, "bar.sync"), &[vec![5; 8]], &options) {
        assert!(is_unordered(kind), "{kind:?}");
    }
}

#[test]
fn asynchronous_copies_land_at_their_wait() {
    let input: Vec<u32> = (0..256).collect();
    let expected: Vec<u32> = (0..64).rev().flat_map(|row| 4 * row..4 * row + 4).collect();
    let options = Options { shared: 1024, ..Options::default() };
    let buffers = [input, vec![0; 256]];
    assert_eq!(words(&run(ASYNC, &buffers, &options).unwrap(), 1), expected);
    for line in ["wait_group", "bar.sync"] {
        for kind in kinds(&without(ASYNC, line), &buffers, &options) {
            assert!(is_unordered(kind), "{line}: {kind:?}");
        }
    }
}

#[test]
fn bulk_copies_complete_an_mbarrier() {
    let input: Vec<u32> = (100..164).collect();
    let options = Options { shared: 512, ..Options::default() };
    let buffers = [input.clone(), vec![0; 64]];
    assert_eq!(words(&run(BULK, &buffers, &options).unwrap(), 1), input);
    let early = without(&BULK.replace("@!%p2 bra.uni WAIT;", ""), "try_wait");
    for kind in kinds(&early, &buffers, &options) {
        assert!(is_unordered(kind), "{kind:?}");
    }
    let short = BULK.replace("[%r3], 256;\n\t@", "[%r3], 272;\n\t@");
    assert_eq!(kind_of(&short, &buffers, &options), StopKind::Deadlock);
    let unmade = without(BULK, "mbarrier.init");
    assert_eq!(kind_of(&unmade, &buffers, &options), StopKind::Undefined);
}

#[test]
fn blocks_of_a_cluster_see_each_other() {
    let options = Options { grid: [2, 1, 1], cluster: 2, shared: 16, ..Options::default() };
    let run = run(CLUSTER, &[vec![0; 4]], &options).unwrap();
    assert_eq!(words(&run, 0), [101, 100, 103, 102]);
    let alone = Options { cluster: 1, ..options };
    assert_eq!(kind_of(CLUSTER, &[vec![0; 4]], &alone), StopKind::Malformed);
}

#[test]
fn a_warp_that_came_and_ended_opens_no_barrier_for_one_that_is_to_come() {
    let options = Options { threads: 96, shared: 16, ..Options::default() };
    assert_eq!(words(&run(ENDED, &[vec![0]], &options).unwrap(), 0), [7]);
    assert_eq!(kinds(ENDED, &[vec![0]], &options), [None; 8]);
    // The same at a barrier of the block, where the first does not wait.
    let named = ENDED
        .replace("barrier.cluster.arrive.aligned;", "@%p1 bar.arrive 0, 96;")
        .replace("barrier.cluster.wait.aligned;", "bar.sync 0, 96;");
    assert_eq!(kinds(&named, &[vec![0]], &options), [None; 8]);
}

#[test]
fn sums_of_a_warp_group_are_stored_after_their_wait() {
    let options = Options { shared: 4096, ..Options::default() };
    assert_eq!(kinds(GROUP, &[vec![0]], &options), [None; 8]);
    let early = without(GROUP, "wait_group");
    assert_eq!(kinds(&early, &[vec![0]], &options), [Some(StopKind::Undefined); 8]);
}

/// The kernel with something beside its product: before it, before its group is closed, before its wait
/// and after it.
fn group_with([first, open, closed, done]: [&str; 4]) -> String {
    let text = GROUP.replace(".reg .b32 %r<12>;", ".reg .b32 %r<16>;\n\t.reg .b16 %rs<3>;");
    let text = text.replace("\twgmma.mma_async", &format!("\t{first}\n\twgmma.mma_async"));
    let text = text.replace("\twgmma.commit", &format!("\t{open}\n\twgmma.commit"));
    let text = text.replace("\twgmma.wait", &format!("\t{closed}\n\twgmma.wait"));
    text.replace("\tstmatrix", &format!("\t{done}\n\tstmatrix"))
}

#[test]
fn sums_in_flight_are_copied_and_not_used() {
    let options = Options { shared: 4096, ..Options::default() };
    let kinds = |parts: [&str; 4]| kinds(&group_with(parts), &[vec![0]], &options);
    let used = "add.f32 %r13, %r12, %r12;";
    let halves = "mov.b32 {%rs1, %rs2}, %r4;\n\tcvt.u32.u16 %r12, %rs2;";
    let right = [
        // Partial sums.
        ["", "add.f32 %r12, %r4, %r4;", "", used],
        ["", "", "mov.b32 %r12, %r4;", used],
        ["", "", halves, used],
        ["", "", "mov.b32 {%rs1, %rs2}, %r4;\n\tmov.b32 %r12, {%rs1, %rs2};", used],
        // Initial sums, behind the fence.
        ["mov.b32 %r4, %r9;", "", "", ""],
        // Nothing is read.
        ["", "", "mov.b32 %r4, %r9;\n\tadd.f32 %r12, %r4, %r4;", used],
    ];
    for parts in right {
        assert_eq!(kinds(parts), [None; 8], "{parts:?}");
    }
    let wrong = [
        "add.f32 %r12, %r4, %r4;".to_owned(),
        format!("mov.b32 %r12, %r4;\n\t{used}"),
        format!("{halves}\n\t{used}"),
        format!("mov.b32 {{%rs1, %rs2}}, %r4;\n\tmov.b32 %r12, {{%rs1, %rs2}};\n\t{used}"),
        "cvt.rn.f16.f32 %rs1, %r4;".to_owned(),
    ];
    for closed in &wrong {
        let parts = ["", "", closed.as_str(), ""];
        assert_eq!(kinds(parts), [Some(StopKind::Undefined); 8], "{closed}");
    }
}

#[test]
fn a_factor_in_registers_is_read_when_its_product_begins() {
    let ones = "mov.b32 %r9, 0x3c003c00;";
    let text = GROUP
        .replace("mov.b32 %r9, 0;", &format!("{ones}\n\tld.param.b64 %rd2, [out];"))
        .replace("%rd1, %rd1, %p1, 1, 1, 0, 0;", "{%r9, %r9, %r9, %r9}, %rd1, %p1, 1, 1, 0;")
        .replace("\twgmma.wait", "\tmov.b32 %r9, 0;\n\tadd.s32 %r9, %r9, %r1;\n\twgmma.wait")
        .replace("\tret;", "\tst.global.b32 [%rd2], %r4;\n\tret;");
    let options = Options { shared: 4096, ..Options::default() };
    for seed in 0..8 {
        let run = run(&text, &[vec![0]], &Options { seed, ..options.clone() }).unwrap();
        assert_eq!(words(&run, 0), [16f32.to_bits()], "{seed}");
    }
}

#[test]
fn what_is_copied_or_stored_over_an_mbarrier_unmakes_it() {
    let options = Options { shared: 512, ..Options::default() };
    let buffers = [(100..164).collect(), vec![0; 64]];
    let over = [
        "@%p1 cp.async.ca.shared.global [%r3], [%rd1], 4;\n\tcp.async.wait_all;",
        "setp.lt.u32 %p3, %r1, 32;\n\t\
         @%p3 stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r3], {%r1};",
    ];
    for write in over {
        let text = BULK.replace("bar.sync 0;", &format!("bar.sync 0;\n\t{write}\n\tbar.sync 0;"));
        let kinds = kinds(&text, &buffers, &options);
        assert_eq!(kinds, [Some(StopKind::Undefined); 8], "{write}");
    }
}

#[test]
fn a_matrix_product() {
    let run = run(MATRIX, &[vec![0; 128]], &Options::default()).unwrap();
    assert_eq!(words(&run, 0), [18f32.to_bits(); 128]);
    assert!(!run.approximate);
}

/// Triton's own code for a product of two 64x64 matrices by `wgmma`.
#[test]
fn a_matrix_product_of_a_warp_group() {
    let a = |row: u32, column: u32| ((row * 7 + column * 3) % 5) as i32 - 2;
    let b = |row: u32, column: u32| ((row + column * 5) % 7) as i32 - 3;
    let pairs = |of: &dyn Fn(u32, u32) -> i32| -> Vec<u32> {
        let half = |at: u32| u32::from(half::f16::from_f32(of(at / 64, at % 64) as f32).to_bits());
        (0..2048).map(|word| half(2 * word) | half(2 * word + 1) << 16).collect()
    };
    let buffers = [pairs(&a), pairs(&b), vec![0; 4096], vec![], vec![]];
    let options = Options { shared: 16384, ..Options::default() };
    let run = run(DOT, &buffers, &options).unwrap();
    let sum = |row, column| (0..64).map(|k| a(row, k) * b(k, column)).sum::<i32>();
    let expected = (0..4096).map(|at| (sum(at / 64, at % 64) as f32).to_bits());
    assert_eq!(words(&run, 2), expected.collect::<Vec<_>>());
    assert!(!run.approximate);
}

/// Triton's own code for a product of 8-bit floats, 64x64 by 64x16, whose partial sums are added up
/// while their group is open.
#[test]
fn partial_sums_of_a_warp_group() {
    let a = |row: u32, k: u32| ((row * 7 + k * 3) % 5) as i32 - 2;
    let b = |k: u32, column: u32| ((k + column * 5) % 7) as i32 - 3;
    // The upper half of an f16 is an e5m2.
    let byte = |value: i32| u32::from(half::f16::from_f32(value as f32).to_bits() >> 8);
    let fours = |count: u32, of: &dyn Fn(u32, u32) -> i32| -> Vec<u32> {
        let at = |index: u32| byte(of(index / 64, index % 64)) << (8 * (index % 4));
        (0..count).map(|word| (0..4).map(|part| at(4 * word + part)).sum()).collect()
    };
    let by_columns = |column, k| b(k, column);
    let buffers = [fours(1024, &a), fours(256, &by_columns), vec![0; 1024], vec![], vec![]];
    let options = Options { shared: 5120, ..Options::default() };
    let run = run(PARTIAL, &buffers, &options).unwrap();
    let sum = |row, column| (0..64).map(|k| a(row, k) * b(k, column)).sum::<i32>();
    let expected = (0..1024).map(|at| (sum(at / 16, at % 16) as f32).to_bits());
    assert_eq!(words(&run, 2), expected.collect::<Vec<_>>());
}

#[test]
fn assertions_and_prints() {
    let buffers = |first: u32| [(first..first + 128).collect(), vec![0; 128], vec![]];
    let good = run(DEBUG, &buffers(7), &Options::default()).unwrap();
    assert_eq!(words(&good, 1), (7..135).collect::<Vec<_>>());
    // None is positive: no lane comes to the barrier.
    let failed = run(DEBUG, &buffers(0x8000_0000), &Options::default()).unwrap_err();
    assert_eq!(failed.kind, StopKind::Assertion);
    assert!(failed.to_string().contains("positive"), "{failed}");
    let place = failed.place.unwrap();
    assert_eq!((place.function.as_str(), place.source.unwrap().1), ("dbg", 149));
}

/// Triton's own code for a gather of 32 rows through a descriptor.
#[test]
fn rows_are_gathered_through_a_tensor_map() {
    let (rows, row_words) = (40u32, 32u32);
    let to_bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let input: Vec<u32> = (0..rows * row_words).collect();
    let indices: Vec<u32> = (0..32).map(|at| at * 7 % rows).collect();
    let mut memory = GlobalMemory::default();
    let [tensor, index, out] = [1, 2, 3].map(|at| at * BASE);
    memory.add(GlobalBuffer::new("tensor", tensor, to_bytes(&input)));
    memory.add(GlobalBuffer::new("index", index, to_bytes(&indices)));
    memory.add(GlobalBuffer::new("out", out, vec![0; 32 * 128]));
    let map = TensorMap {
        address: tensor,
        element: ElementType::F16,
        dims: vec![64, rows],
        strides: vec![128],
        box_dims: vec![64, 1],
        steps: vec![1, 1],
        swizzle: Swizzle::B128,
        fill: Fill::Zero,
    };
    let mut arguments = vec![map.encode().to_vec()];
    arguments.extend([rows, 64].map(|size| size.to_le_bytes().to_vec()));
    let wide = [64, 1, index, out, 0, 0];
    arguments.extend(wide.map(|value: u64| value.to_le_bytes().to_vec()));
    let executable = Executable::new(&read(GATHER).unwrap(), Some("desc_gather")).unwrap();
    let options = Options { shared: 4104, ..Options::default() };
    let run = executable.run(&arguments, memory, &options).unwrap();
    let expected = indices.iter().flat_map(|row| row * row_words..(row + 1) * row_words);
    assert_eq!(words(&run, 2), expected.collect::<Vec<_>>());
}

#[test]
fn a_pointer_to_a_callers_stack_is_the_callers_and_a_swap_that_fails_stores_nothing() {
    let options = Options { threads: 32, ..Options::default() };
    let before: Vec<u32> = (0..32).map(|thread| u32::from(thread % 2 == 1) * 1000).collect();
    let run = run(STACK, &[before], &options).unwrap();
    let buffer = &run.memory.buffers()[0];
    for (thread, word) in buffer.bytes.chunks(4).enumerate() {
        let word = u32::from_le_bytes(word.try_into().unwrap());
        let swapped = thread % 2 == 0;
        assert_eq!(word, if swapped { 3 * thread as u32 } else { 1000 }, "{thread}");
        assert_eq!(buffer.written[4 * thread], swapped, "{thread}");
    }
}
