//! The process that owns a device: requests on standard input, answers on what was standard output.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::answers::Answers;
use super::frames::{self, Answer, Greeting, Request, VERSION};
use super::launch::{NativeLaunch, NativeOutcome, NativeResult};
use super::owner::{Absent, Owner, native_kind};

/// Serves `device` (`cuda`, `cuda:1`) until there is no more request, or until the device cannot be
/// used any more in this process.
///
/// # Errors
/// If a stream fails, or what comes is no request.
pub fn serve(device: &str) -> io::Result<()> {
    let stream = take_output()?;
    let watched = stream.try_clone()?;
    let answers = Answers::new(stream);
    // No other thread runs while a device is opened: some set the environment.
    let mut owner = match open(device) {
        Ok(owner) => owner,
        Err(absent) => return answers.greet(&Greeting::Absent(absent)),
    };
    end_with(watched)?;
    answers.watch(end)?;
    answers.greet(&Greeting::Hello { version: VERSION, info: owner.describe() })?;
    let mut requests = io::stdin().lock();
    while let Some(body) = frames::read(&mut requests)? {
        let request: Request<NativeLaunch> = frames::decode(&body)?;
        let number = request.number;
        answers.begin(number, request.build)?;
        // Who cannot be told this cannot be told the result either.
        let mut ready = || {
            let _ = answers.answer(&Answer::Ready(number));
        };
        let (result, whole) = run(owner.as_mut(), &request.launch, &mut ready);
        let last = !whole || owner.poisoned();
        answers.answer(&Answer::Done { number, result, last })?;
        if last {
            // A broken device may hang when it is closed.
            end();
        }
    }
    Ok(())
}

fn open(device: &str) -> Result<Box<dyn Owner>, Absent> {
    let (kind, ordinal) =
        native_kind(device).ok_or_else(|| Absent(format!("there is no device `{device}`")))?;
    match catch_unwind(|| (kind.open)(ordinal)) {
        Ok(opened) => opened,
        Err(panic) => Err(Absent(format!("its driver cannot be used: {}", said(panic.as_ref())))),
    }
}

/// What the launch left, and whether the owner is still whole.
fn run(
    owner: &mut dyn Owner,
    launch: &NativeLaunch,
    ready: &mut dyn FnMut(),
) -> (NativeResult, bool) {
    match catch_unwind(AssertUnwindSafe(|| owner.launch(launch, ready))) {
        Ok(result) => (result, true),
        Err(panic) => {
            let what = format!("its owner panicked: {}", said(panic.as_ref()));
            (NativeResult { outcome: NativeOutcome::DeviceFailure(what), seconds: 0.0 }, false)
        }
    }
}

fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
}

/// Keeps standard output for answers and lets everyone else who prints write to standard error:
/// drivers print.
#[allow(unsafe_code, reason = "the standard library cannot replace a file descriptor")]
fn take_output() -> io::Result<File> {
    let answers = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    // SAFETY: `dup2` takes two integers; both descriptors are open for as long as the process lives.
    match unsafe { libc::dup2(libc::STDERR_FILENO, libc::STDOUT_FILENO) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(answers),
    }
}

/// Ends this process once nobody can read its answers: a launch that hangs must not keep it.
fn end_with(watched: File) -> io::Result<()> {
    let watch = move || {
        if hung_up(&watched) {
            end();
        }
    };
    std::thread::Builder::new().name("hang-up".to_owned()).spawn(watch).map(|_| ())
}

/// Waits until the other end is closed; false if that cannot be waited for.
#[allow(unsafe_code, reason = "the standard library cannot wait for a pipe's other end")]
fn hung_up(stream: &File) -> bool {
    loop {
        // No event is asked for: errors and hang-ups are always told.
        let mut entry = libc::pollfd { fd: stream.as_raw_fd(), events: 0, revents: 0 };
        // SAFETY: `entry` is one valid entry that outlives the call.
        let ready = unsafe { libc::poll(&raw mut entry, 1, -1) };
        if ready == 1 {
            return entry.revents & libc::POLLNVAL == 0;
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return false;
        }
    }
}

/// Ends the process without what runs at an exit: that may wait for the device.
#[allow(unsafe_code, reason = "the standard library always runs what is registered for an exit")]
fn end() {
    // SAFETY: `_exit` takes an integer and does not return.
    unsafe { libc::_exit(0) }
}
