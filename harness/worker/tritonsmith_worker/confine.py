"""Confines this process and all that it starts, for good: what a module's Python may reach.

Landlock leaves it the files of its own folders to write, and nothing of the user's home to read but
the toolchain. A seccomp filter leaves it no new socket, no other process's limits, priority or
processors, no namespace, no key of the kernel and no System V object. Both bind natively compiled code
too, need no rights and no other program, and leave the process's exit status as it is. What root may do
beyond that is given up. Neither sees modes and times of files (scenarios change those of Triton's
cache). As a script this says what there is here. It must know nothing of Triton.
"""

import ctypes
import importlib.util
import os
import platform
import pwd
import struct
import sys

# linux/landlock.h. System calls that are this young have one number everywhere.
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
CREATE_RULESET_VERSION = 1
RULE_PATH_BENEATH = 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = (1 << bit for bit in range(4))
READ = EXECUTE | READ_FILE | READ_DIR
# Rights of a version's rulesets. Before the second nothing can be renamed into another folder, which
# Triton's cache does with every file.
OLDEST = 2
FILE_RIGHTS = {2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1, 5: (1 << 16) - 1}
# Nothing outside is sent a signal, or reached over an abstract Unix socket.
SCOPES, SCOPED = 6, 0b11
TRUNCATE = 1 << 14
# What a rule may say of a file that is no folder.
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | 1 << 15
DEVICES = ("/dev/null", "/dev/zero", "/dev/full")

# linux/capability.h: the third version of the sets.
CAPABILITY_VERSION = 0x20080522
CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_SETUID = 1, 3, 7

# linux/prctl.h, linux/seccomp.h and linux/audit.h.
PR_SET_NO_NEW_PRIVS = 38
SET_MODE_FILTER, GET_ACTION_AVAIL = 1, 2
# Without it some kernels slow a filtered process down, against a danger that this one is none of.
FLAG_SPEC_ALLOW = 1 << 2
RET_ALLOW, RET_ERRNO = 0x7FFF0000, 0x00050000
EPERM, EACCES, ENOSYS = 1, 13, 38
# The architecture, and its column of the numbers below.
MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
SECCOMP, SOCKETPAIR, CLONE = (317, 277), (53, 199), (56, 220)
# `io_uring_setup` makes sockets too.
SOCKETS = {"socket": (41, 198), "io_uring_setup": (425, 425)}
# Shared with all processes of the user, or out of what Landlock has bounded.
COMMON = {
    "setpriority": (141, 140), "ioprio_set": (251, 30),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "unshare": (272, 97), "setns": (308, 268),
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195),
    "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191), "semtimedop": (220, 192),
    "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187),
    "mq_open": (240, 180), "mq_unlink": (241, 181),
}
# Their first argument is a process: 0 is the caller.
OF_A_PROCESS = {
    "prlimit64": (302, 261), "sched_setaffinity": (203, 122), "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118), "sched_setattr": (314, 274),
}
# Its flags are in memory, which a filter cannot read. The C library does with `clone` where it is missing.
CLONE3 = (435, 435)
# linux/sched.h: CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET.
NEW_NAMESPACES = 0x7E020000
SOCK_STREAM, SOCK_TYPE = 1, 0xF
# Numbers from here on are those of the x32 interface.
X32 = 0x40000000
# linux/filter.h; where `struct seccomp_data` has the low words.
LOAD, EQUAL, AT_LEAST, ANY_BIT, MASK, ANSWER = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
NUMBER_AT, ARCHITECTURE_AT, FIRST_ARGUMENT, SECOND_ARGUMENT = 0, 4, 16, 24

_libc = ctypes.CDLL(None, use_errno=True)


def confine(module, writable, homes):
    """What holds from now on: `landlock 7, seccomp`, or `none`."""
    held = []
    for name, version, apply in (
            ("landlock", landlock_version(), lambda: restrict_files(module, writable, homes)),
            ("seccomp", seccomp_version(), refuse_calls)):
        if version:
            call(_libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), name)
            apply()
            held.append(version)
    give_up_capabilities()
    return words(held)


def available():
    """What `confine` would say."""
    return words([version for version in (landlock_version(), seccomp_version()) if version])


def words(held):
    return ", ".join(held) or "none"


def landlock_version():
    version = _libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), CREATE_RULESET_VERSION)
    return f"landlock {version}" if version >= OLDEST else None


def seccomp_version():
    machine = MACHINES.get(platform.machine())
    action = ctypes.c_uint32(RET_ERRNO)
    there = machine and sys.maxsize > 1 << 32 and _libc.syscall(
        SECCOMP[machine[1]], GET_ACTION_AVAIL, 0, ctypes.byref(action)) == 0
    return "seccomp" if there else None


def call(result, what):
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)} (--no-sandbox does without)")
    return result


def give_up_capabilities():
    """Of what root may do: all but to use files of others, which Landlock bounds, and to be another
    user, as a scenario on a folder that cannot be written is."""
    kept = 1 << CAP_DAC_OVERRIDE | 1 << CAP_FOWNER | 1 << CAP_SETUID
    header = struct.pack("=Ii", CAPABILITY_VERSION, 0)
    sets = ctypes.create_string_buffer(24)
    call(_libc.capget(header, sets), "capget")
    low = [value & kept for value in struct.unpack("=6I", sets.raw)[:3]]
    call(_libc.capset(header, struct.pack("=6I", *low, 0, 0, 0)), "capset")


def restrict_files(module, writable, homes):
    version = int(landlock_version().split()[1])
    rights = FILE_RIGHTS[min(version, max(FILE_RIGHTS))]
    scopes = SCOPED if version >= SCOPES else 0
    attributes = struct.pack("=QQQ", rights, 0, scopes)[:24 if scopes else 8]
    ruleset = call(_libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0),
                   "landlock")
    hidden = [os.path.realpath(home) for home in (*homes, *own_home())]
    hidden = [home for home in hidden if home != "/" and os.path.isdir(home)]
    for path in readable("/", hidden):
        permit(ruleset, path, READ & rights)
    for path in sorted(needed(module)):
        # A path that leads to a home must not open it.
        if not any(beneath(home, path) for home in hidden):
            permit(ruleset, path, READ & rights)
    for path in DEVICES:
        permit(ruleset, path, (READ_FILE | WRITE_FILE) & rights)
    for path in writable:
        permit(ruleset, path, rights)
    call(_libc.syscall(RESTRICT_SELF, ruleset, 0), "landlock")
    os.close(ruleset)


def own_home():
    try:
        return [pwd.getpwuid(os.getuid()).pw_dir]
    except KeyError:
        return []


def permit(ruleset, path, rights):
    """Adds a rule; what cannot be opened now is not permitted."""
    try:
        file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rights &= rights if os.path.isdir(path) else OF_FILES
        rule = struct.pack("=Qi", rights, file)
        call(_libc.syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, rule, 0), "landlock")
    finally:
        os.close(file)


def beneath(path, folder):
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def readable(folder, hidden):
    """All but the hidden folders: rules only add, so what leads to them is listed."""
    if folder in hidden:
        return
    if not any(beneath(home, folder) for home in hidden):
        yield folder
        return
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        path = os.path.join(folder, name)
        if not os.path.islink(path):  # where it leads is looked at by its own name
            yield from readable(path, hidden)


def needed(module):
    """What of the toolchain may be in a home: Python, packages, Triton's links to sources, programs."""
    paths = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix, *sys.path}
    paths.add(os.path.dirname(os.path.realpath(sys.executable)))
    for name in ("PATH", "LD_LIBRARY_PATH"):
        paths.update(os.environ.get(name, "").split(os.pathsep))
    spec = importlib.util.find_spec(module)
    for package in (spec.submodule_search_locations or ()) if spec else ():
        paths.add(package)
        for folder, folders, files in os.walk(package):
            entries = (os.path.join(folder, name) for name in folders + files)
            paths.update(path for path in entries if os.path.islink(path))
    return {os.path.realpath(path) for path in paths if os.path.isabs(path)}


def refuse_calls():
    lines, labels = calls_filter(*MACHINES[platform.machine()], os.getpid())

    def steps(at, label):
        return labels[label] - at - 1 if label else 0

    code = ctypes.create_string_buffer(b"".join(
        struct.pack("=HBBI", line, steps(at, yes), steps(at, no), value)
        for at, (line, yes, no, value) in enumerate(lines)))
    filters = struct.pack("@HP", len(lines), ctypes.addressof(code))
    seccomp = SECCOMP[MACHINES[platform.machine()][1]]
    call(_libc.syscall(seccomp, SET_MODE_FILTER, FLAG_SPEC_ALLOW, filters), "seccomp")


def calls_filter(architecture, column, own):
    """The filter's lines, each with a label to go to where its test holds, and where it does not; None is
    the next line, and jumps lead forward only. And where the labels are. Pairs of connected streams reach
    nothing and stay."""
    lines = [(LOAD, None, None, ARCHITECTURE_AT), (EQUAL, None, "no socket", architecture),
             (LOAD, None, None, NUMBER_AT), (AT_LEAST, "no socket", None, X32)]
    for label, numbers in (("no socket", SOCKETS.values()), ("refuse", COMMON.values()),
                           ("process", OF_A_PROCESS.values()), ("missing", [CLONE3]),
                           ("clone", [CLONE]), ("pair", [SOCKETPAIR])):
        lines += [(EQUAL, label, None, number[column]) for number in numbers]
    lines.append((ANSWER, None, None, RET_ALLOW))
    labels = {}
    for label, part in (
            ("process", [(LOAD, None, None, FIRST_ARGUMENT), (EQUAL, "allow", None, 0),
                         (EQUAL, "allow", "refuse", own)]),
            ("clone", [(LOAD, None, None, FIRST_ARGUMENT), (ANY_BIT, "refuse", "allow", NEW_NAMESPACES)]),
            ("pair", [(LOAD, None, None, SECOND_ARGUMENT), (MASK, None, None, SOCK_TYPE),
                      (EQUAL, "allow", "no socket", SOCK_STREAM)]),
            ("allow", [(ANSWER, None, None, RET_ALLOW)]),
            ("refuse", [(ANSWER, None, None, RET_ERRNO | EPERM)]),
            ("missing", [(ANSWER, None, None, RET_ERRNO | ENOSYS)]),
            ("no socket", [(ANSWER, None, None, RET_ERRNO | EACCES)])):
        labels[label] = len(lines)
        lines += part
    return lines, labels


if __name__ == "__main__":
    print(available())
