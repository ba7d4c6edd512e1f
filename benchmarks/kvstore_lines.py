"""Measure exchanges of gradients between hosts with slow links, and compare with the model of `kvstore_model.py`.

    python benchmarks/kvstore_lines.py [--megabytes 102] [--rate 1gbit] [--workers 2 4 8]

The hosts are network namespaces of this machine, each with an address and a link, joined by a bridge. This requires
Linux, root and iproute2. Processes are started with `DMLC_*` variables, as by cluster scripts. All hosts share the
cores of this machine, so links must be slow enough for the cores: 1 Gbit/s works with two cores.
"""

from __future__ import annotations

import argparse
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kvstore_model import LATENCY, ROOT

NETWORK, PORT = "10.77.0", 9191
UNITS = {"mbit": 1e6, "gbit": 1e9}
PAYLOAD = 1448 / 1538  # payload share of an Ethernet frame, including all headers and the gap


def command(*words: str) -> None:
    """Run a command; raise if it fails."""
    subprocess.run(words, check=True)


def in_host(host: int, *words: str) -> list[str]:
    """Return a command that runs on a host."""
    return ["ip", "netns", "exec", f"mxhost{host}", *words]


def limit(device: str, rate: str, host: int | None = None) -> None:
    """Limit the send rate of a device."""
    words = ["tc", "qdisc", "add", "dev", device, "root", "tbf", "rate", rate, "burst", "256kb", "latency", "50ms"]
    command(*(words if host is None else in_host(host, *words)))


@contextmanager
def hosts(count: int, rate: str) -> Iterator[None]:
    """Create hosts with links of `rate` in each direction."""
    command("ip", "link", "add", "mxbridge", "type", "bridge")
    made = []
    try:
        command("ip", "link", "set", "mxbridge", "up")
        for host in range(count):
            command("ip", "netns", "add", f"mxhost{host}")
            made.append(host)
            ends = ["peer", "name", "line", "netns", f"mxhost{host}"]
            command("ip", "link", "add", f"mxline{host}", "type", "veth", *ends)
            command("ip", "link", "set", f"mxline{host}", "master", "mxbridge", "up")
            command(*in_host(host, "ip", "addr", "add", f"{NETWORK}.{host + 1}/24", "dev", "line"))
            for device in ("line", "lo"):
                command(*in_host(host, "ip", "link", "set", device, "up"))
            limit("line", rate, host)
            limit(f"mxline{host}", rate)
        yield
    finally:
        for host in made:
            command("ip", "netns", "del", f"mxhost{host}")
        command("ip", "link", "del", "mxbridge")


def exchange(kind: str, workers: int, floats: int) -> float:
    """Return the seconds of one exchange, with scheduler and server of an asynchronous store on separate hosts."""
    servers = int("async" in kind)
    common = {"DMLC_PS_ROOT_URI": f"{NETWORK}.1", "DMLC_PS_ROOT_PORT": str(PORT), "DMLC_NUM_WORKER": str(workers),
              "DMLC_NUM_SERVER": str(servers), "MXNET_CLUSTER_SECRET": secrets.token_hex(16), "OMP_NUM_THREADS": "1",
              "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    idle = [sys.executable, "-c", "import mxnet"]
    program = str(Path(__file__).with_name("kvstore_model.py"))
    working = [sys.executable, program, "--work", kind, "--floats", str(floats)]
    roles = [("scheduler", 0, idle), *[("server", workers, idle)] * servers,
             *(("worker", host, working) for host in range(workers))]
    started = [subprocess.Popen(in_host(host, *words), env={**os.environ, **common, "DMLC_ROLE": role}, text=True,
                                stdout=subprocess.PIPE) for role, host, words in roles]
    outputs = [one.communicate(timeout=600)[0] for one in started]
    found = re.search(r"took-large (\S+)", "".join(outputs))
    if found is None:
        raise SystemExit(f"no worker printed its time; exit codes {[one.returncode for one in started]}")
    return float(found.group(1))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, default=102.4)
    parser.add_argument("--rate", default="1gbit", help="rate of each link in the format of tc: 500mbit, 1gbit")
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 4, 8])
    options = parser.parse_args()
    size, number = options.megabytes * 1e6, re.fullmatch(r"([\d.]+)([mg]bit)", options.rate)
    if number is None:
        parser.error(f"--rate must be a number of mbit or gbit, received {options.rate}")
    line = float(number.group(1)) * UNITS[number.group(2)] / 8 * PAYLOAD
    for workers in options.workers:
        with hosts(workers + 1, options.rate):
            sync, asynchronous = (exchange(kind, workers, int(size / 4)) for kind in ("dist_sync", "dist_async"))
        expected = 2 * (workers - 1) / workers * size / line + 2 * (workers - 1) * LATENCY
        # All gradients go to one server, then all values come back, so its link carries one direction at a time.
        print(f"{workers} hosts with lines of {options.rate}: dist_sync {sync:.2f} s (model {expected:.2f}), "
              f"dist_async with one server {asynchronous:.2f} s (model {2 * workers * size / line:.2f})", flush=True)


if __name__ == "__main__":
    main()
