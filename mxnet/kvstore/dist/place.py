"""Which process of a distributed program this one is, from the variables that launchers set."""

from __future__ import annotations

import ipaddress
import os
import socket
from dataclasses import dataclass

from ..._runtime.error import MXNetError

SECRET = "MXNET_CLUSTER_SECRET"
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


def _number(name: str, default: int | None = None) -> int:
    text = os.environ.get(name)
    if text is None and default is not None:
        return default
    try:
        return int(text or "")
    except ValueError:
        raise MXNetError(f"the environment variable {name} must be a number, it is {text!r}; {_HOW}") from None


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
    address = os.environ.get("DMLC_PS_ROOT_URI")
    if not address:
        raise MXNetError(f"the environment variable DMLC_PS_ROOT_URI is not set; {_HOW}")
    role = os.environ.get("DMLC_ROLE", "worker")
    if role not in ("worker", "server", "scheduler"):
        raise MXNetError(f"DMLC_ROLE must be worker, server or scheduler, it is {role!r}")
    secret = os.environ.get(SECRET) or None
    if secret is None and not is_loopback(address):
        raise _no_secret(address)
    own = {"worker": "DMLC_WORKER_ID", "server": "DMLC_SERVER_ID"}.get(role, "")
    return Place(role, _number(own) if own in os.environ else None, _number("DMLC_NUM_WORKER"),
                 _number("DMLC_NUM_SERVER", 0), address, _number("DMLC_PS_ROOT_PORT"),
                 os.environ.get("DMLC_NODE_HOST") or own_address(address), secret, draws=role == "scheduler")


def _no_secret(address: str) -> MXNetError:
    return MXNetError(f"the processes meet at {address}, which other machines reach, without a shared secret; set {SECRET} "
                      "to the same unguessable text for all of them, for example to the output of `openssl rand -hex 32`; "
                      "`mxnet launch` sets it by itself")


def _from_torchrun_variables() -> Place:
    """Where torchrun has put this process.

    The id of a run is no secret: its default is 'none', and it stands in command lines. If all workers are on this machine,
    worker 0 draws a secret, and they connect over loopback wherever torchrun's store listens.
    """
    address, rank, workers = os.environ["MASTER_ADDR"], _number("RANK"), _number("WORLD_SIZE")
    secret = os.environ.get(SECRET) or None
    local = is_loopback(address) or _number("LOCAL_WORLD_SIZE", 0) == workers
    if secret is None and not local:
        raise _no_secret(address)
    return Place("worker", rank, workers, 0, address, _number("MASTER_PORT"),
                 "127.0.0.1" if local else own_address(address), secret, draws=rank == 0,
                 attempt=os.environ.get("TORCHELASTIC_RESTART_COUNT", "0"))


def find() -> Place:
    """The place of this process.

    Raises
    ------
    MXNetError
        If no launcher started it.
    """
    if "DMLC_PS_ROOT_URI" in os.environ or "DMLC_ROLE" in os.environ:
        return _from_parameter_server_variables()
    if "RANK" in os.environ and "MASTER_ADDR" in os.environ:
        return _from_torchrun_variables()
    raise MXNetError(f"a distributed kvstore needs other processes; {_HOW}")
