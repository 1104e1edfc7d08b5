//! What a device's process answers, and the limit that it sets its driver: a build that uses more
//! processor time than it was given is answered as one that takes too long, and ends the process.
//!
//! Processor time and not the clock's: what a build takes must not depend on what else the machine does.

use std::fs::File;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::frames::{self, Answer, Greeting};
use super::launch::{NativeOutcome, NativeResult};

/// How often a build is looked at: a hundredth of the shortest limit that a device has.
const LOOK: Duration = Duration::from_millis(100);

/// The stream of answers, and the build that is under way.
#[derive(Clone)]
pub(super) struct Answers(Arc<Mutex<State>>);

struct State {
    stream: File,
    build: Option<Build>,
}

/// A launch that is not ready.
#[derive(Debug)]
struct Build {
    number: u64,
    /// What it may take.
    limit: Duration,
    /// The processor time of this process when it began.
    began: Duration,
}

impl Build {
    /// The answer to its launch, once this process has used that much processor time.
    fn overdue(&self, used: Duration) -> Option<Answer> {
        (used.saturating_sub(self.began) > self.limit).then(|| {
            let seconds = self.limit.as_secs();
            let what = format!("a build that takes more than {seconds} s of processor time");
            let result = NativeResult { outcome: NativeOutcome::Unsupported(what), seconds: 0.0 };
            Answer::Done { number: self.number, result, last: true }
        })
    }
}

impl Answers {
    pub(super) fn new(stream: File) -> Self {
        Answers(Arc::new(Mutex::new(State { stream, build: None })))
    }

    /// Says what the device is, or why it is not here.
    pub(super) fn greet(&self, greeting: &Greeting) -> io::Result<()> {
        frames::write(&mut self.state().stream, greeting)
    }

    /// Sets the limit of what comes before a launch is ready, in seconds of processor time.
    pub(super) fn begin(&self, number: u64, limit: Option<u32>) -> io::Result<()> {
        let began = processor_time()?;
        let limit = limit.map(|seconds| Duration::from_secs(seconds.into()));
        self.state().build = limit.map(|limit| Build { number, limit, began });
        Ok(())
    }

    /// Answers. Nothing is being built any more, then.
    pub(super) fn answer(&self, answer: &Answer) -> io::Result<()> {
        let mut state = self.state();
        state.build = None;
        frames::write(&mut state.stream, answer)
    }

    /// Looks at builds from now on, in a thread; one that takes too long is answered, and `end` called.
    pub(super) fn watch(&self, end: fn()) -> io::Result<()> {
        let answers = self.clone();
        let watch = move || {
            loop {
                std::thread::sleep(LOOK);
                // Held until the process ends: no other answer may follow.
                let mut state = answers.state();
                let Ok(used) = processor_time() else { return };
                let overdue = state.build.as_ref().and_then(|build| build.overdue(used));
                if let Some(answer) = overdue {
                    // Who cannot be told sees that the process has ended.
                    let _ = frames::write(&mut state.stream, &answer);
                    end();
                }
            }
        };
        std::thread::Builder::new().name("builds".to_owned()).spawn(watch).map(|_| ())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves a whole state: it is written to in one go.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What all threads of this process have used of processors.
#[allow(unsafe_code, reason = "the standard library does not tell a process's time")]
fn processor_time() -> io::Result<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the answer and outlives the call.
    match unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) } {
        0 => {
            let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or(0);
            Ok(Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), nanoseconds))
        }
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_overdue_after_its_limit_of_processor_time() {
        let [limit, began] = [Duration::from_secs(10), Duration::from_secs(7)];
        let build = Build { number: 3, limit, began };
        assert!(build.overdue(Duration::from_secs(17)).is_none());
        let Some(Answer::Done { number: 3, result, last: true }) =
            build.overdue(Duration::from_secs(18))
        else {
            panic!("it is not answered");
        };
        let told = "a build that takes more than 10 s of processor time".to_owned();
        assert_eq!(result.outcome, NativeOutcome::Unsupported(told));
    }
}
