"""The role of this process in a distributed program, from the environment variables that launchers set."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass

from mxnet_records import environment

from ..._runtime.error import MXNetError

SECRET = environment.CLUSTER_SECRET.name
_HOW = ("start the program with `mxnet launch -n WORKERS [-s SERVERS] COMMAND` or `torchrun`, which set the role and "
        "rank of each process")


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
        Rendezvous address of the scheduler, the launcher or torchrun.
    host
        Address of this process for the other processes.
    secret
        Secret shared by all processes. None means that one process generates it, see `secret_file`.
    draws
        Whether this process generates the secret.
    attempt
        How many times the program was restarted with the same secret and the same store.
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

    @property
    def name(self) -> str:
        """Role and rank, for messages."""
        return self.role if self.rank is None else f"{self.role} {self.rank}"


def _number(variable: environment.Integer) -> int:
    """Return the value of a variable that a launcher must set."""
    if not variable.is_set:
        raise MXNetError(f"the environment variable {variable.name} is not set; {_HOW}")
    return variable.get()


def is_loopback(address: str) -> bool:
    """Return whether an address can only be reached from this machine."""
    try:
        return ipaddress.ip_address(socket.gethostbyname(address)).is_loopback
    except (OSError, ValueError):
        return False


def own_address(other: str) -> str:
    """Return this machine's address in the network of another machine."""
    if is_loopback(other):
        return "127.0.0.1"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((other, 9))  # sends no packet
        except OSError as error:
            raise MXNetError(f"the rendezvous address {other} cannot be reached: {error}") from error
        return probe.getsockname()[0]


def _from_parameter_server_variables() -> Place:
    address = environment.DMLC_PS_ROOT_URI.get()
    if not address:
        raise MXNetError(f"the environment variable DMLC_PS_ROOT_URI is not set; {_HOW}")
    role = environment.DMLC_ROLE.get()
    secret = environment.CLUSTER_SECRET.get() or None
    if secret is None and not is_loopback(address):
        raise _no_secret(address)
    own = {"worker": environment.DMLC_WORKER_ID, "server": environment.DMLC_SERVER_ID}.get(role)
    return Place(role, own.get() if own is not None and own.is_set else None, _number(environment.DMLC_NUM_WORKER),
                 environment.DMLC_NUM_SERVER.get(), address, _number(environment.DMLC_PS_ROOT_PORT),
                 environment.DMLC_NODE_HOST.get() or own_address(address), secret, draws=role == "scheduler")


def _no_secret(address: str) -> MXNetError:
    return MXNetError(f"the rendezvous address {address} can be reached from other machines, but there is no shared "
                      f"secret; set {SECRET} to the same random text for all processes, for example to the output of "
                      "`openssl rand -hex 32`. `mxnet launch` sets it automatically")


def _from_torchrun_variables() -> Place:
    """Read the role of this process from the variables of torchrun.

    The run id is not a secret: its default is 'none', and it appears in command lines. If all workers are on this
    machine, worker 0 generates a secret, and the workers connect over loopback, regardless of where torchrun's store
    listens.
    """
    address, rank, workers = environment.MASTER_ADDR.get(), environment.RANK.get(), _number(environment.WORLD_SIZE)
    secret = environment.CLUSTER_SECRET.get() or None
    local = is_loopback(address) or environment.LOCAL_WORLD_SIZE.get() == workers
    if secret is None and not local:
        raise _no_secret(address)
    return Place("worker", rank, workers, 0, address, _number(environment.MASTER_PORT),
                 "127.0.0.1" if local else own_address(address), secret, draws=rank == 0,
                 attempt=environment.TORCHELASTIC_RESTART_COUNT.get())


def find() -> Place:
    """Return the role and addresses of this process.

    Raises
    ------
    MXNetError
        If this process was not started by a launcher.
    """
    if environment.DMLC_PS_ROOT_URI.is_set or environment.DMLC_ROLE.is_set:
        return _from_parameter_server_variables()
    if environment.RANK.is_set and environment.MASTER_ADDR.is_set:
        return _from_torchrun_variables()
    raise MXNetError(f"a distributed kvstore needs other processes. Please {_HOW}")
