//! The memory of a launch as one piece: every buffer between guard zones, then scratch memory.
//!
//! It takes a launch, and says what the piece holds before it and what is wrong with it after it.
//! It knows no device: a device allots [`Placement::size`] bytes at a multiple of [`ALIGNED`] and
//! copies.

use std::ops::Range;

use serde_bytes::ByteBuf;

use super::launch::{NativeArgument, NativeBuffer, NativeLaunch, NativeOutcome};

/// What the address of the whole must be a multiple of.
pub const ALIGNED: usize = 256;

/// Bytes on either side of a buffer that nothing may change: more than a row of a tile.
const GUARD: usize = 4096;

/// Where everything is.
#[derive(Clone, Debug, Default)]
pub struct Placement {
    /// Each buffer's bytes.
    buffers: Vec<Range<usize>>,
    /// Scratch memory, by the index of its argument.
    scratch: Vec<(usize, Range<usize>)>,
    size: usize,
}

impl Placement {
    /// Places everything that `launch` needs.
    pub fn new(launch: &NativeLaunch) -> Self {
        let mut placement = Placement::default();
        for buffer in &launch.buffers {
            let place = placement.place(buffer.misalign as usize, buffer.bytes.len());
            placement.buffers.push(place);
        }
        for (index, argument) in launch.arguments.iter().enumerate() {
            if let NativeArgument::Scratch(bytes @ 1..) = argument {
                let place = placement.place(0, usize::try_from(*bytes).unwrap_or(usize::MAX / 2));
                placement.scratch.push((index, place));
            }
        }
        placement
    }

    /// Takes room for `length` bytes that are off a multiple of [`ALIGNED`], between two guard zones.
    fn place(&mut self, misalign: usize, length: usize) -> Range<usize> {
        let start = (self.size + GUARD).next_multiple_of(ALIGNED) + misalign;
        let end = start.saturating_add(length);
        // The next one adds a guard zone of its own before it: no zone is shared.
        self.size = end.saturating_add(GUARD).min(usize::MAX / 2).next_multiple_of(ALIGNED);
        start..end
    }

    /// Bytes of the whole.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Where buffer `index` starts.
    pub fn buffer(&self, index: u32) -> Option<usize> {
        self.buffers.get(index as usize).map(|place| place.start)
    }

    /// Where the scratch memory of argument `index` starts; `None` if it asks for no byte.
    pub fn scratch(&self, index: usize) -> Option<usize> {
        let found = self.scratch.iter().find(|(argument, _)| *argument == index);
        found.map(|(_, place)| place.start)
    }

    /// Writes what the launch starts from to `image`, which is [`Placement::size`] bytes long.
    pub fn fill(&self, launch: &NativeLaunch, image: &mut [u8]) {
        let mut done = 0;
        let contents = launch.buffers.iter().map(|buffer| Some(&buffer.bytes));
        let contents = contents.chain(self.scratch.iter().map(|_| None));
        for (index, (place, contents)) in self.places().zip(contents).enumerate() {
            guard(index, &mut image[done..place.start]);
            match contents {
                Some(bytes) => image[place.clone()].copy_from_slice(bytes),
                None => image[place.clone()].fill(0),
            }
            let next = self.places().nth(index + 1).map_or(self.size, |next| next.start);
            // Half way to the next one it is that one's zone.
            done = place.end + (next - place.end).min(GUARD);
            guard(index, &mut image[place.end..done]);
        }
        guard(0, &mut image[done..self.size]);
    }

    /// The contents of the buffers in `image`.
    pub fn contents(&self, image: &[u8]) -> Vec<ByteBuf> {
        self.buffers.iter().map(|place| ByteBuf::from(&image[place.clone()])).collect()
    }

    /// The first byte in `after` that nothing may change and that is not as in `before`: in a guard
    /// zone or in a buffer that is only read.
    pub fn stray(&self, launch: &NativeLaunch, before: &[u8], after: &[u8]) -> Option<String> {
        let mut from = 0;
        for (index, place) in self.places().enumerate() {
            let name = self.name(launch, index);
            if let Some(at) = changed(before, after, from..place.start) {
                return Some(self.between(launch, index, at));
            }
            let buffer = launch.buffers.get(index).filter(|buffer| buffer.read_only);
            if let Some(buffer) = buffer
                && let Some(at) = changed(before, after, place.clone())
            {
                let (element, bytes) = element(buffer, at - place.start);
                let start = place.start + element * bytes;
                let (old, new) = (show(before, start, bytes), show(after, start, bytes));
                return Some(format!(
                    "{name}[{element}], which is only read, was stored to: {old} became {new}"
                ));
            }
            from = place.end;
        }
        let last = self.places().count();
        changed(before, after, from..self.size).map(|at| self.between(launch, last, at))
    }

    /// What a changed byte between place `next - 1` and place `next` is beside.
    fn between(&self, launch: &NativeLaunch, next: usize, at: usize) -> String {
        let below = next.checked_sub(1).and_then(|index| Some((index, self.places().nth(index)?)));
        let above = self.places().nth(next);
        match (below, above) {
            (Some((index, place)), above)
                if above.as_ref().is_none_or(|above| at - place.end < above.start - at) =>
            {
                let name = self.name(launch, index);
                format!("a store {} bytes past the end of `{name}`", at - place.end)
            }
            (_, Some(place)) => {
                let name = self.name(launch, next);
                format!("a store {} bytes before `{name}`", place.start - at)
            }
            _ => "a store beside every buffer".to_owned(),
        }
    }

    /// The first element that is compared and differs between two results.
    pub fn differing(&self, launch: &NativeLaunch, one: &[u8], other: &[u8]) -> Option<String> {
        for (place, buffer) in self.buffers.iter().zip(&launch.buffers) {
            if one[place.clone()] == other[place.clone()] {
                continue;
            }
            let bytes = buffer.element_bytes.max(1) as usize;
            for start in place.clone().step_by(bytes) {
                let (index, end) = ((start - place.start) / bytes, (start + bytes).min(place.end));
                if buffer.is_compared(index) && one[start..end] != other[start..end] {
                    let (one, other) = (show(one, start, bytes), show(other, start, bytes));
                    let name = &buffer.name;
                    return Some(format!(
                        "{name}[{index}] is {one} in one launch and {other} in another from the same \
                         state"
                    ));
                }
            }
        }
        None
    }

    fn places(&self) -> impl Iterator<Item = &Range<usize>> {
        self.buffers.iter().chain(self.scratch.iter().map(|(_, place)| place))
    }

    fn name<'a>(&self, launch: &'a NativeLaunch, index: usize) -> &'a str {
        launch.buffers.get(index).map_or("scratch memory", |buffer| &buffer.name)
    }
}

/// What the repeats of a launch left: the first store that must not be, and the first difference between
/// two of them. The memory after the first is with who launches, each in memory of its own kind.
pub struct Seen<'a> {
    launch: &'a NativeLaunch,
    placement: &'a Placement,
    stray: Option<String>,
    nondeterministic: Option<String>,
}

impl<'a> Seen<'a> {
    /// Nothing is seen yet of `launch`, which `placement` places.
    pub fn new(launch: &'a NativeLaunch, placement: &'a Placement) -> Self {
        Seen { launch, placement, stray: None, nondeterministic: None }
    }

    /// Takes what one more repeat left, where `before` is what each starts from and `first` what the first
    /// of them left, which may be this one. All are [`Placement::size`] bytes.
    pub fn take(&mut self, before: &[u8], first: &[u8], after: &[u8]) {
        let Seen { launch, placement, .. } = *self;
        if self.stray.is_none() {
            self.stray = placement.stray(launch, before, after);
        }
        if self.nondeterministic.is_none() {
            self.nondeterministic = placement.differing(launch, first, after);
        }
    }

    /// How the launch ended whose first repeat left `first`.
    pub fn finished(self, first: &[u8]) -> NativeOutcome {
        let Seen { placement, stray, nondeterministic, .. } = self;
        NativeOutcome::Finished { buffers: placement.contents(first), stray, nondeterministic }
    }
}

/// Fills a guard zone: bytes that tell which buffer they are beside, and that no result repeats.
fn guard(index: usize, zone: &mut [u8]) {
    let seed = (index as u8).wrapping_mul(29) ^ 0xb5;
    zone.iter_mut().enumerate().for_each(|(at, byte)| *byte = seed ^ (at as u8).wrapping_mul(7));
}

/// The first byte of `range` that differs.
fn changed(before: &[u8], after: &[u8], range: Range<usize>) -> Option<usize> {
    let (one, other) = (&before[range.clone()], &after[range.clone()]);
    if one == other {
        return None;
    }
    one.iter().zip(other).position(|(one, other)| one != other).map(|at| range.start + at)
}

/// The element that a byte of a buffer is in, and the bytes of an element.
fn element(buffer: &NativeBuffer, offset: usize) -> (usize, usize) {
    let bytes = buffer.element_bytes.max(1) as usize;
    (offset / bytes, bytes)
}

/// An element's bits.
fn show(image: &[u8], start: usize, bytes: usize) -> String {
    let end = (start + bytes).min(image.len());
    let digits = image[start..end].iter().rev().map(|byte| format!("{byte:02x}"));
    format!("0x{}", digits.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::native::CodeKind;

    fn buffer(name: &str, bytes: Vec<u8>, misalign: u32, read_only: bool) -> NativeBuffer {
        let (name, compared) = (name.to_owned(), Vec::new());
        NativeBuffer { name, bytes, misalign, element_bytes: 4, read_only, compared }
    }

    fn launch() -> NativeLaunch {
        NativeLaunch {
            kind: CodeKind::Ptx,
            code: Vec::new(),
            entry: String::new(),
            build_flags: String::new(),
            grid: [1; 3],
            num_ctas: 1,
            threads: 32,
            shared: 0,
            cooperative: false,
            arguments: vec![NativeArgument::Scratch(0), NativeArgument::Scratch(128)],
            buffers: vec![buffer("a", vec![7; 12], 4, true), buffer("out", vec![9; 8], 0, false)],
            repeats: 1,
            limit: 1.0,
        }
    }

    fn image(placement: &Placement, launch: &NativeLaunch) -> Vec<u8> {
        let mut image = vec![0; placement.size()];
        placement.fill(launch, &mut image);
        image
    }

    #[test]
    fn buffers_are_where_they_must_be() {
        let launch = launch();
        let placement = Placement::new(&launch);
        let (a, out) = (placement.buffer(0).unwrap(), placement.buffer(1).unwrap());
        assert_eq!((a % ALIGNED, out % ALIGNED), (4, 0));
        assert!(a >= GUARD && out - (a + 12) >= GUARD && placement.buffer(2).is_none());
        assert_eq!(placement.scratch(0), None);
        let scratch = placement.scratch(1).unwrap();
        assert!(
            scratch + 128 + GUARD <= placement.size() && placement.size().is_multiple_of(ALIGNED)
        );
        let image = image(&placement, &launch);
        assert_eq!(image[a..a + 12], [7; 12]);
        assert_eq!(image[scratch..scratch + 128], [0; 128]);
        assert_ne!(image[a - 4..a], image[out - 4..out], "zones tell their buffers apart");
        assert_eq!(placement.contents(&image)[1].as_slice(), [9; 8]);
    }

    #[test]
    fn stores_beside_buffers_are_seen() {
        let launch = launch();
        let placement = Placement::new(&launch);
        let before = image(&placement, &launch);
        assert_eq!(placement.stray(&launch, &before, &before), None);
        let (a, out) = (placement.buffer(0).unwrap(), placement.buffer(1).unwrap());
        let scratch = placement.scratch(1).unwrap();
        let cases = [
            (a - 1, "1 bytes before `a`"),
            (a + 12, "0 bytes past the end of `a`"),
            (a + 9, "a[2], which is only read"),
            (out - 4, "4 bytes before `out`"),
            (scratch + 130, "2 bytes past the end of `scratch memory`"),
            (placement.size() - 1, "past the end of `scratch memory`"),
        ];
        for (at, says) in cases {
            let mut after = before.clone();
            after[at] ^= 0xff;
            let stray = placement.stray(&launch, &before, &after).unwrap();
            assert!(stray.contains(says), "{stray}");
        }
        let mut after = before.clone();
        after[out] = 0;
        after[scratch] = 1;
        assert_eq!(placement.stray(&launch, &before, &after), None, "these may be stored to");
    }

    #[test]
    fn repeats_are_compared_where_something_is_specified() {
        let mut launch = launch();
        let placement = Placement::new(&launch);
        let one = image(&placement, &launch);
        let mut other = one.clone();
        other[placement.buffer(1).unwrap() + 4] = 1;
        let differs = placement.differing(&launch, &one, &other).unwrap();
        assert!(differs.starts_with("out[1] is 0x09090909 in one launch and 0x09090901"));
        launch.buffers[1].compared = vec![0b01];
        assert_eq!(placement.differing(&launch, &one, &other), None);
    }

    #[test]
    fn of_all_repeats_the_first_fault_of_each_kind_is_told() {
        let launch = launch();
        let placement = Placement::new(&launch);
        let before = image(&placement, &launch);
        let with = |at: usize, value: u8| {
            let mut image = before.clone();
            image[at] = value;
            image
        };
        let (a, out) = (placement.buffer(0).unwrap(), placement.buffer(1).unwrap());
        let first = with(out, 1);
        let mut seen = Seen::new(&launch, &placement);
        seen.take(&before, &first, &first);
        seen.take(&before, &first, &with(out + 4, 2));
        seen.take(&before, &first, &with(a, 3));
        let NativeOutcome::Finished { buffers, stray, nondeterministic } = seen.finished(&first)
        else {
            panic!()
        };
        assert_eq!(buffers[1].as_slice(), &first[out..out + 8]);
        assert!(stray.unwrap().starts_with("a[0], which is only read"));
        assert!(nondeterministic.unwrap().starts_with("out[0] is 0x09090901 in one launch"));
    }
}
