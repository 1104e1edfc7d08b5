//! A device that misbehaves in the way that a launch's entry point names, for tests of everything
//! around devices: it needs no hardware.

use std::fs;
use std::process::{abort, exit};
use std::time::{Duration, Instant};

use super::control::CONTROL;
use super::launch::{NativeLaunch, NativeOutcome, NativeResult};
use super::owner::{Absent, DeviceInfo, Owner};
use super::placement::Placement;

/// The ordinal says what is wrong from the start: `absent`, `dead`, `broken` for what does not survive its
/// control, or nothing.
///
/// # Errors
/// For `absent`.
pub(super) fn open(ordinal: &str) -> Result<Box<dyn Owner>, Absent> {
    match ordinal {
        "absent" => Err(Absent("it was asked to be absent".to_owned())),
        "dead" => abort(),
        ordinal => Ok(Box::new(Faulty { broken: ordinal == "broken", poisoned: false })),
    }
}

struct Faulty {
    broken: bool,
    poisoned: bool,
}

impl Owner for Faulty {
    fn launch(&mut self, launch: &NativeLaunch, ready: &mut dyn FnMut()) -> NativeResult {
        let (word, file) = launch.entry.split_once(':').unwrap_or((&launch.entry, ""));
        match word {
            "build" => hang(),
            "abort-build" => abort(),
            "busy-build" => loop {
                work(Duration::from_secs(1));
            },
            _ => {}
        }
        ready();
        let outcome = match word {
            CONTROL if self.broken => abort(),
            "hang" => hang(),
            "abort" => abort(),
            // Dies the first time only: the file tells.
            "abort-once" if fs::File::create_new(file).is_ok() => abort(),
            "exit" => exit(3),
            "panic" => panic!("it was asked to panic"),
            "kill" => kill_itself(),
            "trap" => {
                self.poisoned = true;
                NativeOutcome::Trap("illegal address".to_owned())
            }
            "unsupported" => NativeOutcome::Unsupported("this kernel".to_owned()),
            "nondeterministic" => finished(launch, Some("out[0] differs".to_owned())),
            "busy" => {
                work(Duration::from_secs(2));
                finished(launch, None)
            }
            "noise" => {
                println!("{}", "noise ".repeat(20_000));
                eprintln!("{}", "noise ".repeat(20_000));
                finished(launch, None)
            }
            _ => finished(launch, None),
        };
        NativeResult { outcome, seconds: 0.0 }
    }

    fn describe(&self) -> DeviceInfo {
        DeviceInfo { name: "faulty".to_owned(), ..DeviceInfo::default() }
    }

    fn poisoned(&self) -> bool {
        self.poisoned
    }
}

fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// Keeps a processor busy for as long.
fn work(time: Duration) {
    let started = Instant::now();
    while started.elapsed() < time {
        std::hint::spin_loop();
    }
}

/// Every buffer as it came.
fn finished(launch: &NativeLaunch, nondeterministic: Option<String>) -> NativeOutcome {
    let placement = Placement::new(launch);
    let mut image = vec![0; placement.size()];
    placement.fill(launch, &mut image);
    NativeOutcome::Finished { buffers: placement.contents(&image), stray: None, nondeterministic }
}

/// What the system does to a process when memory runs out.
#[allow(unsafe_code, reason = "the standard library cannot send a signal")]
fn kill_itself() -> ! {
    // SAFETY: `raise` takes an integer and touches no memory of ours.
    unsafe { libc::raise(libc::SIGKILL) };
    abort()
}
