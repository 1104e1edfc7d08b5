//! Boxes against elements that know their coordinates.

use super::super::tensor_map::{ElementType, Fill};
use super::super::testing::{Global, Shared};
use super::*;

const BASE: usize = 0x1000;
const TO: u32 = 0x400;

/// A matrix of 16-bit elements in rows of 256 bytes.
fn matrix(dims: [u32; 2], box_dims: [u32; 2], swizzle: Swizzle) -> TensorMap {
    TensorMap {
        address: BASE as u64,
        element: ElementType::F16,
        dims: dims.to_vec(),
        strides: vec![256],
        box_dims: box_dims.to_vec(),
        steps: vec![1, 1],
        swizzle,
        fill: Fill::Zero,
    }
}

/// Element (row, column) is 1 + 128 row + column. Reading outside of the rows fails.
fn global(rows: usize) -> Global {
    let mut memory = Shared::new(BASE + 256 * rows);
    for row in 0..rows {
        for column in 0..128 {
            memory.put16(BASE + 256 * row + 2 * column, (1 + 128 * row + column) as u16);
        }
    }
    Global(memory)
}

fn tile<'a>(map: &'a TensorMap, coordinates: &'a [i32]) -> BoxCopy<'a> {
    BoxCopy { map, coordinates, gather: false }
}

/// What a load at these coordinates leaves at (row, column) of the box.
fn expected(map: &TensorMap, at: [i32; 2], row: u32, column: u32) -> u16 {
    let (x, y) = (i64::from(at[0]) + i64::from(column), i64::from(at[1]) + i64::from(row));
    let inside = |value: i64, size: u32| (0..i64::from(size)).contains(&value);
    let is_inside = inside(x, map.dims[0]) && inside(y, map.dims[1]);
    if is_inside { (1 + 128 * y + x) as u16 } else { 0 }
}

fn check_load(map: &TensorMap, at: [i32; 2], place: impl Fn(u32, u32) -> u32) {
    let (mut global, mut shared) = (global(map.dims[1] as usize), Shared::new(1 << 14));
    shared.bytes.fill(0xee);
    let copy = tile(map, &at);
    assert_eq!(load_box(&copy, TO, &mut global, &mut shared), Ok(Sums::default()));
    for row in 0..map.box_dims[1] {
        for column in 0..map.box_dims[0] {
            let seen = shared.get16((TO + place(row, column)) as usize);
            assert_eq!(seen, expected(map, at, row, column), "{at:?} {row} {column}");
        }
    }
    let written = copy.bytes() as usize;
    assert_eq!(written, (map.box_dims[0] * map.box_dims[1] * 2) as usize);
    // No value has the upper byte 0xee: nothing else was written.
    let halves = (0..shared.bytes.len()).step_by(2).map(|place| shared.get16(place));
    assert_eq!(halves.filter(|half| *half == 0xeeee).count(), (shared.bytes.len() - written) / 2);
}

#[test]
fn boxes_are_swizzled_and_filled() {
    // The tensor ends within the box in each direction; odd columns are misaligned.
    for at in [[0, 0], [64, 3], [-3, -2], [61, 5], [-200, 0], [0, i32::MAX]] {
        let map = matrix([100, 10], [64, 8], Swizzle::B128);
        check_load(&map, at, |row, column| {
            row * 128 + ((column / 8) ^ (row % 8)) * 16 + column % 8 * 2
        });
        let map = matrix([100, 10], [32, 8], Swizzle::B64);
        check_load(&map, at, |row, column| {
            row * 64 + ((column / 8) ^ (row / 2 % 4)) * 16 + column % 8 * 2
        });
        let map = matrix([100, 10], [16, 16], Swizzle::B32);
        check_load(&map, at, |row, column| {
            row * 32 + ((column / 8) ^ (row / 4 % 2)) * 16 + column % 8 * 2
        });
        // Rows shorter than the swizzle leave gaps.
        let map = matrix([100, 10], [16, 8], Swizzle::B128);
        check_load(&map, at, |row, column| {
            row * 128 + ((column / 8) ^ (row % 8)) * 16 + column % 8 * 2
        });
        let map = matrix([100, 10], [24, 5], Swizzle::None);
        check_load(&map, at, |row, column| row * 48 + column * 2);
    }
}

#[test]
fn stores_leave_out_what_is_out_of_bounds() {
    let map = matrix([100, 10], [64, 8], Swizzle::B128);
    for at in [[64, 3], [-3, -2]] {
        let mut shared = Shared::new(1 << 14);
        for row in 0..8u32 {
            for column in 0..64u32 {
                let place = row * 128 + ((column / 8) ^ (row % 8)) * 16 + column % 8 * 2;
                shared.put16((TO + place) as usize, (0x8000 + 64 * row + column) as u16);
            }
        }
        let mut target = global(10);
        store_box(&tile(&map, &at), TO, None, &mut target, &mut shared).unwrap();
        for y in 0..10 {
            for x in 0..128 {
                let (row, column) = (y - at[1], x - at[0]);
                let is_stored = (0..8).contains(&row) && (0..64).contains(&column) && x < 100;
                let expected = if is_stored { 0x8000 + 64 * row + column } else { 1 + 128 * y + x };
                let seen = target.0.get16(BASE + 256 * y as usize + 2 * x as usize);
                assert_eq!(i32::from(seen), expected, "{y} {x}");
            }
        }
    }
}

#[test]
fn three_dimensions_and_one() {
    // Planes of 3 rows of 16 elements.
    let map = TensorMap {
        dims: vec![16, 3, 2],
        strides: vec![256, 768],
        box_dims: vec![8, 2, 2],
        steps: vec![1; 3],
        ..matrix([0; 2], [0; 2], Swizzle::None)
    };
    let (mut from, mut shared) = (global(6), Shared::new(1 << 12));
    load_box(&tile(&map, &[8, 2, 0]), TO, &mut from, &mut shared).unwrap();
    let seen = |row: usize, column: usize| shared.get16(TO as usize + 16 * row + 2 * column);
    for column in 0..8 {
        // Row 2 of each plane, and row 3, which there is not.
        assert_eq!(seen(0, column), (1 + 128 * 2 + 8 + column) as u16);
        assert_eq!(seen(1, column), 0);
        assert_eq!(seen(2, column), (1 + 128 * 5 + 8 + column) as u16);
        assert_eq!(seen(3, column), 0);
    }
    let map = TensorMap {
        dims: vec![10],
        strides: vec![],
        box_dims: vec![8],
        steps: vec![1],
        ..matrix([0; 2], [0; 2], Swizzle::None)
    };
    load_box(&tile(&map, &[4]), TO, &mut from, &mut shared).unwrap();
    let seen: Vec<u16> = (0..8).map(|column| shared.get16(TO as usize + 2 * column)).collect();
    assert_eq!(seen, [5, 6, 7, 8, 9, 10, 0, 0]);
}

#[test]
fn gathers_and_scatters_four_rows() {
    let map = matrix([100, 10], [64, 1], Swizzle::B128);
    let copy = BoxCopy { map: &map, coordinates: &[32, 7, 0, 10, 7], gather: true };
    assert_eq!((copy.bytes(), copy.span()), (512, 512));
    let short = matrix([100, 10], [16, 8], Swizzle::B128);
    assert_eq!((tile(&short, &[0, 0]).bytes(), tile(&short, &[0, 0]).span()), (256, 1024));
    let (mut from, mut shared) = (global(10), Shared::new(1 << 12));
    load_box(&copy, TO, &mut from, &mut shared).unwrap();
    for (row, y) in [7, 0, 10, 7].into_iter().enumerate() {
        for column in 0..64 {
            let place = row * 128 + ((column / 8) ^ row) * 16 + column % 8 * 2;
            let seen = shared.get16(TO as usize + place);
            assert_eq!(seen, expected(&map, [32, y], 0, column as u32));
        }
    }
    let mut target = global(10);
    store_box(&copy, TO, None, &mut target, &mut shared).unwrap();
    assert_eq!(target.0.bytes, from.0.bytes);
}

#[test]
fn fills_with_nan_on_demand() {
    let map = TensorMap { fill: Fill::Nan, ..matrix([100, 10], [8, 1], Swizzle::None) };
    let (mut from, mut shared) = (global(10), Shared::new(1 << 12));
    load_box(&tile(&map, &[96, 0]), TO, &mut from, &mut shared).unwrap();
    assert_eq!(shared.get16(TO as usize + 6), 100);
    assert_eq!(shared.get16(TO as usize + 8), 0x7ff7);
    let map = TensorMap { element: ElementType::U16, ..map };
    let result = load_box(&tile(&map, &[96, 0]), TO, &mut from, &mut shared);
    assert!(matches!(result, Err(MatrixError::Unsupported(_))));
}

#[test]
fn reductions_combine_with_what_is_there() {
    let map = TensorMap { element: ElementType::F16, ..matrix([12, 2], [8, 1], Swizzle::None) };
    let half = |value: f64| crate::tensor::FloatFormat::F16.to_bits(value) as u16;
    let (mut target, mut shared) = (Global(Shared::new(BASE + 512)), Shared::new(1 << 12));
    for column in 0..16 {
        target.0.put16(BASE + 2 * column, half(column as f64));
        shared.put16(TO as usize + 2 * column, half(0.5));
    }
    let add = Some(ReduceOp::Add);
    let sums = store_box(&tile(&map, &[8, 0]), TO, add, &mut target, &mut shared);
    assert_eq!(sums, Ok(Sums::default()));
    for column in 0..16 {
        let added = if (8..12).contains(&column) { 0.5 } else { 0.0 };
        assert_eq!(target.0.get16(BASE + 2 * column), half(column as f64 + added));
    }
    shared.put16(TO as usize, half(1.0 / 1024.0));
    let sums = store_box(&tile(&map, &[8, 0]), TO, add, &mut target, &mut shared);
    assert_eq!(sums, Ok(Sums { rounded: true }));
    let and = Some(ReduceOp::And);
    let result = store_box(&tile(&map, &[8, 0]), TO, and, &mut target, &mut shared);
    assert!(matches!(result, Err(MatrixError::Unsupported(_))));
}

#[test]
fn refuses_what_the_hardware_forbids_or_we_do_not_model() {
    let map = matrix([100, 10], [64, 8], Swizzle::B128);
    let run = |map: &TensorMap, coordinates: &[i32], to: u32| {
        let copy = BoxCopy { map, coordinates, gather: false };
        load_box(&copy, to, &mut global(10), &mut Shared::new(1 << 14)).map(|_| ())
    };
    let is_invalid = |result| matches!(result, Err(MatrixError::<String>::Invalid(_)));
    let is_unsupported = |result| matches!(result, Err(MatrixError::<String>::Unsupported(_)));
    assert!(run(&map, &[0, 0], TO).is_ok());
    assert!(is_invalid(run(&map, &[0], TO)));
    assert!(is_invalid(run(&map, &[0, 0], TO + 64)));
    assert!(is_invalid(run(&TensorMap { strides: vec![200], ..map.clone() }, &[0, 0], TO)));
    assert!(is_invalid(run(&TensorMap { box_dims: vec![64, 0], ..map.clone() }, &[0, 0], TO)));
    assert!(is_invalid(run(&TensorMap { box_dims: vec![65, 8], ..map.clone() }, &[0, 0], TO)));
    assert!(is_invalid(run(&TensorMap { swizzle: Swizzle::B64, ..map.clone() }, &[0, 0], TO)));
    assert!(is_unsupported(run(&TensorMap { steps: vec![2, 1], ..map.clone() }, &[0, 0], TO)));
    let longer = TensorMap { dims: vec![100, 20], ..map };
    assert!(matches!(run(&longer, &[0, 8], TO), Err(MatrixError::Memory(_))));
}
