//! Real toolchains: the default one, damaged ones, several processes at once.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::Path;

use tritonsmith::toolchain::{Home, State, Toolchain, ToolchainError, ToolchainId, list, remove};

fn quiet(_: &str) {}

#[test]
fn the_default_toolchain_describes_itself() {
    let home = Home::from_environment().unwrap();
    let id = ToolchainId::default();
    let toolchain = Toolchain::ensure(&home, &id, &mut quiet).unwrap();
    let description = toolchain.describe().unwrap();
    assert_eq!(description.version, toolchain.version());
    assert_eq!((description.version.as_str(), description.module.as_str()), ("3.9.0", "triton"));
    assert!(description.backends.contains(&"nvidia".to_owned()));
    assert!(description.filecheck.unwrap().is_file());
    assert!(description.ptxas.unwrap().is_file());
    let listed = list(&home).unwrap().into_iter().find(|installed| installed.id == id).unwrap();
    assert_eq!(listed.state, State::Ready);
    assert!(listed.bytes > 100 << 20);

    // The same environment by its path, as somebody's own build.
    let folder = toolchain.python().ancestors().nth(2).unwrap();
    let own = ToolchainId::Path(folder.to_path_buf());
    let adopted = Toolchain::ensure(&home, &own, &mut quiet).unwrap();
    assert_eq!((adopted.version(), adopted.module()), ("3.9.0", "triton"));
    assert!(matches!(remove(&home, &own), Err(ToolchainError::NotManaged(_))));
}

#[test]
fn what_is_no_toolchain_is_refused_and_nothing_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(&folder.path().join("home")).unwrap();
    let own = ToolchainId::Path(folder.path().to_path_buf());
    let error = Toolchain::ensure(&home, &own, &mut quiet).unwrap_err().to_string();
    assert!(error.contains("there is no bin/python") && !error.contains('\n'), "{error}");

    // A Python without Triton.
    fs::create_dir(folder.path().join("bin")).unwrap();
    let python = tritonsmith::toolchain::find_base_python().unwrap();
    std::os::unix::fs::symlink(python, folder.path().join("bin/python")).unwrap();
    let error = Toolchain::ensure(&home, &own, &mut quiet).unwrap_err().to_string();
    assert!(error.contains("no module named triton"), "{error}");

    assert!(list(&home).unwrap().is_empty());
    let id = ToolchainId::default();
    assert!(matches!(remove(&home, &id), Err(ToolchainError::NotInstalled(_))));

    // A home that cannot be made.
    fs::write(folder.path().join("file"), "").unwrap();
    let home = Home::at(&folder.path().join("file")).unwrap();
    let error = Toolchain::ensure(&home, &id, &mut quiet).unwrap_err().to_string();
    assert!(error.starts_with("cannot use ") && !error.contains('\n'), "{error}");
}

#[test]
#[ignore = "installs a toolchain 4 times in a temporary home: run with --ignored"]
fn several_at_once_damage_and_removal() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path()).unwrap();
    let id = ToolchainId::default();
    std::thread::scope(|scope| {
        let start = || Toolchain::ensure(&home, &id, &mut quiet).unwrap().describe().unwrap();
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(start)).collect();
        threads.into_iter().for_each(|thread| assert_eq!(thread.join().unwrap().version, "3.9.0"));
    });
    assert_eq!(unfinished(&home.toolchains()), Vec::<String>::new());

    let place = home.toolchains().join(id.to_string());
    let damages: [fn(&Path); 3] = [
        |place| fs::remove_file(place.join("toolchain.json")).unwrap(),
        |place| fs::remove_file(place.join("bin/python")).unwrap(),
        |place| fs::remove_file(library(place).join("triton/language/core.py")).unwrap(),
    ];
    for damage in damages {
        damage(&place);
        assert!(matches!(list(&home).unwrap()[0].state, State::Broken(_)));
        let repaired = Toolchain::ensure(&home, &id, &mut quiet).unwrap();
        repaired.describe().unwrap();
    }
    remove(&home, &id).unwrap();
    assert!(list(&home).unwrap().is_empty());

    let absent: ToolchainId = "triton==3.9.99".parse().unwrap();
    let error = Toolchain::ensure(&home, &absent, &mut quiet).unwrap_err();
    assert!(matches!(error, ToolchainError::NoSuchVersion { .. }), "{error}");
    println!("{error}");
    assert_eq!(unfinished(&home.toolchains()), Vec::<String>::new());
}

fn library(place: &Path) -> std::path::PathBuf {
    let versions = fs::read_dir(place.join("lib")).unwrap();
    versions.map(|entry| entry.unwrap().path().join("site-packages")).next().unwrap()
}

fn unfinished(toolchains: &Path) -> Vec<String> {
    let names = fs::read_dir(toolchains).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with('.') && !name.ends_with(".lock")).collect()
}
