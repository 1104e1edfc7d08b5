//! `toolchain`: lists, installs and removes Triton builds.

use anyhow::Result;
use clap::{Args, Subcommand};

use super::select::Line;
use super::{Status, print, print_json};
use crate::toolchain::{self, FAMILIES, Home, State, Toolchain, ToolchainId};

/// Options of `toolchain`.
#[derive(Args, Debug)]
pub(super) struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Show what is installed, and what can be
    List {
        /// Print it as JSON
        #[arg(long)]
        json: bool,
    },
    /// Install a build, or repair it
    Install {
        /// Such as triton==3.9.0
        #[arg(value_name = "T", required = true)]
        toolchains: Vec<ToolchainId>,
    },
    /// Remove an installed build
    Remove {
        /// Such as triton==3.9.0
        #[arg(value_name = "T", required = true)]
        toolchains: Vec<ToolchainId>,
    },
}

/// Does it.
///
/// # Errors
/// If a toolchain cannot be installed, removed or looked at.
pub(super) fn run(options: Options) -> Result<Status> {
    let home = Home::from_environment()?;
    match options.action {
        Action::List { json } => list(&home, json)?,
        Action::Install { toolchains } => {
            for id in &toolchains {
                let mut progress = Line::default();
                let installed = Toolchain::install(&home, id, &mut progress);
                progress.end();
                let installed = installed?;
                print(&format!("{id}: ready (Triton {})", installed.version()))?;
            }
        }
        Action::Remove { toolchains } => {
            for id in &toolchains {
                toolchain::remove(&home, id)?;
                print(&format!("{id}: removed"))?;
            }
        }
    }
    Ok(Status::Clean)
}

fn list(home: &Home, json: bool) -> Result<()> {
    let installed = toolchain::list(home)?;
    if json {
        let row = |one: &toolchain::Installed| {
            let state = match &one.state {
                State::Ready => "ready".to_owned(),
                State::Broken(reason) => format!("broken: {reason}"),
            };
            serde_json::json!({ "id": one.id.to_string(), "state": state, "bytes": one.bytes })
        };
        let rows: Vec<_> = installed.iter().map(row).collect();
        let home = home.root().display().to_string();
        return print_json(&serde_json::json!({ "schema": 1, "home": home, "installed": rows }));
    }
    for one in &installed {
        let state = match &one.state {
            State::Ready => "ready".to_owned(),
            State::Broken(reason) => format!("broken ({reason}); its next use repairs it"),
        };
        print(&format!("{:40} {:>6} MB  {state}", one.id.to_string(), one.bytes >> 20))?;
    }
    if installed.is_empty() {
        print(&format!("nothing is installed in {}", home.toolchains().display()))?;
    }
    let examples: Vec<_> = FAMILIES.iter().map(|family| family.example).collect();
    print(&format!(
        "can be installed, for example: {}; or path:/folder/of/a/venv",
        examples.join(", ")
    ))
}
