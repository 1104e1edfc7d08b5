//! Starts the process of a device, here or over ssh, and says in words how one ended.

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use super::client::{ServerError, ServerOptions};
use super::connection::{Connection, NoAnswer};
use super::frames::{self, Greeting, VERSION};
use super::id::DeviceId;
use super::owner::DeviceInfo;

/// A first context takes a third of a second; a busy machine or one that is far away takes longer.
pub(super) const START_LIMIT: Duration = Duration::from_secs(120);

/// Starts a process and waits until it has opened the device.
pub(super) fn connect(
    device: &DeviceId,
    options: &ServerOptions,
) -> Result<(Connection, DeviceInfo), ServerError> {
    let broken = |reason: String| ServerError::Broken { device: device.to_string(), reason };
    let command = command(device, options).map_err(|error| broken(error.to_string()))?;
    let started = Connection::start(command);
    let mut connection = started.map_err(|error| broken(error.to_string()))?;
    let body = match connection.receive(START_LIMIT) {
        Ok(body) => body,
        Err(why) => return Err(broken(explain(&why, &connection))),
    };
    match frames::decode(&body) {
        Ok(Greeting::Hello { version: VERSION, info }) => Ok((connection, info)),
        Ok(Greeting::Hello { version, .. }) => {
            let reason = format!("it speaks version {version} and not {VERSION}: update it");
            Err(broken(reason))
        }
        Ok(Greeting::Absent(absent)) => {
            Err(ServerError::Absent { device: device.to_string(), reason: absent.0 })
        }
        Err(error) => Err(broken(error.to_string())),
    }
}

fn command(device: &DeviceId, options: &ServerOptions) -> std::io::Result<Command> {
    let mut command = match (device.host(), &options.program) {
        (Some(host), _) => {
            let mut command = Command::new("ssh");
            command.args(["-o", "BatchMode=yes", "--", host, "tritonsmith"]);
            command
        }
        (None, Some(program)) => Command::new(program),
        (None, None) => Command::new(std::env::current_exe()?),
    };
    command.arg("device-server").arg(device.local());
    Ok(command)
}

/// Why no answer came, in words.
pub(super) fn explain(why: &NoAnswer, connection: &Connection) -> String {
    match why {
        NoAnswer::Late => "it does not answer".to_owned(),
        NoAnswer::Nonsense(what) => what.clone(),
        NoAnswer::Ended(status) => describe(*status, &connection.last_words()),
    }
}

/// How a process ended, with its last words.
pub(super) fn describe(status: ExitStatus, words: &str) -> String {
    let how = match (status.signal(), status.code()) {
        (Some(signal), _) => format!("the device's process died of signal {signal}"),
        (None, code) => format!("the device's process ended with status {}", code.unwrap_or(0)),
    };
    if words.is_empty() { how } else { format!("{how}: {words}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_far_device_is_served_over_ssh() {
        let device: DeviceId = "ssh:gpu1:cuda:0".parse().unwrap();
        let command = command(&device, &ServerOptions::default()).unwrap();
        let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
        let expected =
            ["-o", "BatchMode=yes", "--", "gpu1", "tritonsmith", "device-server", "cuda:0"];
        assert_eq!(words, expected);
    }
}
