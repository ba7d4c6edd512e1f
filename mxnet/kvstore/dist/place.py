"""The role of this process in a distributed program, from the environment variables that launchers set.

Several sets of variables can exist at once. The first of this list counts:

1. ``DMLC_*``: `mxnet launch`, or processes started by hand.
2. ``RANK`` and ``MASTER_ADDR``: torchrun, whose agent hosts the store, or Kubeflow, Ray Train and scripts.
3. ``PET_*``: a Kubeflow TrainJob that does not start torchrun.
4. ``OMPI_COMM_WORLD_*`` or ``PMI_*``: mpirun, also inside of a SLURM job. There the variables of SLURM describe the batch
   script or the daemons of MPI. If both agree on rank and size, srun has set them.
5. ``SLURM_*``: srun.

The address and port of MPI and SLURM can be replaced by ``MASTER_ADDR`` and ``MASTER_PORT``.
"""

from __future__ import annotations

import ipaddress
import socket
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from mxnet_records import environment
from mxnet_records.environment import Integer, Setting

from ..._runtime.error import MXNetError
from .host_list import expand

SECRET = environment.CLUSTER_SECRET.name
LOOPBACK = "127.0.0.1"
ANY = "0.0.0.0"
# Seconds after which an address that cannot be resolved or reached is an error.
UNREACHABLE_SECONDS = 8.0
_HOW = ("start the program with `mxnet launch -n WORKERS [-s SERVERS] COMMAND`, `torchrun`, `srun` or `mpirun`, or set "
        "RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT for each process")
_RANK_VARIABLES = (environment.RANK, environment.WORLD_SIZE, environment.MASTER_ADDR, environment.MASTER_PORT)
_MASTER = (environment.MASTER_ADDR, environment.MASTER_PORT)
# Outside of the range from which Linux takes ports for connections.
_FIRST_PORT, _PORTS = 20000, 12000
_STEPS = 16


@dataclass(frozen=True)
class Place:
    """Role and addresses of a process in a distributed program.

    Attributes
    ----------
    role
        'worker', 'server' or 'scheduler'.
    rank
        Rank within the role. If None, ranks are assigned in the order of arrival.
    workers, servers
        Number of processes.
    address, port
        Rendezvous address of the scheduler, the launcher, torchrun or worker 0.
    host
        Address of this process for the other processes.
    secret
        Secret shared by all processes. None means that one process generates it, see `secret_file`.
    draws
        Whether this process generates the secret.
    attempt
        How many times the program was restarted with the same secret and the same store.
    bind
        Address on which this process hosts the store. None means that another process hosts it.
    launcher
        Name of the launcher: 'mxnet launch', 'dmlc', 'torchrun', 'env', 'kubeflow', 'mpi' or 'slurm'.
    read
        The variables that determined this place, for messages.
    """

    role: str
    rank: int | None
    workers: int
    servers: int
    address: str
    port: int
    host: str
    secret: str | None
    draws: bool = False
    attempt: str = "0"
    bind: str | None = None
    launcher: str = "dmlc"
    read: str = ""

    @property
    def name(self) -> str:
        """Role and rank, for messages."""
        return self.role if self.rank is None else f"{self.role} {self.rank}"

    @property
    def first_hosts(self) -> bool:
        """Whether worker 0 hosts the store."""
        return self.launcher in ("env", "kubeflow", "mpi", "slurm")


# Reading variables


def _show(*settings: Setting) -> str:
    """Return the names and values of variables, for messages."""
    return ", ".join(f"{one.name}={one.text()!r}" if one.is_set else f"{one.name} is not set" for one in settings)


def _number(variable: Integer, settings: tuple[Setting, ...] = ()) -> int:
    """Return the value of a variable that a launcher must set."""
    read = f" (read: {_show(*settings)})" if settings else ""
    if not variable.is_set:
        raise MXNetError(f"the environment variable {variable.name} is not set{read}; {_HOW}")
    try:
        return variable.get()
    except MXNetError as error:
        raise MXNetError(f"{error}{read}") from None


def _check_rank(rank: int, workers: int, settings: tuple[Setting, ...]) -> None:
    if not 0 <= rank < workers:
        raise MXNetError(f"the launcher's variables say rank {rank} of {workers} processes, but a rank is at least 0 and "
                         f"less than the number of processes (read: {_show(*settings)}); correct the variables")


def _check_port(port: int, settings: tuple[Setting, ...]) -> None:
    if not 0 < port < 1 << 16:
        raise MXNetError(f"the port of the rendezvous store must be from 1 to 65535, received {port} (read: "
                         f"{_show(*settings)}); correct the variable")


# Addresses


def is_loopback(address: str) -> bool:
    """Return whether an address can only be reached from this machine."""
    try:
        return ipaddress.ip_address(socket.gethostbyname(address)).is_loopback
    except (OSError, ValueError):
        return False


def patience() -> float:
    """Return how many seconds to wait for a name or machine that cannot be found.

    In Kubernetes the name of a pod appears when the pod starts. Elsewhere, an unknown name is a mistake.
    """
    waits = environment.KUBERNETES_SERVICE_HOST.is_set
    return environment.KVSTORE_JOIN_TIMEOUT.get() if waits else UNREACHABLE_SECONDS


def own_address(other: str) -> str:
    """Return this machine's address in the network of another machine."""
    if is_loopback(other):
        return LOOPBACK
    limit = time.monotonic() + patience()
    while True:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((other, 9))  # sends no packet
                return probe.getsockname()[0]
            except OSError as error:
                if time.monotonic() > limit:
                    raise MXNetError(f"the rendezvous address {other} cannot be reached: {error}; correct the address, "
                                     "or check the name service and the network of this machine") from error
        time.sleep(0.5)


def _outward_address() -> str:
    """Return this machine's address for other machines: the one of the default route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; sends no packet
            return probe.getsockname()[0]
        except OSError as error:
            raise MXNetError(f"this machine has no route to other machines: {error}; set MASTER_ADDR to its address in "
                             "the network of the program") from error


def _is_own(address: str) -> bool:
    """Return whether this machine has the address."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
        return True


def _no_secret(address: str) -> MXNetError:
    return MXNetError(f"the rendezvous address {address} can be reached from other machines, but there is no shared "
                      f"secret; set {SECRET} to the same random text for all processes, for example to the output of "
                      "`openssl rand -hex 32`. `mxnet launch` sets it automatically")


# Launchers


def _from_parameter_server_variables() -> Place:
    settings = (environment.DMLC_ROLE, environment.DMLC_PS_ROOT_URI, environment.DMLC_PS_ROOT_PORT,
                environment.DMLC_NUM_WORKER, environment.DMLC_NUM_SERVER)
    address = environment.DMLC_PS_ROOT_URI.get()
    if not address:
        raise MXNetError(f"the environment variable DMLC_PS_ROOT_URI is not set (read: {_show(*settings)}); {_HOW}")
    role = environment.DMLC_ROLE.get()
    secret = environment.CLUSTER_SECRET.get() or None
    if secret is None and not is_loopback(address):
        raise _no_secret(address)
    own = {"worker": environment.DMLC_WORKER_ID, "server": environment.DMLC_SERVER_ID}.get(role)
    rank = _number(own, settings) if own is not None and own.is_set else None
    workers, port = _number(environment.DMLC_NUM_WORKER, settings), _number(environment.DMLC_PS_ROOT_PORT, settings)
    _check_port(port, settings)
    servers = environment.DMLC_NUM_SERVER.get()
    if own is not None and rank is not None:
        _check_rank(rank, workers if role == "worker" else servers, (own, *settings))
    return Place(role, rank, workers, servers, address, port, environment.DMLC_NODE_HOST.get() or own_address(address),
                 secret, draws=role == "scheduler", read=_show(*settings),
                 launcher="mxnet launch" if environment.RESTART_COUNT.is_set else "dmlc")


def _from_torchrun_variables() -> Place:
    """Read the role of this process from the variables of torchrun, whose agent hosts the store.

    The run id is not a secret: its default is 'none', and it appears in command lines. If all workers are on this
    machine, worker 0 generates a secret, and the workers connect over loopback, regardless of where torchrun's store
    listens.
    """
    settings = _RANK_VARIABLES
    address, rank, workers = (environment.MASTER_ADDR.get(), _number(environment.RANK, settings),
                              _number(environment.WORLD_SIZE, settings))
    _check_rank(rank, workers, settings)
    secret = environment.CLUSTER_SECRET.get() or None
    local = is_loopback(address) or environment.LOCAL_WORLD_SIZE.get() == workers
    if secret is None and not local:
        raise _no_secret(address)
    return Place("worker", rank, workers, 0, address, _number(environment.MASTER_PORT, settings),
                 LOOPBACK if local else own_address(address), secret, draws=rank == 0,
                 attempt=environment.TORCHELASTIC_RESTART_COUNT.get(), launcher="torchrun", read=_show(*settings))


def _worker(launcher: str, rank: int, workers: int, address: str, port: int, local: bool,
            settings: tuple[Setting, ...]) -> Place:
    """Return the place of a worker, of which the first hosts the store.

    Parameters
    ----------
    address
        Address of worker 0 for the others. It is not used if all workers are on this machine.
    local
        Whether all workers are on this machine.
    """
    read = _show(*settings)
    if workers == 1:
        return Place("worker", 0, 1, 0, LOOPBACK, 0, LOOPBACK, environment.CLUSTER_SECRET.get() or None, draws=True,
                     bind=LOOPBACK, launcher=launcher, read=read)
    _check_port(port, settings)
    secret = environment.CLUSTER_SECRET.get() or None
    if local:
        return Place("worker", rank, workers, 0, LOOPBACK, port, LOOPBACK, secret, draws=rank == 0,
                     bind=LOOPBACK if rank == 0 else None, launcher=launcher, read=read)
    if secret is None:
        raise _no_secret(address)
    attempt = environment.TORCHELASTIC_RESTART_COUNT.get()
    if rank:
        return Place("worker", rank, workers, 0, address, port, own_address(address), secret, attempt=attempt,
                     launcher=launcher, read=read)
    host, bind = _addresses_of_first(address, read)
    return Place("worker", 0, workers, 0, host, port, host, secret, attempt=attempt, bind=bind, launcher=launcher,
                 read=read)


def _addresses_of_first(address: str, read: str) -> tuple[str, str]:
    """Return the address of worker 0 for the others, and the address on which it listens.

    On some machines the own name is a loopback address, and Kubernetes may give a service an address of its own.
    """
    if is_loopback(address):
        return _outward_address(), ANY
    own = own_address(address)
    if _is_own(address):
        return own, address
    if environment.KUBERNETES_SERVICE_HOST.is_set:
        return own, ANY
    raise MXNetError(f"this process has rank 0 and hosts the rendezvous store, but {address} is not an address of this "
                     f"machine (read: {read}); set MASTER_ADDR to the machine of rank 0")


def _from_rank_variables() -> Place:
    settings = _RANK_VARIABLES
    rank, workers = _number(environment.RANK, settings), _number(environment.WORLD_SIZE, settings)
    _check_rank(rank, workers, settings)
    address, here = environment.MASTER_ADDR.get(), environment.LOCAL_WORLD_SIZE.get()
    if not address and workers > 1:
        raise MXNetError(f"the environment variable MASTER_ADDR is not set (read: {_show(*settings)}); {_HOW}")
    port = _number(environment.MASTER_PORT, settings) if workers > 1 else 0
    elsewhere = 0 < here < workers and environment.CLUSTER_SECRET.is_set  # rank 0 may see its own address as localhost
    return _worker("env", rank, workers, address, port, here == workers or (is_loopback(address) and not elsewhere),
                   settings)


def _from_trainjob_variables() -> Place:
    """Read the variables for torchrun in a Kubeflow TrainJob, as a program without torchrun: one worker per pod."""
    settings = (environment.PET_NODE_RANK, environment.PET_NNODES, environment.PET_NPROC_PER_NODE,
                environment.PET_MASTER_ADDR, environment.PET_MASTER_PORT)
    if environment.PET_NPROC_PER_NODE.get() not in ("1", "auto", "cpu"):
        raise MXNetError(f"the job wants several processes per node (read: {_show(*settings)}); start the program with "
                         "torchrun, or set numProcPerNode to 1")
    rank, workers = _number(environment.PET_NODE_RANK, settings), _number(environment.PET_NNODES, settings)
    _check_rank(rank, workers, settings)
    address = environment.PET_MASTER_ADDR.get()
    return _worker("kubeflow", rank, workers, address, _number(environment.PET_MASTER_PORT, settings),
                   is_loopback(address), settings)


def _slurm_hosts() -> list[str]:
    text = (environment.SLURM_STEP_NODELIST.get() or environment.SLURM_JOB_NODELIST.get()
            or environment.SLURM_NODELIST.get())
    return expand(text)


def _derived_port(job: str) -> int:
    """Derive a port from the id of a job and its step, such as '1234.0'. Neighbouring jobs and steps of SLURM differ."""
    if environment.MASTER_PORT.is_set:
        return _number(environment.MASTER_PORT, _MASTER)
    number, _, step = job.partition(".")
    if number.isdecimal() and step.isdecimal():
        return _FIRST_PORT + (int(number) * _STEPS + int(step) % _STEPS) % _PORTS
    return _FIRST_PORT + zlib.crc32(job.encode()) % _PORTS


def _mpi_settings() -> tuple[Integer, Integer, Integer, Integer]:
    if environment.OMPI_COMM_WORLD_RANK.is_set:
        return (environment.OMPI_COMM_WORLD_RANK, environment.OMPI_COMM_WORLD_SIZE,
                environment.OMPI_COMM_WORLD_LOCAL_RANK, environment.OMPI_COMM_WORLD_LOCAL_SIZE)
    return environment.PMI_RANK, environment.PMI_SIZE, environment.MPI_LOCALRANKID, environment.MPI_LOCALNRANKS


def _from_mpi_variables() -> Place:
    """Read the variables of Open MPI, or those of Intel MPI and MPICH.

    A rank that equals the local rank shares the machine of rank 0, because the lower ranks do. Rank 0 itself needs the
    number of local ranks; if it is not set, the other ranks report that they are on another machine.
    """
    own, size, local_rank, local_size = _mpi_settings()
    settings = (own, size, local_rank, local_size, *_MASTER)
    rank, workers = _number(own, settings), _number(size, settings)
    _check_rank(rank, workers, settings)
    here = (_number(local_size, settings) == workers if local_size.is_set
            else local_rank.is_set and _number(local_rank, settings) == rank)
    job = environment.PMIX_NAMESPACE.get() or environment.OMPI_MCA_ess_base_jobid.get() or environment.SLURM_JOB_ID.get()
    address = environment.MASTER_ADDR.get()
    if not address and not here and workers > 1:
        hosts = _slurm_hosts()
        if not hosts:
            raise MXNetError("MPI has started processes on several machines, but its variables do not tell the address of "
                             f"rank 0 (read: {_show(*settings)}); set MASTER_ADDR to the machine of rank 0, for example "
                             "with `mpirun -x MASTER_ADDR=HOST` or `mpiexec -genv MASTER_ADDR HOST`")
        address = hosts[0]
    return _worker("mpi", rank, workers, address, _derived_port(job), here or is_loopback(address), settings)


def _slurm_size() -> Integer:
    return environment.SLURM_STEP_NUM_TASKS if environment.SLURM_STEP_NUM_TASKS.is_set else environment.SLURM_NTASKS


def _from_slurm_variables() -> Place:
    size = _slurm_size()
    settings = (environment.SLURM_PROCID, size, environment.SLURM_JOB_ID, environment.SLURM_STEP_ID,
                environment.SLURM_STEP_NODELIST, environment.SLURM_JOB_NODELIST, *_MASTER)
    rank, workers = _number(environment.SLURM_PROCID, settings), _number(size, settings)
    _check_rank(rank, workers, settings)
    if workers == 1:
        return _worker("slurm", 0, 1, "", 0, True, settings)
    try:
        hosts = _slurm_hosts()
    except MXNetError as error:
        raise MXNetError(f"{error} (read: {_show(*settings)})") from None
    address = environment.MASTER_ADDR.get() or (hosts[0] if hosts else "")
    if not address:
        raise MXNetError("srun's variables do not tell the machine of task 0: SLURM_STEP_NODELIST and SLURM_JOB_NODELIST "
                         f"are not set (read: {_show(*settings)}); set MASTER_ADDR to this machine")
    if rank == 0 and environment.SLURM_NODEID.get() != 0 and not environment.MASTER_ADDR.is_set:
        raise MXNetError(f"task 0 does not run on the first machine of the list (read: {_show(*settings)}); set "
                         "MASTER_ADDR to the machine of task 0")
    job = environment.SLURM_JOB_ID.get()
    if not job and not environment.MASTER_PORT.is_set:
        raise MXNetError(f"no port is known: SLURM_JOB_ID is not set (read: {_show(*settings)}); set MASTER_PORT to the "
                         "same free port for all tasks")
    return _worker("slurm", rank, workers, address, _derived_port(f"{job}.{environment.SLURM_STEP_ID.get() or 0}"),
                   len(set(hosts)) == 1 or is_loopback(address), settings)


def _srun_started() -> bool:
    """Whether srun has started this process, rather than mpirun inside of a SLURM job."""
    if not environment.SLURM_PROCID.is_set or environment.OMPI_COMM_WORLD_RANK.is_set:
        return False
    return (environment.PMI_RANK.text(), environment.PMI_SIZE.text()) == (
        environment.SLURM_PROCID.text(), _slurm_size().text())


def _recognise() -> Callable[[], Place] | None:
    """Return the function that reads the variables of the launcher, or None without a launcher."""
    if environment.DMLC_PS_ROOT_URI.is_set or environment.DMLC_ROLE.is_set:
        return _from_parameter_server_variables
    if environment.RANK.is_set and environment.MASTER_ADDR.is_set:
        by_agent = environment.TORCHELASTIC_RUN_ID.is_set and environment.TORCHELASTIC_USE_AGENT_STORE.get() != "False"
        return _from_torchrun_variables if by_agent else _from_rank_variables
    if environment.PET_NODE_RANK.is_set and environment.PET_MASTER_ADDR.is_set:
        return _from_trainjob_variables
    if environment.OMPI_COMM_WORLD_RANK.is_set or (environment.PMI_RANK.is_set and not _srun_started()):
        return _from_mpi_variables
    if environment.SLURM_PROCID.is_set:
        return _from_slurm_variables
    # Some of the variables are missing. The reader names them.
    if sum(one.is_set for one in (environment.RANK, environment.WORLD_SIZE, environment.MASTER_ADDR)) > 1:
        return _from_rank_variables
    return None


def is_launched() -> bool:
    """Return whether a launcher has started this process."""
    return _recognise() is not None


def find() -> Place:
    """Return the role and addresses of this process.

    Raises
    ------
    MXNetError
        If this process was not started by a launcher, or the launcher's variables are wrong.
    """
    reader = _recognise()
    if reader is None:
        raise MXNetError(f"a distributed kvstore needs other processes. Please {_HOW}")
    return reader()
