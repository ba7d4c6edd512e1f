"""Which process of a distributed program this one is, from the variables that launchers set."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass

from mxnet_records import environment

from ..._runtime.error import MXNetError

SECRET = environment.CLUSTER_SECRET.name
_HOW = ("start the program with `mxnet launch -n WORKERS [-s SERVERS] COMMAND` or `torchrun`, which tell each process "
        "who it is")


@dataclass(frozen=True)
class Place:
    """A process among others.

    Attributes
    ----------
    role
        'worker', 'server' or 'scheduler'.
    rank
        Number among the processes of this role; None if it is given out in the order in which they come.
    workers, servers
        How many there are.
    address, port
        Where all meet: the address of the scheduler, of the launcher or of torchrun.
    host
        Under which address others reach this process.
    secret
        What all processes know and strangers do not; None if one of them draws it, see `secret_file`.
    draws
        Whether this is the process that draws it.
    attempt
        How many times the program was started again with the same secret and the same store.
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
        """Role and rank, as messages say them."""
        return self.role if self.rank is None else f"{self.role} {self.rank}"


def _number(variable: environment.Integer) -> int:
    """The value of a variable that a launcher must set."""
    if not variable.is_set:
        raise MXNetError(f"the environment variable {variable.name} is not set; {_HOW}")
    return variable.get()


def is_loopback(address: str) -> bool:
    """Whether only processes of this machine reach an address."""
    try:
        return ipaddress.ip_address(socket.gethostbyname(address)).is_loopback
    except (OSError, ValueError):
        return False


def own_address(other: str) -> str:
    """The address of this machine in the network in which another one is."""
    if is_loopback(other):
        return "127.0.0.1"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((other, 9))  # nothing is sent
        except OSError as error:
            raise MXNetError(f"{other}, where the processes meet, cannot be reached: {error}") from error
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
    return MXNetError(f"the processes meet at {address}, which other machines reach, without a shared secret; set {SECRET} "
                      "to the same unguessable text for all of them, for example to the output of `openssl rand -hex 32`; "
                      "`mxnet launch` sets it by itself")


def _from_torchrun_variables() -> Place:
    """Where torchrun has put this process.

    The id of a run is no secret: its default is 'none', and it stands in command lines. If all workers are on this machine,
    worker 0 draws a secret, and they connect over loopback wherever torchrun's store listens.
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
    """The place of this process.

    Raises
    ------
    MXNetError
        If no launcher started it.
    """
    if environment.DMLC_PS_ROOT_URI.is_set or environment.DMLC_ROLE.is_set:
        return _from_parameter_server_variables()
    if environment.RANK.is_set and environment.MASTER_ADDR.is_set:
        return _from_torchrun_variables()
    raise MXNetError(f"a distributed kvstore needs other processes; {_HOW}")
