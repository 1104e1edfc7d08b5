//! Frames between a device's process and its user: a little-endian u32 length, then that many bytes
//! of postcard.

use std::io::{self, ErrorKind, Read, Write};

use serde::{Deserialize, Serialize};

use super::launch::NativeResult;
use super::owner::{Absent, DeviceInfo};

/// Raised with every change of what is sent. Both ends are one program unless one is far away.
pub(super) const VERSION: u32 = 3;

/// No launch is near this; a longer frame means that the stream is out of step.
const LONGEST: u32 = 1 << 30;

/// The first frame of a device's process.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Greeting {
    /// The device is open.
    Hello {
        /// What the process speaks.
        version: u32,
        /// What the device is.
        info: DeviceInfo,
    },
    /// It cannot be opened.
    Absent(Absent),
}

/// What is asked; `L` is a launch, or a reference to one where it is written.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request<L> {
    /// The answer has the same.
    pub(super) number: u64,
    /// Seconds of processor time that may pass until the launch is ready; `None` for no limit.
    pub(super) build: Option<u32>,
    /// What is to be launched.
    pub(super) launch: L,
}

/// What is answered.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    /// All that a launch needs is in its place, and it begins.
    Ready(u64),
    /// It is done.
    Done {
        /// The request's.
        number: u64,
        /// What the launch left.
        result: NativeResult,
        /// The process ends after this answer: a new one is needed.
        last: bool,
    },
}

/// A frame of `value`, its length included.
pub(super) fn frame(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let body = postcard::to_stdvec(value).map_err(io::Error::other)?;
    let length = u32::try_from(body.len()).ok().filter(|length| *length <= LONGEST);
    let length = length.ok_or_else(|| io::Error::other("more than a frame can hold"))?;
    let mut frame = length.to_le_bytes().to_vec();
    frame.extend(body);
    Ok(frame)
}

/// Writes a frame of `value` at once.
pub(super) fn write(to: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    to.write_all(&frame(value)?)?;
    to.flush()
}

/// The body of the next frame; `None` at the end of the stream.
pub(super) fn read(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut header = [0; 4];
    let mut done = 0;
    while done < header.len() {
        match from.read(&mut header[done..]) {
            Ok(0) if done == 0 => return Ok(None),
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => done += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let length = u32::from_le_bytes(header);
    if length > LONGEST {
        return Err(io::Error::other(format!("a frame of {length} bytes")));
    }
    let mut body = vec![0; length as usize];
    from.read_exact(&mut body)?;
    Ok(Some(body))
}

/// What a frame's body says.
pub(super) fn decode<'a, T: Deserialize<'a>>(body: &'a [u8]) -> io::Result<T> {
    postcard::from_bytes(body)
        .map_err(|error| io::Error::other(format!("an unreadable frame: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_arrive_whole_and_half_ones_are_told() {
        let asked = Request { number: 7, build: Some(10), launch: &3u32 };
        let mut stream = frame(&asked).unwrap();
        write(&mut stream, &Request { number: 8, build: None, launch: 4u32 }).unwrap();
        let mut reader = &stream[..];
        let body = read(&mut reader).unwrap().unwrap();
        let request: Request<u32> = decode(&body).unwrap();
        assert_eq!((request.number, request.build, request.launch), (7, Some(10), 3));
        let body = read(&mut reader).unwrap().unwrap();
        assert_eq!(decode::<Request<u32>>(&body).unwrap().launch, 4);
        assert!(read(&mut reader).unwrap().is_none());
        assert!(read(&mut &stream[..5]).is_err() && read(&mut &stream[..2]).is_err());
        assert!(read(&mut &b"\xff\xff\xff\xffx"[..]).is_err());
    }
}
