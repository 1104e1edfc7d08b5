//! Frames on the worker's socket: a little-endian u32 length, then that many bytes of JSON.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::artifact::{Kernel, Launch, PassText};
use super::interpret::InterpretedBuffer;
use super::scenario::StepResult;

/// No artifact is near this; a longer frame means that the stream is out of step.
const LONGEST: u32 = 1 << 30;

/// What a worker sends.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Frame {
    /// It has imported Triton; what it is confined with.
    Ready(String),
    /// It could not; the traceback.
    Broken(String),
    /// The job has entered this stage.
    Stage(String),
    /// The job's answer.
    Result(Box<RawResult>),
}

/// An answer before its failure has been classified.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RawResult {
    pub(super) launches: Vec<Launch>,
    pub(super) kernel: Option<Kernel>,
    pub(super) passes: Vec<PassText>,
    pub(super) steps: Vec<StepResult>,
    pub(super) buffers: BTreeMap<String, InterpretedBuffer>,
    pub(super) failure: Option<RawFailure>,
    pub(super) seconds: f64,
    pub(super) resident_bytes: u64,
}

/// A Python exception as the worker saw it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RawFailure {
    /// `raised` (by Triton or the module), `defect` (by the worker) or `unsupported`.
    pub(super) kind: String,
    pub(super) stage: String,
    pub(super) exception: Option<String>,
    pub(super) message: String,
    pub(super) traceback: String,
    /// Triton's own code raised something that it never raises to refuse a kernel.
    pub(super) internal: bool,
}

/// Why no frame came.
#[derive(Debug)]
pub(super) enum NoFrame {
    /// The deadline passed.
    Late,
    /// The process has closed its end.
    Gone,
    /// What came is no frame.
    Nonsense(String),
}

/// Writes one frame.
pub(super) fn write(stream: &mut UnixStream, body: &[u8]) -> io::Result<()> {
    let length = u32::try_from(body.len()).map_err(io::Error::other)?;
    stream.write_all(&length.to_le_bytes())?;
    stream.write_all(body)
}

/// Reads one frame before the deadline.
pub(super) fn read(stream: &mut UnixStream, deadline: Instant) -> Result<Frame, NoFrame> {
    let mut header = [0; 4];
    fill(stream, &mut header, deadline)?;
    let length = u32::from_le_bytes(header);
    if length > LONGEST {
        return Err(NoFrame::Nonsense(format!("a frame of {length} bytes")));
    }
    let mut body = vec![0; length as usize];
    fill(stream, &mut body, deadline)?;
    let frame = serde_json::from_slice(&body);
    frame.map_err(|error| NoFrame::Nonsense(format!("an unreadable frame: {error}")))
}

fn fill(stream: &mut UnixStream, buffer: &mut [u8], deadline: Instant) -> Result<(), NoFrame> {
    let mut done = 0;
    while done < buffer.len() {
        let left = deadline.saturating_duration_since(Instant::now());
        if left < Duration::from_micros(1) {
            return Err(NoFrame::Late);
        }
        stream
            .set_read_timeout(Some(left))
            .map_err(|error| NoFrame::Nonsense(error.to_string()))?;
        match stream.read(&mut buffer[done..]) {
            Ok(0) => return Err(NoFrame::Gone),
            Ok(count) => done += count,
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => return Err(NoFrame::Late),
                io::ErrorKind::Interrupted => {}
                _ => return Err(NoFrame::Gone),
            },
        }
    }
    Ok(())
}

/// What the worker is told at its start, as its second command-line argument.
#[derive(Debug, Serialize)]
pub(super) struct Setup {
    /// This process: the worker dies with it.
    pub(super) parent: u32,
    /// Bytes of address space.
    pub(super) address_space: u64,
    /// Bytes of the largest file.
    pub(super) file_size: u64,
    /// Folders for Triton's cache, best first.
    pub(super) caches: Vec<PathBuf>,
    /// Folders that it must not read, if it is to be confined.
    pub(super) sandbox: Option<Vec<PathBuf>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_arrive_whole_and_late_ones_are_told() {
        let (mut near, mut far) = UnixStream::pair().unwrap();
        let soon = || Instant::now() + Duration::from_millis(50);
        write(&mut near, br#"{"stage":"ttgir"}"#).unwrap();
        assert!(matches!(read(&mut far, soon()), Ok(Frame::Stage(stage)) if stage == "ttgir"));
        assert!(matches!(read(&mut far, soon()), Err(NoFrame::Late)));
        write(&mut near, b"nonsense").unwrap();
        assert!(matches!(read(&mut far, soon()), Err(NoFrame::Nonsense(_))));
        drop(near);
        assert!(matches!(read(&mut far, soon()), Err(NoFrame::Gone)));
    }
}
