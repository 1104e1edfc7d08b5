use super::*;

fn clock(own: usize) -> Clock {
    let mut clock = Clock::new(4);
    clock.learn(own, 1);
    clock
}

fn memory(size: usize, warps: usize, seed: u64) -> Shared {
    Shared::new(&Shared::garbage(size, seed), warps)
}

fn by(agent: usize, clock: &Clock) -> Accessor<'_> {
    Accessor { epoch: Epoch::new(agent, 1), clock, fences: false }
}

#[test]
fn accesses_with_nothing_between_race() {
    let mut shared = memory(8, 3, 0);
    let (a, mut b, c) = (clock(0), clock(1), clock(2));
    let mut out = [0; 4];
    // Garbage, which is another in another schedule.
    shared.read(0, &mut out, by(0, &a)).unwrap();
    let mut other = [0; 4];
    memory(8, 3, 1).read(0, &mut other, by(0, &a)).unwrap();
    assert_ne!(out, other);
    shared.write(0, &[1, 2, 3, 4], by(0, &a)).unwrap();
    assert_eq!(shared.read(0, &mut out, by(1, &b)).unwrap_err().kind, StopKind::Race);
    shared.write(0, &[1, 2], by(1, &b)).unwrap();
    let race = shared.write(0, &[1, 3], by(1, &b)).unwrap_err();
    assert_eq!(race.kind, StopKind::RaceOfValues, "{race}");
    b.join(&a);
    shared.read(0, &mut out, by(1, &b)).unwrap();
    assert_eq!(out, [1, 2, 3, 4]);
    // Which of two values is there matters as soon as one of them was read.
    let race = shared.write(0, &[9], by(0, &a)).unwrap_err();
    assert_eq!(race.kind, StopKind::Race, "{race}");
    shared.read(0, &mut out, by(0, &a)).unwrap();
    let mut all = c;
    all.join(&b);
    shared.write(0, &[9], by(2, &all)).unwrap();
    assert_eq!(shared.read(6, &mut out, by(0, &a)).unwrap_err().kind, StopKind::Fault);
}

#[test]
fn a_value_that_is_written_twice_is_known_by_either_and_changed_by_who_knows_both() {
    let mut shared = memory(4, 3, 0);
    let (a, b) = (clock(0), clock(1));
    shared.write(0, &[7, 0], by(0, &a)).unwrap();
    shared.write(0, &[7, 0], by(1, &b)).unwrap();
    let mut out = [0; 2];
    shared.read(0, &mut out, by(1, &b)).unwrap();
    let mut c = clock(2);
    assert_eq!(shared.read(0, &mut out, by(2, &c)).unwrap_err().kind, StopKind::Race);
    c.join(&a);
    shared.read(1, &mut out[1..], by(2, &c)).unwrap();
    // The second byte only: the other one becomes what it was.
    let raced = shared.write(0, &[7, 9], by(2, &c)).unwrap_err();
    assert_eq!(raced.kind, StopKind::Race);
    c.join(&b);
    shared.write(0, &[7, 9], by(2, &c)).unwrap();
}

#[test]
fn a_value_that_one_warp_writes_twice_is_known_by_who_knows_the_first_time() {
    let mut shared = memory(1, 3, 0);
    let (a, mut b, mut c) = (clock(0), clock(1), clock(2));
    shared.write(0, &[7], by(0, &a)).unwrap();
    shared.write(0, &[7], by(1, &b)).unwrap();
    c.join(&b);
    b.learn(1, 2);
    let again = Accessor { epoch: Epoch::new(1, 2), ..by(1, &b) };
    shared.write(0, &[7], again).unwrap();
    let mut out = [0];
    shared.read(0, &mut out, by(2, &c)).unwrap();
    assert_eq!(out, [7]);
    // Who writes another value must know of the second time, too.
    c.join(&a);
    let race = shared.write(0, &[9], by(2, &c)).unwrap_err();
    assert_eq!(race.kind, StopKind::RaceOfValues, "{race}");
    c.join(&b);
    shared.write(0, &[9], by(2, &c)).unwrap();
}

#[test]
fn a_wide_access_is_one_of_each_of_its_bytes() {
    let mut state = 1u64;
    let mut next = |limit: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % limit
    };
    let mut stops = 0;
    for _ in 0..300 {
        let (mut wide, mut narrow) = (memory(16, 3, 0), memory(16, 3, 0));
        let mut clocks = [clock(0), clock(1), clock(2)];
        for _ in 0..40 {
            let (agent, at, size) = (next(3) as usize, next(9), next(8) as usize + 1);
            if next(4) == 0 {
                let other = clocks[next(3) as usize].clone();
                clocks[agent].join(&other);
                continue;
            }
            let by = by(agent, &clocks[agent]);
            let (all, each) = if next(2) == 0 {
                let (mut out, mut bytes) = ([0; 8], [0; 8]);
                let all = wide.read(at, &mut out[..size], by);
                let mut byte = |i: usize| narrow.read(at + i as u64, &mut bytes[i..=i], by);
                let each = (0..size).try_for_each(&mut byte);
                assert!(all.is_err() || out == bytes);
                (all, each)
            } else {
                let data: [u8; 8] = std::array::from_fn(|_| next(2) as u8);
                let all = wide.write(at, &data[..size], by);
                let mut byte = |i: usize| narrow.write(at + i as u64, &data[i..=i], by);
                (all, (0..size).try_for_each(&mut byte))
            };
            assert_eq!(all, each);
            if all.is_err() {
                stops += 1;
                break;
            }
        }
    }
    assert!(stops > 50, "{stops}");
}

#[test]
fn what_a_read_stands_for_races_as_if_it_were_kept() {
    let mut state = 7u64;
    let mut next = |limit: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % limit as usize
    };
    let (mut stops, mut writes) = (0, 0);
    for _ in 0..400 {
        let mut shared = memory(4, 4, 0);
        let mut clocks: [Clock; 4] = std::array::from_fn(clock);
        let (mut written, mut reads) = ([Epoch::NEVER; 4], [(); 4].map(|()| Vec::new()));
        for value in 0..80 {
            let (agent, at) = (next(4), next(4));
            if next(8) > 0 {
                // The other one tells what it knows: what it does from now on is news.
                let other = next(4);
                let known = clocks[other].clone();
                clocks[agent].join(&known);
                clocks[other].learn(other, known.seen[other] + 1);
                continue;
            }
            let epoch = Epoch::new(agent, clocks[agent].seen[agent]);
            let by = Accessor { epoch, clock: &clocks[agent], fences: false };
            let mut is_due = by.clock.knows(written[at]);
            let told = if next(3) > 0 {
                reads[at].push(epoch);
                shared.read(at as u64, &mut [0], by)
            } else {
                is_due &= written[at] == Epoch::NEVER
                    || reads[at].iter().all(|read| by.clock.knows(*read));
                written[at] = epoch;
                reads[at].clear();
                shared.write(at as u64, &[value], by)
            };
            assert_eq!(told.is_ok(), is_due, "{told:?}");
            if !is_due {
                stops += 1;
                break;
            }
            writes += usize::from(written[at] == epoch);
        }
    }
    assert!((100..300).contains(&stops) && writes > 500, "{stops} {writes}");
}

#[test]
fn atomic_operations_do_not_race_with_each_other() {
    let mut shared = memory(4, 3, 0);
    let (mut a, mut b) = (clock(0), clock(1));
    shared.write(0, &[0; 4], by(0, &a)).unwrap();
    b.join(&a);
    a.learn(0, 2);
    shared.exchange(0, 4, by(0, &a), |old| old + 1).unwrap();
    assert_eq!(shared.exchange(0, 4, by(1, &b), |old| old + 1), Ok(1));
    assert_eq!(shared.read(0, &mut [0; 4], by(0, &a)).unwrap_err().kind, StopKind::Race);
}
