"""What importing the package does to the garbage collector, and what it leaves to it."""

import os
import pathlib
import subprocess
import sys
import zipfile

import pytest

import mxnet as mx


def _run(program: str, folder: pathlib.Path | None = None) -> str:
    path = os.pathsep.join(["", str(pathlib.Path(mx.__file__).parent.parent)])
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd=folder,
                          env={**os.environ, "PYTHONPATH": path})
    assert done.stderr == ""
    return done.stdout.strip()


def test_the_collector_is_left_as_it_was() -> None:
    tell = "import gc; {} import mxnet; print(gc.isenabled(), gc.get_freeze_count() > 10000)"
    assert _run(tell.format("")) == "True True"
    assert _run(tell.format("gc.disable();")) == "False True"


def test_torch_that_fails_to_load_leaves_it_on() -> None:
    program = ("import gc, sys; sys.modules['torch'] = None\n"
               "try: import mxnet\n"
               "except ImportError: print(gc.isenabled())")
    assert _run(program) == "True"


CYCLE = """
import gc, weakref
class Node: pass
def cycle():
    node = Node()
    node.self = node
    return node, weakref.ref(node)
"""


@pytest.mark.parametrize("before", [True, False])
def test_circles_of_the_program_are_collected(before: bool) -> None:
    make = "node, reference = cycle()\n"
    program = CYCLE + (make + "import mxnet\n" if before else "import mxnet\n" + make)
    assert _run(program + "del node\ngc.collect()\nprint(reference())") == "None"


def test_errors_and_generators_of_the_program_keep_their_frames() -> None:
    program = """
import sys
def fail():
    value = 7
    raise ValueError
try: fail()
except ValueError as error: kept = error
def numbers():
    yield 1
    yield 2
steps = numbers()
next(steps); frame = steps.gi_frame
import mxnet
print(kept.__traceback__.tb_next.tb_frame.f_locals, next(steps))
"""
    assert _run(program) == "{'value': 7} 2"


# Functions tie the namespace of a module into a circle that only the collector takes apart.
LEFT = """
import zipfile
text = open("text.txt", "w")
text.write("kept")
archive = zipfile.ZipFile("archive.zip", "w")
archive.writestr("name", "kept")
class Tells:
    def __del__(self):
        print("ends with", VALUE, archive.filename)
VALUE = 3
tells = Tells()
def function(): return tells
"""


@pytest.mark.parametrize("program", [LEFT + "import mxnet", "import mxnet\n" + LEFT, "import held, mxnet",
                                     "import torch, mxnet\n" + LEFT, LEFT + "import torch, mxnet"])
def test_what_a_program_leaves_open_is_finished_at_its_end(program: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "held.py").write_text(LEFT)
    assert _run(program + "\narray = mxnet.nd.ones(3)", tmp_path) == "ends with 3 archive.zip"
    assert (tmp_path / "text.txt").read_text() == "kept"
    assert zipfile.ZipFile(tmp_path / "archive.zip").read("name") == b"kept"
