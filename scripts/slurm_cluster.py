"""A Slurm cluster of several nodes on this machine, for `test-slurm`.

Debian's packages (22.05.8 was tried) do it without front-end nodes: `slurmd -N NAME` starts as many nodes on
one host as have a port each, `config_overrides` lets each claim processors, munge runs on a key and a socket
of the cluster's own, and neither cgroups nor a database are needed. All state is in one folder.
"""
import contextlib, getpass, os, pathlib, shutil, signal, socket, subprocess, time

PACKAGES = ("munge", "slurmctld", "slurmd", "slurm-client")
DAEMONS = ("munged", "slurmctld", "slurmd", "sbatch")
# Processors of each, and whether it is in the partition `cpu` or, with a GPU, in `gpu`.
NODES = {"c1": (1, "cpu"), "c2": (1, "cpu"), "c3": (1, "cpu"), "c4": (1, "cpu"), "g1": (2, "gpu")}
# Settings of `nightly.slurm` that the tests choose, whatever the caller has set.
SETTINGS = ("SHARDS", "COUNT", "HOURS", "CPUS", "MEMORY", "CPU_PARTITION", "GPU_PARTITION", "GRES", "ACCOUNT")
# Seconds that a state of the cluster is waited for.
SOON = 90

# A requeued job waits as long as credentials are valid: two minutes, if nothing is said.
CONFIGURATION = """\
ClusterName=tritonsmith
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MailProg=/bin/true
MpiDefault=none
GresTypes=gpu
ReturnToService=2
SlurmdTimeout=10
MinJobAge=86400
SlurmdParameters=config_overrides
{nodes}
PartitionName=cpu Nodes=c[1-4] Default=YES
PartitionName=gpu Nodes=g1
"""


class Trouble(Exception):
    """The cluster or the machine does not do what the test needs."""


def wait(what, limit, condition):
    """What the condition gives, once it is true."""
    end = time.monotonic() + limit
    while not (found := condition()):
        if time.monotonic() > end:
            raise Trouble(f"waited {limit} s in vain: {what}")
        time.sleep(0.2)
    return found


def told(command, **options):
    """What a command prints, or trouble."""
    done = subprocess.run([*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
    if done.returncode:
        raise Trouble(f"{' '.join(map(str, command))}: status {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def process_ids():
    return [int(folder.name) for folder in pathlib.Path("/proc").glob("[0-9]*")]


def status_fields(process):
    """State and parent of a process; None if it is gone."""
    try:
        # The command stands in parentheses and may hold spaces.
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[:2]
    except (OSError, IndexError):
        return None


def is_alive(process):
    found = status_fields(process)
    return found is not None and found[0] != "Z"


def tree(root):
    """A process and all below it, each after its parent."""
    children = {}
    for process in process_ids():
        if found := status_fields(process):
            children.setdefault(int(found[1]), []).append(process)
    found = [root]
    for process in found:  # it grows
        found += children.get(process, [])
    return found


def kill(processes):
    """Kills at once, parents first: who outlives its child would note how that ended."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    wait("killed processes are gone", SOON, lambda: not any(map(is_alive, processes)))


class Cluster:
    """Munge, a controller and the nodes, with all their state in a folder."""

    def __init__(self, folder):
        self.folder = folder
        kept = {name: value for name, value in os.environ.items()
                if name not in SETTINGS and not name.startswith(("SLURM", "SBATCH"))}
        self.environment = {**kept, "SLURM_CONF": str(folder / "slurm.conf")}
        sockets = [socket.socket() for _ in range(1 + len(NODES))]
        for each in sockets:  # all are held until each has a port of its own
            each.bind(("127.0.0.1", 0))
        ports = [each.getsockname()[1] for each in sockets]
        for each in sockets:
            each.close()
        host = socket.gethostname().split(".")[0]
        nodes = "\n".join(f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={cpus} "
                          f"RealMemory=4000{' Gres=gpu:1' * (partition == 'gpu')}"
                          for (node, (cpus, partition)), port in zip(NODES.items(), ports[1:]))
        user = getpass.getuser()
        text = CONFIGURATION.format(folder=folder, host=host, user=user, ports=ports, nodes=nodes)
        (folder / "slurm.conf").write_text(text)
        # Without a file a GPU does not count; with one that is none, it counts and nothing is done with it.
        (folder / "gres.conf").write_text("NodeName=g1 Name=gpu File=/dev/null\n")
        (folder / "state").mkdir()
        (folder / "munge.key").touch(0o600)
        (folder / "munge.key").write_bytes(os.urandom(1024))

    def start(self):
        own = {"key-file": "munge.key", "socket": "munge.socket", "pid-file": "munged.pid",
               "log-file": "munged.log", "seed-file": "munged.seed"}
        self.slurm("munged", *(f"--{option}={self.folder / name}" for option, name in own.items()))
        self.slurm("slurmctld", "-c")
        for node in NODES:
            self.start_node(node)
        wait("all nodes are idle", SOON, lambda: set(map(self.state_of, NODES)) == {"idle"})

    def start_node(self, node):
        self.slurm("slurmd", "-N", node)

    def slurm(self, *command):
        return told(command, env=self.environment, stdin=subprocess.DEVNULL)

    def state_of(self, node):
        return self.slurm("sinfo", "-h", "-n", node, "-o", "%T").strip()

    def jobs(self):
        """The fields of each job and task that there was, by its number."""
        found = {}
        for line in self.slurm("scontrol", "-o", "show", "job").splitlines():
            fields = dict(word.split("=", 1) for word in line.split() if "=" in word)
            if "JobId" in fields:
                found[fields["JobId"]] = fields
        return found

    def job(self, number):
        return self.jobs().get(number, {})

    def processes_of(self, node):
        """A node's daemon, and the processes of all jobs that run on it."""
        daemon = int((self.folder / f"slurmd-{node}.pid").read_text())
        running = self.slurm("squeue", "-h", "-t", "R", "-w", node, "-o", "%A").split()
        titles = tuple(f"slurmstepd: [{number}." for number in running)
        found = tree(daemon)
        for process in self.own_processes():
            if command(process).startswith(titles):
                found += tree(process)
        return found

    def own_processes(self):
        """What runs with this cluster's configuration. A compiler does not, having an environment of its own."""
        mark = f"SLURM_CONF={self.environment['SLURM_CONF']}".encode()
        return [process for process in process_ids() if mark in environment(process)]

    def stop(self):
        """Ends all jobs, and then all processes, one way or the other."""
        with contextlib.suppress(Trouble, OSError):
            self.slurm("scancel", "--user", getpass.getuser())
            wait("no job is left", 45, lambda: not self.slurm("squeue", "-h"))
        own = self.own_processes()
        trees = [process for root in own for process in tree(root)]
        for process in own:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)
        with contextlib.suppress(Trouble):
            wait("the daemons end", 10, lambda: not any(map(is_alive, own)))
        kill([process for process in trees if is_alive(process)])


def environment(process):
    try:
        return pathlib.Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


def command(process):
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def install():
    """Gets the packages, where this is possible."""
    missing = [name for name in DAEMONS if not shutil.which(name)]
    if not missing:
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise Trouble(f"not there: {', '.join(missing)} (Debian's packages {', '.join(PACKAGES)})")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    told(["apt-get", "-o", "DPkg::Lock::Timeout=300", "install", "-y", "--no-install-recommends", *PACKAGES], env=quiet)
