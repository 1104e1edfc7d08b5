//! What is kept and said of a launch: its buffers, and how it ended.

use serde_json::json;

use super::read::Entry;
use crate::device::native::{NativeLaunch, NativeOutcome, NativeResult};

/// How a launch ended, for the log.
pub(super) fn ended(outcome: &NativeOutcome) -> String {
    match outcome {
        NativeOutcome::Finished { stray, nondeterministic, .. } => {
            let more = stray.iter().chain(nondeterministic);
            more.fold("it finished".to_owned(), |told, what| format!("{told}; {what}"))
        }
        NativeOutcome::Trap(what) => format!("it was stopped: {what}"),
        NativeOutcome::Timeout => "it did not end".to_owned(),
        NativeOutcome::Unsupported(what) => format!("unsupported: {what}"),
        NativeOutcome::DeviceFailure(what) => format!("the device failed: {what}"),
    }
}

/// Files about what was launched and what came back.
pub(super) fn evidence(
    entry: &Entry,
    launch: &NativeLaunch,
    results: &[NativeResult],
) -> Vec<(String, String)> {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let result = |result: &NativeResult| match &result.outcome {
        NativeOutcome::Finished { buffers, .. } => {
            let named = launch.buffers.iter().zip(buffers);
            let named = named.map(|(buffer, left)| (buffer.name.clone(), hex(left).into()));
            let named: serde_json::Map<String, serde_json::Value> = named.collect();
            json!({ "ended": ended(&result.outcome), "buffers": named })
        }
        outcome => json!({ "ended": ended(outcome) }),
    };
    let results: Vec<_> = results.iter().map(result).collect();
    let text = |value: Result<String, serde_json::Error>| value.unwrap_or_else(|e| e.to_string());
    let mut files =
        vec![("observed.json".to_owned(), text(serde_json::to_string_pretty(&results)))];
    if let Ok(launch) = entry.packed.launch(&entry.code) {
        files.push(("launch.json".to_owned(), text(serde_json::to_string_pretty(&launch))));
    }
    files
}
