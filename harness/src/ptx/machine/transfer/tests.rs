use super::*;
use crate::ptx::lanes::ALL;

fn access(addresses: &Lanes, total: usize, active: u32) -> Access<'_> {
    Access { space: Space::Shared, addresses, size: 4, total, active }
}

#[test]
fn neighbours_are_found_and_taken_away() {
    let mut addresses: Lanes = std::array::from_fn(|lane| 8 * lane as u64);
    let of = |addresses: &Lanes, mask| access(addresses, 8, mask).neighbours(mask);
    assert_eq!(of(&addresses, ALL), (0, 32));
    assert_eq!(of(&addresses, 0xff70), (4, 3));
    assert_eq!(of(&addresses, 1 << 31), (31, 1));
    addresses[6] = 0;
    assert_eq!(of(&addresses, ALL), (0, 6));
    assert_eq!(of(&addresses, without(ALL, 0, 6)), (6, 1));
    assert_eq!(without(ALL, 0, 32), 0);
    assert_eq!(without(ALL, 30, 2), ALL >> 2);
    assert!(access(&addresses, 8, ALL).is_aligned());
    addresses[3] = 4;
    assert!(!access(&addresses, 8, ALL).is_aligned());
    assert!(access(&addresses, 8, !8).is_aligned());
}

#[test]
fn what_is_packed_is_unpacked_again() {
    let values: [Lanes; 2] =
        std::array::from_fn(|part| std::array::from_fn(|lane| (lane * 2 + part) as u64 * 7));
    for size in [1, 2, 4, 8] {
        let mut bytes = vec![0; size * 2 * 20];
        pack(&values, size, 5, &mut bytes);
        let mut results = [[0; WARP]; 2];
        unpack(&bytes, size, 5, &mut results);
        let keep = if size == 1 { 0xff } else { u64::MAX };
        for (result, value) in results.iter().zip(&values) {
            for (lane, (result, value)) in result.iter().zip(value).enumerate() {
                let expected = if (5..25).contains(&lane) { value & keep } else { 0 };
                assert_eq!(*result, expected, "{size} {lane}");
            }
        }
    }
}

#[test]
fn a_buffer_is_loaded_and_stored_to_lane_after_lane() {
    let mut buffer = GlobalBuffer::new("a", 0x100, vec![0; 24]);
    let mut addresses: Lanes = [0x100; WARP];
    addresses[1] = 0x108;
    let values: [Lanes; 2] = [std::array::from_fn(|lane| lane as u64 + 1), [9; WARP]];
    scatter::<4>(&mut buffer, access(&addresses, 8, 7), &values);
    // The highest lane of those that store there is the last one.
    assert_eq!((buffer.bytes[0], buffer.bytes[4], buffer.bytes[8]), (3, 9, 2));
    assert_eq!(buffer.written.iter().filter(|written| **written).count(), 16);
    let mut results = [[0; WARP]; 2];
    gather::<4>(&buffer, access(&addresses, 8, 6), &mut results);
    assert_eq!((results[0][0], results[0][1], results[0][2], results[1][2]), (0, 2, 3, 9));
}

#[test]
fn neighbours_in_a_buffer_are_a_row() {
    let mut buffer = GlobalBuffer::new("a", 0x100, vec![0; 8 * WARP + 8]);
    let mut addresses: Lanes = std::array::from_fn(|lane| 0x104 + 8 * lane as u64);
    let values: [Lanes; 2] =
        std::array::from_fn(|part| std::array::from_fn(|lane| (lane * 2 + part) as u64));
    assert_eq!(access(&addresses, 8, ALL).row(&buffer), Some(4..4 + 8 * WARP));
    assert_eq!(access(&addresses, 8, ALL >> 1).row(&buffer), None);
    let below: Lanes = std::array::from_fn(|lane| 0xf8 + 8 * lane as u64);
    assert_eq!(access(&below, 8, !1).row(&buffer), None);
    scatter::<4>(&mut buffer, access(&addresses, 8, ALL), &values);
    assert_eq!(buffer.bytes[4..12], [0, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(buffer.written.iter().filter(|written| **written).count(), 8 * WARP);
    let mut results = [[0; WARP]; 2];
    gather::<4>(&buffer, access(&addresses, 8, ALL), &mut results);
    assert_eq!(results, values);
    addresses.swap(3, 4);
    assert_eq!(access(&addresses, 8, ALL).row(&buffer), None);
    gather::<4>(&buffer, access(&addresses, 8, ALL), &mut results);
    assert_eq!((results[0][3], results[1][4]), (8, 7));
}
