//! Kind `disk_cache`: the files of the cache on disk, lost or damaged, with a constexpr argument
//! that tells kernels apart.
//!
//! Triton promises neither that damage is found nor how; code of another state must not run.

use super::super::{Kind, Support, spoils};

pub(super) const KIND: Kind = Kind {
    name: "disk_cache",
    about: "the files of the cache on disk, lost or damaged, with a constexpr argument that tells kernels apart",
    support: Support::Unspecified,
    main: r#"import glob, os

def {name}_paths():
    return glob.glob(os.environ["TRITON_CACHE_DIR"] + "/*") + [os.environ["TRITON_CACHE_DIR"]]

def {name}_unlock():
    os.seteuid(os.getuid())
    for path in {name}_paths(): os.chmod(path, 0o755)

def {name}_files(suffix, prefix="k"):
    {name}_unlock()
    return sorted(glob.glob(os.environ["TRITON_CACHE_DIR"] + f"/*/{prefix}*{suffix}"))

def {name}_groups():
    return {name}_files("", "__grp__k")

def {name}_code():
    return {name}_files(".ttir") + {name}_files(".ttgir")

def {name}_rotate(paths):
    texts = [open(path).read() for path in paths]
    for path, text in zip(paths, texts[1:] + texts[:1]): open(path, "w").write(text)

def {name}_forget():
    [ts.forget(k) for k in list(globals().values()) if isinstance(k, triton.JITFunction)]"#,
    parameter: "{name}: tl.constexpr",
    argument: "{name}={value}",
    mutations: &[
        spoils(
            "delete_groups",
            r#"for path in {name}_groups():
    os.remove(path)
{name}_forget()"#,
        ),
        spoils(
            "delete_metadata",
            r#"for path in {name}_files(".json"):
    os.remove(path)
{name}_forget()"#,
        ),
        spoils(
            "delete_code",
            r#"for path in {name}_code():
    os.remove(path)
{name}_forget()"#,
        ),
        spoils(
            "delete_source",
            r#"for path in {name}_files(".source"):
    os.remove(path)
{name}_forget()"#,
        ),
        spoils(
            "empty_groups",
            r#"for path in {name}_groups():
    open(path, "w").close()
{name}_forget()"#,
        ),
        spoils(
            "empty_metadata",
            r#"for path in {name}_files(".json"):
    open(path, "w").close()
{name}_forget()"#,
        ),
        spoils(
            "empty_code",
            r#"for path in {name}_code():
    open(path, "w").close()
{name}_forget()"#,
        ),
        spoils(
            "cut_code",
            r#"for path in {name}_code():
    os.truncate(path, os.path.getsize(path) // 2)
{name}_forget()"#,
        ),
        spoils(
            "garbage_metadata",
            r#"for path in {name}_files(".json"):
    open(path, "w").write("\0garbage")
{name}_forget()"#,
        ),
        spoils(
            "garbage_code",
            r#"for path in {name}_code():
    open(path, "w").write("\0garbage")
{name}_forget()"#,
        ),
        spoils(
            "foreign_metadata",
            r#"for path in {name}_files(".json"):
    open(path, "w").write("{}")
{name}_forget()"#,
        ),
        spoils(
            "swap_code",
            r#"for suffix in (".ttir", ".ttgir"):
    for path in {name}_files(suffix)[:1]:
        name = os.path.basename(path)
        {name}_rotate([p for p in {name}_files(suffix) if os.path.basename(p) == name])
{name}_forget()"#,
        ),
        spoils(
            "swap_groups",
            r#"for path in {name}_groups()[:1]:
    name = os.path.basename(path)
    {name}_rotate([p for p in {name}_groups() if os.path.basename(p) == name])
{name}_forget()"#,
        ),
        spoils(
            "leave_temporary",
            r#"for path in {name}_groups():
    os.makedirs(os.path.join(os.path.dirname(path), "tmp.pid_1_x"), exist_ok=True)
{name}_forget()"#,
        ),
        spoils(
            "empty_folder",
            r#"import shutil
{name}_unlock()
for path in glob.glob(os.environ["TRITON_CACHE_DIR"] + "/*"):
    shutil.rmtree(path)
{name}_forget()"#,
        ),
        spoils(
            "read_only",
            r#"for path in {name}_paths():
    os.chmod(path, 0o555)
if os.geteuid() == 0:
    os.seteuid(65534)
{name}_forget()"#,
        ),
    ],
    ..Kind::EMPTY
};
