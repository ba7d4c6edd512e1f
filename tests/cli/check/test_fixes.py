"""Tests for the replacement of removed names by ``mxnet check --fix``."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mxnet.cli import main
from mxnet.cli.check import _fixes


def fixed(folder: Path, text: str | bytes, code: int = 0) -> bytes:
    path = folder / "program.py"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    assert main(["check", str(path), "--fix", "--write"]) == code
    return path.read_bytes()


@pytest.mark.parametrize(("before", "after"), [
    ("import numpy as np\nx = np.float(3)\n", "import numpy as np\nx = float(3)\n"),
    ("import numpy\nx = numpy.int\n", "import numpy\nx = int\n"),
    ("import numpy as np\nx = np.zeros(3, dtype=np.bool)\n", "import numpy as np\nx = np.zeros(3, dtype=bool)\n"),
    ("import numpy as n\nx = n.float_, n.unicode_\n", "import numpy as n\nx = n.float64, n.str_\n"),
    ("import numpy as np\nx = -np.NINF ** np.NZERO\n", "import numpy as np\nx = -(-np.inf) ** (-0.0)\n"),
    ("import numpy as np\nx = np.float.__name__\n", "import numpy as np\nx = float.__name__\n"),
    ("import numpy as np\nx = (np .\n  object)\n", "import numpy as np\nx = (object)\n"),
    ("import numpy as np\nx = 'é', np.float, '漢', np.int\n", "import numpy as np\nx = 'é', float, '漢', int\n"),
    ("import numpy as np\nx = 'np.float' # np.float\n", None),
    ("import numpy as np\n'''np.float'''\n", None),
    ("from numpy import float\n", ""),
    ("import os\nfrom numpy import float, array\n", "import os\nfrom numpy import array\n"),
    ("from numpy import float as F\n", "F = float\n"),
    ("from numpy import float_ as F, NaN\n", "from numpy import float64 as F, nan as NaN\n"),
    ("from numpy import long, NINF\n", "long = int\nNINF = float('-inf')\n"),
    ("if x:\n    from numpy import float\n", "if x:\n    pass\n"),
    ("x = 1; from numpy import float; y = 2\n", "x = 1; pass; y = 2\n"),
    ("from numpy import float  # why\n", "pass  # why\n"),
    ("def f():\n\tfrom numpy import (\n\t\tlong,\n\t\tarray)\n", "def f():\n\tfrom numpy import array\n\tlong = int\n"),
    ("import collections\nx = collections.Mapping\n", "import collections\nx = collections.abc.Mapping\n"),
    ("from collections import Mapping, OrderedDict\n",
     "from collections import OrderedDict\nfrom collections.abc import Mapping\n"),
    ("from collections import Iterable as I\n", "from collections.abc import Iterable as I\n"),
    ("from fractions import gcd\n", "from math import gcd\n"),
    ("from time import clock\n", "from time import process_time as clock\n"),
    ("from os import errno\n", "import errno\n"),
    ("import time\nt = time.clock()\n", "import time\nt = time.process_time()\n"),
    ("from PIL import Image\nm = Image.ANTIALIAS\n", "from PIL import Image\nm = Image.LANCZOS\n"),
    ("import numpy as np\nx = np.asscalar(a[0])\n", "import numpy as np\nx = a[0].item()\n"),
    ("import numpy as np\nx = np.asscalar((a + b),)\n", "import numpy as np\nx = (a + b).item()\n"),
    ("import numpy as np\nx = np.asscalar(np.asscalar(np.float(1)))\n",
     "import numpy as np\nx = float(1).item().item()\n"),
    ("import numpy as np\nx = np.msort(a)\n", "import numpy as np\nx = np.sort(a, axis=0)\n"),
    # Names that the program handles or defines itself.
    ("import numpy as np\ntry:\n    x = np.float\nexcept AttributeError:\n    x = float\n", None),
    ("try:\n    from collections import Mapping\nexcept ImportError:\n    from collections.abc import Mapping\n", None),
    ("import numpy as np\nif not hasattr(np, 'float'):\n    np.float = float\nx = np.float\n", None),
    ("from mxnet import np\nx = np.float\n", None),
    ("import numpy as np\ndef f(np):\n    return np.float\n", None),
    ("np = something()\nx = np.float\n", None),
])
def test_replacements(tmp_path: Path, before: str, after: str | None) -> None:
    assert fixed(tmp_path, before).decode() == (before if after is None else after)


@pytest.mark.parametrize("text", [
    "import numpy as np\ndef f(float):\n    return np.float\n",
    "import numpy as np\nint = 3\nx = np.int\n",
    "def f(float):\n    def g():\n        from numpy import float\n        return float\n    return g\n",
    "import numpy as np\nx = np.asscalar(*a)\n",
    "import numpy as np\nx = map(np.asscalar, y)\n",
    "import numpy as np\nx = np.cast['f'](1)\n",
    "import fractions\nx = fractions.gcd(1, 2)\n",
    "from inspect import getargspec\n",
])
def test_what_is_left_is_named(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Names are not replaced if this would change their meaning."""
    assert fixed(tmp_path, text, code=1).decode() == text
    assert "was not replaced" in capsys.readouterr().err


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize(("start", "encoding"), [(b"", "utf-8"), (b"\xef\xbb\xbf", "utf-8"),
                                                 (b"# coding: latin-1\n", "latin-1"), (b"# coding: gbk\n", "gbk")])
def test_encodings_and_line_endings_stay(tmp_path: Path, ending: bytes, start: bytes, encoding: str) -> None:
    if ending == b"\r" and b"coding" in start:
        pytest.skip("Python looks for the encoding up to a line feed")
    word = "é" if encoding == "latin-1" else "中é" if encoding == "utf-8" else "中"
    text = f"import numpy as np\nx = '{word}', np.float, '\x0c\u00a0'\nfrom collections import Mapping, deque\n# end"
    text = text.replace("\u00a0", "") if encoding == "gbk" else text
    before = start.replace(b"\n", ending) + text.encode(encoding).replace(b"\n", ending)
    after = before.replace(b"np.float", b"float").replace(
        b"from collections import Mapping, deque",
        b"from collections import deque" + ending + b"from collections.abc import Mapping")
    assert fixed(tmp_path, before) == after


def test_modes_stay(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("")
    (tmp_path / "program.py").chmod(0o750)
    fixed(tmp_path, "from time import clock\n")
    assert (tmp_path / "program.py").stat().st_mode & 0o777 == 0o750


_PROJECT = {"a.py": "import numpy as np\nx = np.float(1)\n", "sub/b.py": "from collections import Mapping",
            "c.py": "print 'Python 2'\n", "d.ipynb": '{"cells": [{"cell_type": "code", "source": '
            '["import numpy as np\\n", "np.float(1)"]}], "metadata": {}}', "e.py": "x = 1\n"}


def project(folder: Path) -> None:
    for name, text in _PROJECT.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)


def test_diffs_are_printed_and_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                  capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    project(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["check", ".", "--fix"]) == 1
    out, err = capfdbinary.readouterr()
    assert out == (b"--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n import numpy as np\n-x = np.float(1)\n+x = float(1)\n"
                   b"--- a/sub/b.py\n+++ b/sub/b.py\n@@ -1 +1 @@\n-from collections import Mapping\n"
                   b"\\ No newline at end of file\n+from collections.abc import Mapping\n"
                   b"\\ No newline at end of file\n")
    assert b"d.ipynb:cell 1:2: numpy.float: notebooks are not changed" in err
    assert b"looks like Python 2" in err and b"5 files, 2 replacements shown; --write makes them" in err
    assert all((tmp_path / name).read_text() == text for name, text in _PROJECT.items())


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_diffs_can_be_applied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                              capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    project(tmp_path)
    (tmp_path / "a.py").write_bytes(b"import numpy as np\r\nx = np.float(1)\r\n")
    monkeypatch.chdir(tmp_path)
    main(["check", ".", "--fix"])
    diff = capfdbinary.readouterr().out
    subprocess.run(["git", "apply", "-p1"], input=diff, check=True)
    assert (tmp_path / "a.py").read_bytes() == b"import numpy as np\r\nx = float(1)\r\n"
    assert (tmp_path / "sub" / "b.py").read_text() == "from collections.abc import Mapping"


def test_written_files_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project(tmp_path)
    assert main(["check", str(tmp_path / "a.py"), "--write"]) == 0
    shown = capsys.readouterr()
    assert shown.out == f"{tmp_path / 'a.py'}: 1 replacement\n" and "1 replacement made" in shown.err
    assert main(["check", str(tmp_path / "a.py"), "--fix"]) == 0
    assert capsys.readouterr().out == ""


def test_files_that_would_not_compile_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                           capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(_fixes._Source, "apply", lambda self, edits: "x = (")
    text = "from time import clock\n"
    assert fixed(tmp_path, text, code=1).decode() == text
    assert "would not compile" in capsys.readouterr().err


def test_texts_within_f_strings(tmp_path: Path) -> None:
    """Before Python 3.12, syntax trees may have wrong columns in f-strings. Such names are not changed."""
    text = 'import numpy as np\nx = f"a{np.float(1)!r:>{np.int(3)}}b" f"{np.float}"\ny = f"""\n{np.float}"""\n'
    (tmp_path / "program.py").write_text(text)
    main(["check", str(tmp_path / "program.py"), "--write"])
    result = (tmp_path / "program.py").read_text()
    ast.parse(result)
    plain = result.replace("np.float", "float").replace("np.int", "int")
    assert plain == text.replace("np.float", "float").replace("np.int", "int")


@pytest.mark.skipif(not hasattr(np, "trapezoid"), reason="NumPy 1 does not have all new names")
def test_fixed_programs_run(tmp_path: Path) -> None:
    text = ("import numpy as np, collections, time\nfrom numpy import int, NaN, float_ as R\n"
            "from collections import Mapping, OrderedDict\n"
            "assert np.zeros(1, np.float).dtype == R and isinstance({}, Mapping) and NaN != NaN\n"
            "assert isinstance([], collections.Sequence) and np.asscalar(np.array([int(2)])) == np.product([1, 2])\n"
            "assert np.in1d([1], [1]).all() and np.alltrue([1]) and np.trapz([1, 1]) == 1 and time.clock() >= 0\n")
    fixed(tmp_path, text)
    subprocess.run([sys.executable, str(tmp_path / "program.py")], check=True)


def test_check_reports_names_of_python(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.py").write_text("import collections\ncollections.Mapping\ntry:\n    from time import clock\n"
                                   "except ImportError:\n    pass\nfrom collections import Iterable, OrderedDict\n")
    assert main(["check", str(tmp_path)]) == 1
    shown = capsys.readouterr().out
    assert "a.py:2: problem: collections.Mapping does not exist in Python" in shown
    assert "a.py:4: note: time.clock does not exist" in shown and "a.py:7: problem: collections.Iterable" in shown
    assert "OrderedDict" not in shown and "names that Python has removed: 2" in shown
