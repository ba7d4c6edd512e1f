"""Tests for ``mxnet run``, which runs programs like ``python`` and reports uses of removed names."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest

import mxnet_records
from mxnet_records.cli import main
from mxnet_records.old_programs import functions, names, old_imp, restoring, running

ROOT = str(Path(mxnet_records.__file__).parents[1])
RUN = [sys.executable, "-m", "mxnet_records.cli", "run"]


def run(folder: Path, *words: str, start: list[str] = RUN, given: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": ROOT, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([*start, *words], cwd=folder, env=environment, input=given, capture_output=True, text=True,
                          timeout=120)


def program(folder: Path, text: str, name: str = "program.py") -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return name


# Removed names


def available(table: dict[str, dict[str, object]]) -> list[tuple[str, str]]:
    return [(module, name) for module, members in table.items() for name in members
            if module.partition(".")[0] != "PIL" and name != "ByteString"]


@pytest.mark.parametrize(("module", "name"), available(names.REPLACEMENTS) + available(names.FUNCTIONS))
def test_each_name_has_a_value(module: str, name: str) -> None:
    if module == "numpy" and name in vars(np):
        pytest.skip("this NumPy has it")
    value = names.value_of(module, name)
    assert value is not None
    instead = names.replacement(f"{module}.{name}")
    assert instead is None or names.is_removed(f"{module}.{name}")


def test_stand_ins() -> None:
    assert functions.asscalar(np.array([3])) == 3 and functions.asfarray([1, 2]).dtype == np.float64
    assert functions.asfarray([1], np.float32).dtype == np.float32 and functions.asfarray([1], int).dtype == np.float64
    assert functions.in1d([[1, 2], [3, 4]], [2]).tolist() == [False, True, False, False]
    assert functions.msort([[3, 1], [2, 5]]).tolist() == [[2, 1], [3, 5]]
    assert functions.copy_and_transpose([[1, 2]]).tolist() == [[1], [2]]
    assert functions.find_common_type([np.float32], [np.int64, np.float64]) == np.float32
    assert functions.find_common_type([np.int8], [np.float64]) == np.float64
    assert functions.find_common_type([], [np.int8]) == np.int8
    assert functions.issctype(np.float32) and not functions.issctype("f4") and not functions.issctype(list)
    assert functions.obj2sctype("f4") is np.float32 and functions.obj2sctype("?!", 5) == 5
    assert functions.sctype2char(np.float64) == "d" and functions.safe_eval("[1]") == [1]
    assert names.value_of("numpy", "cast")["f"](1.5).dtype == np.float32
    assert np.float16 in names.value_of("numpy", "sctypes")["float"]
    drawn = {int(functions.random_integers(2)) for _ in range(100)}
    assert drawn == {1, 2} and functions.random_integers(3, 3, (2,)).tolist() == [3, 3]
    assert tuple(
        functions.getargspec(lambda a, b=2: a)) == (["a", "b"], None, None, (2,))
    with pytest.raises(ValueError, match="keyword-only"):
        functions.getargspec(lambda *, a: a)
    assert len(functions.linux_distribution()) == 3


def test_the_old_imp(tmp_path: Path) -> None:
    program(tmp_path, "value = 5\n", "found.py")
    module = old_imp.load_source("found_by_imp", str(tmp_path / "found.py"))
    assert module.value == 5 and sys.modules.pop("found_by_imp") is module
    file, path, kind = old_imp.find_module("found", [str(tmp_path)])
    file.close()
    assert (path, kind) == (str(tmp_path / "found.py"), (".py", "r", old_imp.PY_SOURCE))
    with pytest.raises(ImportError, match="nowhere"):
        old_imp.find_module("nowhere", [str(tmp_path)])
    assert old_imp.new_module("x").__name__ == "x"


def test_modules_that_python_has_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restoring.importlib.machinery.PathFinder, "find_spec", lambda name, *_: None)
    spec = restoring._removed_module("imp")
    assert spec is not None and spec.origin == old_imp.__file__
    finder = types.SimpleNamespace(DistutilsMetaFinder=lambda: types.SimpleNamespace(find_spec=lambda *_: "found"))
    monkeypatch.setitem(sys.modules, "_distutils_hack", finder)
    assert restoring._removed_module("distutils") == "found"
    monkeypatch.setitem(sys.modules, "_distutils_hack", None)
    assert restoring._removed_module("distutils") is None


_OLD_NUMPY = pytest.mark.skipif(hasattr(np, "product"), reason="this NumPy has some of the names")


@_OLD_NUMPY
def test_normal_programs_get_no_names() -> None:
    assert not hasattr(np, "float") and not hasattr(np, "product")
    code = ("import mxnet, collections, numpy\nassert not hasattr(numpy, 'float')\n"
            "assert not hasattr(collections, 'Mapping')")
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": ROOT})


_OLD = '''
import collections
import sys
assert "numpy" not in sys.modules and "mxnet" not in sys.modules
import numpy as np
from numpy import float as Real, int
from collections import Mapping, OrderedDict
import fractions, time
import helper
for number in range(3):
    x = np.zeros(2, dtype=np.float)
print(x.dtype, Real, int, isinstance({}, Mapping), isinstance([], collections.Sequence), fractions.gcd(4, 6))
print(time.clock() >= 0, np.product([2, 3]), np.NaN, helper.found)
try:
    np.nothing
except AttributeError as error:
    print(error)
np.complex = "of the program"
print(np.complex, hasattr(np, "object"))
'''


@_OLD_NUMPY
@pytest.mark.parametrize("start", [RUN, [sys.executable, "-m", "mxnet", "run"],
                                   [sys.executable, "-X", "utf8", "-mmxnet", "run"]])
def test_names_are_restored_and_reported(tmp_path: Path, start: list[str]) -> None:
    program(tmp_path, _OLD)
    program(tmp_path, "import numpy\nfound = numpy.str\n", "helper.py")
    ended = run(tmp_path, "program.py", start=start)
    assert ended.stdout == (
        "float64 <class 'float'> <class 'int'> True True 2\nTrue 6 nan <class 'str'>\n"
        "module 'numpy' has no attribute 'nothing'\nof the program True\n"), ended.stderr
    report = ended.stderr.splitlines()
    assert ended.returncode == 0 and report[0].startswith("mxnet run: restored ") and "--fix" in report[-1]
    assert report[1:-1] == [
        "  helper.py:2: numpy.str, now str",
        "  program.py:6: numpy.float, now float",
        "  program.py:6: numpy.int, now int",
        "  program.py:7: collections.Mapping, now collections.abc.Mapping",
        "  program.py:11: numpy.float, now float",
        "  program.py:12: collections.Sequence, now collections.abc.Sequence",
        "  program.py:12: fractions.gcd, now math.gcd",
        "  program.py:13: numpy.NaN, now numpy.nan",
        "  program.py:13: numpy.product, now numpy.prod",
        "  program.py:13: time.clock, now time.process_time",
        "  program.py:19: numpy.object, now object",
    ]


def test_this_package_itself_is_not_reported(tmp_path: Path) -> None:
    """This package checks for functions of NumPy."""
    ended = run(tmp_path, program(tmp_path, "import mxnet as mx\nprint(mx.nd.ones((2,)).sum().asscalar())\n"))
    assert (ended.stdout, ended.stderr) == ("2.0\n", "")


_PROCESSES = '''
import multiprocessing, os, sys
import numpy as np
LIMIT = np.int(2)

def work(queue):
    queue.put(str(np.object))

if __name__ == "__main__":
    for method in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context(method)
        queue = context.Queue()
        process = context.Process(target=work, args=(queue,))
        process.start()
        print(queue.get(), flush=True)
        process.join()
    if hasattr(os, "fork") and os.fork() == 0:
        sys.exit(0)
'''


def test_processes_of_the_program_have_the_names(tmp_path: Path) -> None:
    ended = run(tmp_path, program(tmp_path, _PROCESSES))
    assert set(ended.stdout.splitlines()) == {"<class 'object'>"}, ended.stderr
    lines = [line for line in ended.stderr.splitlines() if "program.py" in line]
    assert lines == ["  program.py:4: numpy.int, now int", "  program.py:7: numpy.object, now object"]
    assert not list(Path(running.tempfile.gettempdir()).glob("mxnet-run-*")) or os.environ.get("PYTEST_XDIST_WORKER")


# Same behaviour as python

_ENDS = {
    "value": "import sys\nprint(sys.argv, __name__, __file__, __doc__, __spec__, sys.path[0], sys.stdin.read())\n",
    "error": "def f():\n    raise ValueError('wrong')\n\nf()\n",
    "chained": "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise KeyError('x') from error\n",
    "syntax": "x = (\n",
    "indentation": "if True:\nx = 1\n",
    "exit": "import sys\nsys.exit(5)\n",
    "message": "import sys\nsys.exit('a message')\n",
    "none": "raise SystemExit\n",
    "hook": "import sys\nsys.excepthook = lambda *a: print('hook', a[0].__name__)\n1 / 0\n",
    "atexit": "import atexit\natexit.register(print, 'at the end')\n1 / 0\n",
    "interrupt": "import atexit\natexit.register(print, 'at the end')\nraise KeyboardInterrupt\n",
    "os error": "open('nothing')\n",
    "warning": "import warnings\nwarnings.warn('look')\n",
    "main": "import __main__, pickle, inspect\nclass A: pass\n"
            "print(__main__.A, type(pickle.loads(pickle.dumps(A()))))\n"
            "print(inspect.getsource(A), sorted(n for n in vars(__main__) if n != '__annotations__'))\n",
    "thread": "import threading\nthreading.Thread(target=lambda: 1 / 0, name='t').start()\n",
    "encoding": "# coding: latin-1\nprint(ascii('\xe4'))\n",
    "future": "def f(x: Unknown): pass\n",
}


@pytest.mark.parametrize("case", _ENDS)
def test_programs_end_as_with_python(tmp_path: Path, case: str) -> None:
    (tmp_path / "sub").mkdir()
    path = tmp_path / "sub" / "program.py"
    path.write_text(_ENDS[case], encoding="latin-1" if case == "encoding" else "utf-8")
    words = ("sub/program.py", "-m", "--help", "x y", "-")
    expected, found = run(tmp_path, *words, start=[sys.executable], given="in"), run(tmp_path, *words, given="in")
    assert (found.returncode, found.stdout, found.stderr) == (expected.returncode, expected.stdout, expected.stderr)
    if case == "interrupt" and os.name == "posix":
        assert found.returncode == -signal.SIGINT


@pytest.mark.parametrize("words", [("-m", "package", "--flag", "-m"), ("-mpackage.inner", "x"), ("-m", "nothing"),
                                   ("package", "x"), ("-m", "package.broken"), ("-",  "x")])
def test_modules_folders_and_the_standard_input(tmp_path: Path, words: tuple[str, ...]) -> None:
    show = "import sys\nprint(sys.argv, __name__, __package__, __spec__ and __spec__.name, sys.path[0])\n"
    program(tmp_path, "", "package/__init__.py")
    for name in ("__main__", "inner"):
        program(tmp_path, show, f"package/{name}.py")
    program(tmp_path, show + "1 / 0\n", "package/broken.py")
    expected = run(tmp_path, *words, start=[sys.executable], given=show)
    found = run(tmp_path, *words, given=show)
    assert (found.returncode, found.stdout, found.stderr) == (expected.returncode, expected.stdout, expected.stderr)


def test_linked_programs_find_their_neighbours(tmp_path: Path) -> None:
    program(tmp_path, "import neighbour\n", "real/program.py")
    program(tmp_path, "print('found')\n", "real/neighbour.py")
    (tmp_path / "link.py").symlink_to("real/program.py")
    assert run(tmp_path, "link.py").stdout == "found\n"


def test_what_cannot_be_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended = run(tmp_path, "nothing.py")
    assert ended.returncode == 2 and ended.stderr.startswith("mxnet run: can't open file ")
    for words in ([], ["-m"], ["--help"]):
        with pytest.raises(SystemExit) as stopped:
            main(["run", *words])
        assert stopped.value.code == 0 and "mxnet run SCRIPT [ARG ...]" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stopped:
        main(["run", "-x", "program.py"])
    assert stopped.value.code == 2 and "no option -x" in capsys.readouterr().err


def test_long_reports_are_cut(tmp_path: Path) -> None:
    found = [restoring.Use(str(tmp_path / "a.py"), line, "numpy.float") for line in range(1, 251)]
    lines = running.describe(found).splitlines()
    assert lines[0].startswith("mxnet run: restored 250 uses") and lines[-2] == "  and 50 more" and len(lines) == 203
    assert running.describe(found[:1]).splitlines()[0].startswith("mxnet run: restored 1 use of")


def test_damaged_lines_of_killed_processes_are_left_out(tmp_path: Path) -> None:
    uses = restoring.Uses(str(tmp_path / "uses"))
    uses.note("numpy.float", sys._getframe())
    uses.note("numpy.float", None)
    with open(tmp_path / "uses", "ab") as file:
        file.write(b'["a", 1')
    assert [use.name for use in uses.all()] == ["numpy.float"]
