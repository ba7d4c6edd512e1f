"""What importing the package does to the garbage collector."""

import subprocess
import sys


def _run(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.strip()


def test_the_collector_is_left_as_it_was() -> None:
    tell = "import gc; {} import mxnet; print(gc.isenabled(), gc.get_freeze_count() > 10000)"
    assert _run(tell.format("")) == "True True"
    assert _run(tell.format("gc.disable();")) == "False True"


def test_torch_that_fails_to_load_leaves_it_on() -> None:
    program = ("import gc, sys; sys.modules['torch'] = None\n"
               "try: import mxnet\n"
               "except ImportError: print(gc.isenabled())")
    assert _run(program) == "True"
