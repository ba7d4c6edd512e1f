"""Tests for the local, ssh and MPI launchers (as scripts), and for manually started processes."""

from __future__ import annotations

import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

import pytest
from launching import PROGRAMS, environment, launch, start

from mxnet.cli import main


def _script(folder: pathlib.Path, name: str, text: str) -> None:
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)


def test_variables_reach_the_processes() -> None:
    options = ("--env", "SIZE:all=1", "--env-worker", "COLOUR:blue", "--env-server", "COLOUR:red")
    code, output = launch("small.py", options=options)
    assert code == 0, output
    assert output.count("sum 3 blue all=1 worker 2") == 2, output


def _launched(tmp_path: pathlib.Path, text: str, *options: str) -> tuple[int, str]:
    (tmp_path / "program.py").write_text(text)
    return launch("small.py", options=(*options, sys.executable, str(tmp_path / "program.py")))


@pytest.mark.parametrize(("number", "code"), [(9, 137), (15, 143), (6, 134)])
def test_a_worker_that_a_signal_ends(number: int, code: int, tmp_path: pathlib.Path) -> None:
    """The exit code is that of a shell, not a negative number truncated to eight bits."""
    assert _launched(tmp_path, f"import os\nos.kill(os.getpid(), {number})\n")[0] == code


_PRINTS = """
import os, sys, time
rank = os.environ["DMLC_WORKER_ID"]
for number in range(50):
    print("output", rank, end=" ")
    print(number)
    print("errors", rank, number, file=sys.stderr)
sys.stdout.write("bar 1\\rbar 2\\rno end")
"""


def test_lines_begin_with_the_rank(tmp_path: pathlib.Path) -> None:
    code, output = _launched(tmp_path, _PRINTS)
    assert code == 0
    lines = output.replace("\r", "\n").splitlines()
    for rank in range(2):
        for kind in ("output", "errors"):
            assert [line for line in lines if line.startswith(f"[worker {rank}] {kind}")] == [
                f"[worker {rank}] {kind} {rank} {number}" for number in range(50)]
        ends = [line for line in lines if line.startswith((f"[worker {rank}] bar", f"[worker {rank}] no"))]
        assert ends == [f"[worker {rank}] {text}" for text in ("bar 1", "bar 2", "no end")]


def test_lines_are_passed_on_as_they_are(tmp_path: pathlib.Path) -> None:
    code, output = _launched(tmp_path, "print('a line', flush=True)\n", "--no-prefix")
    # Both processes write to one pipe, and Python may write the text and the line feed separately.
    assert code == 0 and output.replace("\n", "") == "a line" * 2 and output.count("\n") == 2


def test_machines_by_ssh(tmp_path: pathlib.Path) -> None:
    _script(tmp_path, "ssh", "import os, sys\nopen(os.environ['SEEN'], 'a').write(repr(sys.argv[1:]) + '\\n')\n"
                             "os.execvp('sh', ['sh', '-c', sys.argv[-1]])\n")
    (tmp_path / "hosts").write_text("# two machines\n127.0.0.1:22 slots=2\n\nlocalhost\n")
    seen = tmp_path / "seen"
    code, output = launch("small.py", options=("-H", str(tmp_path / "hosts"), "--env", "COLOUR"), COLOUR="green",
                          SEEN=str(seen), PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert code == 0, output
    assert output.count("sum 3 green") == 2, output
    lines = seen.read_text().splitlines()
    assert len(lines) == 2 and "'-p', '22', '127.0.0.1'" in "".join(lines) and "'localhost'" in "".join(lines)
    assert "MXNET_CLUSTER_SECRET=" not in seen.read_text(), "other users could read the secret in the command line"


def test_nothing_is_left_on_other_machines(tmp_path: pathlib.Path) -> None:
    # As with ssh, killing the client does not end the remote process.It only closes the standard input.
    _script(tmp_path, "ssh", "import subprocess, sys\n"
                             "sys.exit(subprocess.run(['sh', '-c', sys.argv[-1]], start_new_session=True).returncode)\n")
    _script(tmp_path, "program", "import os, pathlib, sys, time\nrank = os.environ['DMLC_WORKER_ID']\n"
                                 "part = pathlib.Path(sys.argv[1]) / f'part{rank}'\npart.write_text(str(os.getpid()))\n"
                                 "part.rename(part.with_name(f'pid{rank}'))\n"
                                 "while not (part.with_name('pid0').exists() and rank == '1'):\n    time.sleep(0.1)\n"
                                 "sys.exit(7)\n")
    (tmp_path / "hosts").write_text("127.0.0.1\n")
    code, output = launch("small.py", options=("-H", str(tmp_path / "hosts"), str(tmp_path / "program"), str(tmp_path)),
                          PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}", MXNET_LAUNCH_GRACE="1")
    assert code == 7, output
    process = pathlib.Path(f"/proc/{(tmp_path / 'pid0').read_text()}")
    limit = time.monotonic() + 20
    while process.exists() and time.monotonic() < limit:
        time.sleep(0.1)
    assert not process.exists()


_LAUNCHERS = {
    "ssh": "import subprocess, sys\n"
           "sys.exit(subprocess.run(['sh', '-c', sys.argv[-1]], start_new_session=True).returncode)\n",
    "mpirun": "import subprocess, sys\nwords = sys.argv[1:]\nbegin = max(i for i, w in enumerate(words) if w == '-x') + 2\n"
              "started = [subprocess.Popen(words[begin:]) for _ in range(2)]\nsys.exit(max(p.wait() for p in started))\n"}


@pytest.mark.parametrize(("launcher", "number"), [
    ("local", signal.SIGKILL), ("ssh", signal.SIGKILL), ("mpi", signal.SIGKILL), ("local", signal.SIGTERM)])
def test_processes_that_have_not_joined_end_with_the_launcher(
        tmp_path: pathlib.Path, launcher: str, number: signal.Signals) -> None:
    for name, text in _LAUNCHERS.items():
        _script(tmp_path, name, text)
    # These programs do not import the package. A child of the program ends too, and processes that ignore SIGTERM end
    # later.
    _script(tmp_path, "program", "import os, pathlib, signal, sys, time\nchild = os.fork()\n"
                                 "if child:\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
                                 "part = pathlib.Path(sys.argv[1]) / f'part{os.getpid()}'\npart.write_text(str(os.getpid()))\n"
                                 "part.rename(part.with_name(f'pid{os.getpid()}'))\ntime.sleep(100)\n")
    (tmp_path / "hosts").write_text("127.0.0.1\n")
    options = ("--launcher", launcher, *(("-H", str(tmp_path / "hosts")) if launcher != "local" else ()))
    process = start("small.py", options=(*options, str(tmp_path / "program"), str(tmp_path)),
                    PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    limit = time.monotonic() + 60
    while len(found := list(tmp_path.glob("pid*"))) < 4:
        assert time.monotonic() < limit and process.poll() is None
        time.sleep(0.05)
    os.kill(process.pid, number)
    limit = time.monotonic() + 40
    while alive := [path.name for path in found if pathlib.Path(f"/proc/{path.name[3:]}").exists()]:
        assert time.monotonic() < limit, alive
        time.sleep(0.1)
    process.communicate(timeout=60)


def test_mpi(tmp_path: pathlib.Path) -> None:
    _script(tmp_path, "mpirun", "import subprocess, sys\nwords = sys.argv[1:]\ncount = int(words[words.index('-n') + 1])\n"
                                "begin = max(i for i, w in enumerate(words) if w == '-x') + 2\n"
                                "started = [subprocess.Popen(words[begin:]) for _ in range(count)]\n"
                                "sys.exit(max(p.wait() for p in started))\n")
    (tmp_path / "hosts").write_text("127.0.0.1\n")
    code, output = launch("small.py", options=("--launcher", "mpi", "-H", str(tmp_path / "hosts")),
                          PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert code == 0, output
    assert output.count("sum 3") == 2, output


@pytest.mark.parametrize(("program", "word"), [("own_optimizer.py", "passed"), ("small.py", "sum 1")])
def test_processes_started_by_hand(program: str, word: str) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    common = {"DMLC_PS_ROOT_URI": "127.0.0.1", "DMLC_PS_ROOT_PORT": str(port), "DMLC_NUM_WORKER": "1",
              "DMLC_NUM_SERVER": "1", "MXNET_KVSTORE_SERVER_IMPORT": "own_classes"}
    started = {role: subprocess.Popen([sys.executable, str(PROGRAMS / program)], text=True,
                                      env=environment(DMLC_ROLE=role, **common), stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT) for role in ("worker", "server", "scheduler")}
    outputs = {role: process.communicate(timeout=100)[0] for role, process in started.items()}
    assert {role: process.returncode for role, process in started.items()} == {
        "worker": 0, "server": 0, "scheduler": 0}, outputs
    assert word in outputs["worker"] and word not in outputs["server"] + outputs["scheduler"]
    assert "c10d" not in "".join(outputs.values()), "torch logs warnings about closed connections"


@pytest.mark.parametrize(("words", "message"), [
    (["-n", "2"], "no program to start"), (["-n", "0", "true"], "must be at least 1"),
    (["-n", "2", "--launcher", "ssh", "true"], "needs -H/--hostfile"),
    (["-n", "2", "--launcher", "yarn", "true"], "'yarn' is not supported"),
    (["-n", "2", "--env-worker", "COLOUR", "true"], "NAME:VALUE"),
    (["-n", "2", "-H", "no-such-file", "true"], "no-such-file")])
def test_wrong_options(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["launch", *words]) == 1
    assert message in capsys.readouterr().err
