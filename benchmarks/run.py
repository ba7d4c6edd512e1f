"""Measure the same workloads on this package and its peers, interleaved.

    python benchmarks/run.py [--only NAME] [--quick] [--write] [--threads N] [--python PEER=PYTHON]

Every peer is one long-lived process. In each round, all peers run the same workload for a short time, one after the
other in random order, so that other load on the machine affects all of them; the others are stopped meanwhile. The
result is the smallest time of each.
"""

from __future__ import annotations

import argparse
import os
import random
import shlex
import shutil
import statistics
import sys
from pathlib import Path

import report
import workloads
from channel import Channel, WorkerError
from networks import OURS_VARIABLE
from peers import OURS, PEERS, find_interpreter, venvs_root
from report import Cell

ROUND_SECONDS = 0.03
QUIET_LOAD = 0.5


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="run only this workload, group or member of a group (repeatable)",
    )
    parser.add_argument("--peers", metavar="A,B", help="run only these peers, comma separated")
    parser.add_argument("--quick", action="store_true", help="use few rounds, for a quick check")
    parser.add_argument("--rounds", type=int, help="rounds per workload (default 40, quick 6)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="threads of every peer")
    parser.add_argument(
        "--python",
        action="append",
        default=[],
        metavar="PEER=PYTHON",
        help="interpreter for a peer instead of its environment (repeatable)",
    )
    parser.add_argument("--venvs", help="folder of the environments (default: benchmarks/.venvs)")
    parser.add_argument("--write", action="store_true", help="write benchmarks/RESULTS.md")
    parser.add_argument("--verbose", action="store_true", help="show the output of the workers")
    options = parser.parse_args(arguments)
    if options.threads < 1:
        parser.error(f"--threads must be at least 1, received {options.threads}")
    return options


def parse_overrides(pairs: list[str]) -> dict[str, str]:
    known = {name for peer in PEERS for name in (peer.name, peer.venv)}
    overrides = {}
    for pair in pairs:
        name, separator, path = pair.partition("=")
        if not separator or name not in known:
            raise SystemExit(f"--python must be PEER=PYTHON with PEER in {sorted(known)}, received {pair!r}")
        found = shutil.which(path)
        if found is None:
            raise SystemExit(f"--python {pair}: no such interpreter")
        overrides[name] = found
    return overrides


def open_channels(options: argparse.Namespace) -> dict[str, Channel]:
    """Start a worker for every peer whose interpreter exists."""
    wanted = set(options.peers.split(",")) | {OURS} if options.peers else None
    unknown = (wanted or set()) - {peer.name for peer in PEERS}
    if unknown:
        raise SystemExit(f"--peers: unknown {sorted(unknown)}; known: {[peer.name for peer in PEERS]}")
    root, overrides = venvs_root(options.venvs), parse_overrides(options.python)
    ours = find_interpreter(PEERS[0], root, overrides)
    os.environ.setdefault(OURS_VARIABLE, str(ours))
    channels = {}
    for peer in PEERS:
        if wanted is not None and peer.name not in wanted:
            continue
        python = find_interpreter(peer, root, overrides)
        if python is None:
            print(f"{peer.title}: no environment under {root}; see make_venvs.py", file=sys.stderr)
            continue
        channels[peer.name] = Channel(peer, python, options.threads, options.verbose)
    return channels


def prepare(channels: dict[str, Channel], workload: str) -> tuple[dict[str, Cell], dict[str, int]]:
    """Build ``workload`` on all peers; return a cell per peer and the repeat counts of those ready."""
    cells: dict[str, Cell] = {}
    repeats: dict[str, int] = {}
    for name, channel in channels.items():
        try:
            reply = channel.ask(command="prepare", workload=workload, target=ROUND_SECONDS)
        except WorkerError as error:
            cells[name] = Cell(error=str(error))
            continue
        if reply.get("missing"):
            cells[name] = Cell()
            continue
        cells[name] = Cell(result=reply["result"])
        repeats[name] = reply["repeat"]
    return cells, repeats


def measure(channels: dict[str, Channel], workload: str, rounds: int) -> dict[str, Cell]:
    cells, repeats = prepare(channels, workload)
    times: dict[str, list[float]] = {name: [] for name in repeats}
    for _ in range(rounds):
        # In a fixed order, each peer would always be disturbed by the same predecessor.
        for name in random.sample(sorted(repeats), len(repeats)):
            repeat = repeats[name]
            if cells[name].error is not None:
                continue
            try:
                reply = channels[name].ask(command="measure", workload=workload, repeat=repeat)
            except WorkerError as error:
                cells[name].error = str(error)
                continue
            times[name].append(reply["seconds"])
            # A disturbed warm-up results in too few iterations per round; later rounds correct it.
            repeats[name] = max(repeat, int(ROUND_SECONDS / min(times[name])))
    for name, measured in times.items():
        if cells[name].error is None:
            cells[name].best, cells[name].median = min(measured), statistics.median(measured)
    report.flag_disagreement(cells, OURS)
    return cells


def describe(channels: dict[str, Channel]) -> dict[str, dict[str, str]]:
    """Return the versions by peer; remove workers that fail to start from the run."""
    found = {}
    for name, channel in list(channels.items()):
        try:
            found[name] = channel.ask(command="describe")["versions"]
        except WorkerError as error:
            print(f"{name}: {error}", file=sys.stderr)
            channels.pop(name).close()
    return found


def main() -> int:
    options = parse_arguments()
    try:
        titles = workloads.titles(options.only)
    except ValueError as error:
        raise SystemExit(f"--only: {error}") from None
    rounds = options.rounds or (6 if options.quick else 40)
    load = report.load_average()
    if load is not None and load > QUIET_LOAD:
        print(f"load average {load:.1f}: other programs are running, expect noise", file=sys.stderr)
    channels = open_channels(options)
    try:
        versions = describe(channels)
        table: dict[str, dict[str, Cell]] = {}
        for name, title in titles.items():
            print(f"measuring {title}", file=sys.stderr, flush=True)
            table[name] = measure(channels, name, rounds)
    finally:
        for channel in channels.values():
            channel.close()
    print(report.terminal_table(titles, table))
    measured = any(row[OURS].best is not None for row in table.values() if OURS in row)
    if options.write and not measured:
        print("RESULTS.md left as it was: nothing of this package was measured", file=sys.stderr)
    elif options.write:
        command = shlex.join(["python", "benchmarks/run.py", *_portable(sys.argv[1:])])
        machine = report.describe_machine(options.threads, load)
        target = Path(__file__).resolve().parent / "RESULTS.md"
        before = target.read_text(encoding="utf-8") if target.exists() else ""
        target.write_text(report.document(titles, table, versions, machine, rounds, command, before), encoding="utf-8")
        print(f"written: {os.path.relpath(target)}")
    return 1 if any(cell.error for row in table.values() for cell in row.values()) else 0


def _portable(arguments: list[str]) -> list[str]:
    """Return the command line without machine-specific paths."""
    kept, skip = [], False
    for argument in arguments:
        if skip or argument.startswith(("--python=", "--venvs=")):
            skip = False
        elif argument in ("--python", "--venvs"):
            skip = True
        else:
            kept.append(argument)
    return kept


if __name__ == "__main__":
    sys.exit(main())
