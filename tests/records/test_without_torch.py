"""Tests that the tools for record files run without torch and without the package ``mxnet``."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

import mxnet as mx
import mxnet_records
from mxnet.test_utils import get_im2rec_path
from mxnet_records import cli, record_format

ROOT = Path(mxnet_records.__file__).parent
COMMAND = [sys.executable, "-c", "import sys; from mxnet_records.cli import main; sys.exit(main())", "im2rec"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which importing torch fails."""
    folder = tmp_path / "no_torch" / "torch"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("raise AssertionError('torch was imported')\n")
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder.parent), str(ROOT.parent)))}


@pytest.mark.parametrize("command", [COMMAND, [sys.executable, "-m", "mxnet.tools.im2rec"],
                                     [sys.executable, "-mmxnet.tools.im2rec"], [sys.executable, get_im2rec_path()]],
                         ids=["command", "module", "joined", "path"])
def test_im2rec(command, environment, tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    (tmp_path / "all.lst").write_text("0\t1\ta.png\n")
    made = subprocess.run([*command, str(tmp_path / "all"), str(tmp_path), "--resize", "4"], env=environment,
                          capture_output=True, text=True)
    assert (made.returncode, made.stderr) == (0, "")
    assert "all.rec: 1 images" in made.stdout


def test_tools_for_records(environment, tmp_path):
    record, index = tmp_path / "a.rec", tmp_path / "a.idx"
    record.write_bytes(b"".join(record_format.encode_record(b"content")))
    made = subprocess.run([sys.executable, "-m", "mxnet.tools.rec2idx", str(record), str(index)], env=environment,
                          capture_output=True, text=True)
    assert (made.returncode, made.stderr, index.read_text()) == (0, "", "0\t0\n")
    shown = subprocess.run([*COMMAND[:-1], "rec", str(record)], env=environment, capture_output=True, text=True)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "1 records" in shown.stdout


def test_errors_of_the_module_end_the_process(environment, tmp_path):
    refused = subprocess.run([sys.executable, "-m", "mxnet.tools.im2rec", str(tmp_path / "none"), str(tmp_path)],
                             env=environment, capture_output=True, text=True)
    assert refused.returncode == 1
    assert refused.stderr.startswith("mxnet im2rec: error: found no list")


def test_other_commands_import_the_package(environment, tmp_path):
    started = subprocess.run([*COMMAND[:-1], "check", str(tmp_path)], env=environment, capture_output=True, text=True)
    assert "torch was imported" in started.stderr and "Traceback" not in started.stderr


def test_public_names_are_those_of_recordio():
    # The one of mx.recordio is also a torch data set.
    assert issubclass(mx.recordio.WebDataset, mxnet_records.WebDataset)
    shared = set(mxnet_records.__all__) & set(dir(mx.recordio)) - {"WebDataset"}
    assert shared == {"IRHeader", "MXIndexedRecordIO", "MXRecordIO", "pack", "pack_img", "unpack", "unpack_img"}
    for name in shared:
        assert getattr(mxnet_records, name) is getattr(mx.recordio, name)
    assert set(mxnet_records.__all__) <= set(dir(mxnet_records))
    assert mxnet_records.MXNetError is mx.MXNetError
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = mxnet_records.nothing


def test_the_import_is_light(environment):
    program = """if True:
        import sys
        import mxnet_records
        heavy = {"torch", "numpy", "cv2", "mxnet"}
        assert not heavy & set(sys.modules)
        from mxnet_records import *
        assert heavy & set(sys.modules) == {"numpy"}
        print(pack, mxnet_records.__version__)
    """
    ended = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.endswith(f"{mxnet_records.__version__}\n")


def test_programs_of_the_guide(environment, tmp_path):
    text = (Path(__file__).resolve().parents[2] / "docs/en/guides/records.md").read_text(encoding="utf-8")
    write, read = re.findall(r"^```python\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    (printed,) = re.findall(r"^```text\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    use = """
faces = Faces("faces")
assert [faces[number][1] for number in range(len(faces))] == [0, 1, 0, 1]
writer = recordio.MXIndexedRecordIO("train.idx", "train.rec", "w")
writer.write_idx(0, recordio.pack(recordio.IRHeader(2, [3.0, 5.0], 0, 0), b""))
for key in (1, 2):
    writer.write_idx(key, recordio.pack_img(recordio.IRHeader(0, [7.0 + key, 0.0], key, 0), image))
writer.close()
faces = Faces("train")
assert len(faces) == 2 and faces[1][1] == 9 and faces[1][0].shape == (112, 112, 3)
"""
    ended = subprocess.run([sys.executable, "-c", write + read + use], cwd=tmp_path, env=environment,
                           capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, printed, "")


def test_lists_and_indexes(tmp_path):
    (tmp_path / "a.lst").write_text("0\t1.0\t2.0\ta.png\nnonsense\n")
    with pytest.warns(UserWarning, match="line 2: expected a key"):
        (entry,) = mxnet_records.read_list(str(tmp_path / "a.lst"))
    assert (entry.key, entry.labels, entry.name) == (0, (1.0, 2.0), "a.png")
    (tmp_path / "a.rec").write_bytes(b"".join(record_format.encode_record(b"content")) * 2)
    assert mxnet_records.make_index(str(tmp_path / "a.rec"), str(tmp_path / "a.idx")) == 2


@pytest.fixture
def only_records(monkeypatch):
    """Let the command find no package ``mxnet``, as if only mxnet-records were installed."""
    monkeypatch.setattr(cli.importlib.util, "find_spec", lambda name: None)


@pytest.mark.parametrize("words", [["demo"], ["demo", "--help"], ["convert", "a.params"]])
def test_commands_that_need_torch_say_so(words, only_records, capsys):
    assert cli.main(words) == 1
    assert capsys.readouterr().err == (f"mxnet {words[0]}: error: only mxnet-records is installed, which does not have "
                                       "this command; install mxnet-torch\n")


def test_help_without_mxnet_lists_the_commands_that_run(only_records, capsys):
    assert cli.main([]) == 0
    printed = capsys.readouterr().out
    assert all(f"    {name} " in printed for name in ("im2rec", "rec2idx", "rec"))
    assert "demo" not in printed and "PyTorch" not in printed
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    assert capsys.readouterr().out.startswith(f"mxnet-records {mxnet_records.__version__} (numpy ")


def _imported(path: Path) -> set[str]:
    """Return the top-level packages that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").split(".")[0])
    return found


def test_nothing_imports_mxnet():
    """The command imports it with a computed name."""
    users = {str(path.relative_to(ROOT)) for path in ROOT.rglob("*.py") if _imported(path) & {"mxnet", "torch"}}
    assert users == set()
