"""Tests of ``mxnet check``: findings and their lines, no false positives, and no code of the project is run."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import cli
from mxnet.cli.check import _project as project
from mxnet.cli.check._project import check_project

PROJECT = Path(__file__).parent / "project"
NUMPY_2 = int(np.__version__.split(".")[0]) >= 2

TRAIN = [
    (13, "name", "F.no_operator"),
    (18, "name", "mxnet.nd.no_function"),
    (20, "name", "mxnet.symbol.contrib.no_symbol"),
    (21, "name", "mxnet.sym.NoLayer"),
    (22, "keyword", "mxnet.sym.Pooling(size=)"),
    (26, "gpu", "mxnet.context.num_gpus"),
    (26, "gpu", "mxnet.gpu"),
    (27, "gpu", "mxnet.Context"),
    (28, "keyword", "mxnet.nd.Concat(wrong=)"),
    (32, "keyword", "mxnet.metric.Accuracy(wrong=)"),
    (34, "numpy1" if NUMPY_2 else "numpy", "numpy.bool"),
    (34, "numpy", "numpy.float"),
    (38, "address", "apache-mxnet.s3-accelerate.amazonaws.com"),
    (38, "address", "data.mxnet.io"),
    (41, "name", "mxnet.no_module"),
]


def findings(name):
    found = check_project(PROJECT / name).findings
    return sorted((finding.place.line, finding.kind, finding.name) for finding in found)


def written(tmp_path, text, name="program.py"):
    (tmp_path / name).write_text(text, encoding="utf-8")
    return check_project(tmp_path / name)


def test_every_kind_of_finding_has_its_line():
    assert findings("train.py") == sorted(TRAIN)


def test_numpy_says_what_to_use_instead(tmp_path):
    (finding,) = written(tmp_path, "import numpy\nnumpy.int(3)\n").findings
    assert "numpy.int does not exist in NumPy" in finding.message
    assert finding.message.endswith("use `int` by itself.")


def test_what_works_or_cannot_be_known_is_no_problem():
    report = check_project(PROJECT / "quiet.py")
    assert not report.problems()
    assert [(finding.place.line, finding.kind, finding.name) for finding in report.findings] == [
        (9, "guarded", "mxnet.gluon.no_metric"), (14, "guarded", "mxnet.sym.no_symbol"),
        (19, "guarded", "mxnet.no_such_thing"), (22, "guarded", "mxnet.nd.tested"), (24, "guarded", "mxnet.mine"),
    ]
    assert all(uses.works for uses in report.names().values())


def test_notebooks_count_lines_in_cells():
    report = check_project(PROJECT / "notebook.ipynb")
    assert [(str(finding.place).partition(":")[2], finding.kind) for finding in report.findings] == [
        ("cell 3:1", "unreadable"), ("cell 5:3", "name")]
    assert "looks like Python 2" in report.findings[0].message


def test_commands_and_other_languages_in_notebooks(tmp_path):
    text = "import mxnet as mx\nfiles = !ls\na, b = %magic x\nmx.nd??\n!echo it's \\\n  more\nmx.nd.no_name\n"
    cells = [{"cell_type": "code", "source": text + "print('%d' \\\n    % (3,))\n"}]
    (finding,) = written(tmp_path, json.dumps({"cells": cells, "metadata": {"kernelspec": None}}), "a.ipynb").findings
    assert (finding.place.line, finding.kind) == (7, "name")
    scala = {"cells": cells, "metadata": {"language_info": {"name": "scala"}}}
    assert not written(tmp_path, json.dumps(scala), "a.ipynb").findings


@pytest.mark.parametrize(("name", "line", "words"), [("deep/python2.py", 2, "this looks like Python 2"),
                                                     ("deep/broken.py", 1, "cannot be parsed")])
def test_files_that_cannot_be_parsed(name, line, words):
    (finding,) = check_project(PROJECT / name).findings
    assert (finding.place.line, finding.kind, finding.level) == (line, "unreadable", "problem")
    assert words in finding.message


def test_symbol_files():
    report = check_project(PROJECT)
    of_symbol = [finding for finding in report.findings if finding.place.file.endswith("-symbol.json")]
    assert [(finding.place.line, finding.kind, finding.name) for finding in of_symbol] == [
        (4, "custom", "known_operator"), (5, "custom", "other_operator"), (7, "operator", "NoOperator")]
    assert "quiet.py:53 does" in of_symbol[0].message
    assert "no file that was checked does" in of_symbol[1].message
    assert report.names()["operator relu"].works and not report.names()["operator NoOperator"].works


def test_symbol_file_that_loads_has_no_findings_and_one_that_does_not_has(tmp_path):
    text = mx.sym.Pooling(mx.sym.Variable("x"), kernel=(2, 2), name="pool").tojson()
    assert not written(tmp_path, text, "net-symbol.json").findings
    (finding,) = written(tmp_path, text.replace("(2, 2)", "wide"), "net-symbol.json").findings
    assert finding.kind == "operator" and "Invalid Parameter format" in finding.message
    for broken in ("[1, 2]", '{"nodes": [{"op": "Custom", "attrs": [1]}]}', '{"nodes": [{}]}'):
        (finding,) = written(tmp_path, broken, "net-symbol.json").findings
        assert finding.kind == "unreadable"


@pytest.mark.parametrize(("call", "accepted"), [
    ("mx.nd.Convolution(x, num_filter=1, kernel=(1, 1), layout=None)", True),
    ("mx.nd.Convolution(x, filters=1)", False),
    ("mx.sym.FullyConnected(data=x, num_hidden=3, attr={}, name='a', ctx_group='b')", True),
    ("mx.nd.relu(x, anything=1)", True),  # operators without parameters ignore keywords, as in MXNet
    ("mx.sym.Concat(a=x, b=x, dim=1)", True),
    ("mx.nd.contrib.box_nms(x, threshold=1)", False),
    ("mx.gluon.nn.Dense(3, anything=1)", False),
    ("mx.io.NDArrayIter(x, anything=1)", False),
    ("mx.mod.Module(x).fit(x, anything=1)", True),  # the type of a result is unknown
    ("mx.np.sum(x, axes=1)", False),
    ("mx.np.sum(x, axis=1)", True),
])
def test_keywords(tmp_path, call, accepted):
    report = written(tmp_path, f"import mxnet as mx\nx = open('data')\n{call}\n")
    assert [finding.kind for finding in report.findings] == ([] if accepted else ["keyword"])


def test_operators_refuse_the_keywords_that_are_reported():
    with pytest.raises(mx.MXNetError, match="filters"):
        mx.nd.Convolution(mx.nd.ones((1, 1, 2, 2)), filters=1)
    with pytest.raises(mx.MXNetError, match="threshold"):
        mx.nd.contrib.box_nms(mx.nd.ones((1, 1, 6)), threshold=1)


def test_nothing_of_the_project_runs(tmp_path):
    mark = tmp_path / "mark"
    text = f"import mxnet as mx\nopen({str(mark)!r}, 'w')\nimport mxnet.cli.__main__\nmx.nd.zeros((1,))\n"
    report = written(tmp_path, text)
    assert not mark.exists()
    assert "mxnet.nd.zeros" in report.names()


def test_hostile_sources_end(tmp_path):
    chain = "".join(f"a{n} = a{n + 1}.x\na{n} = a{n + 1}.y\n" for n in range(60))
    report = written(tmp_path, f"import mxnet as a60\n{chain}a0.z\nb = c\nc = b\nc.d\n")
    assert {finding.name for finding in report.findings} == {"mxnet.x", "mxnet.y"}
    deep = written(tmp_path, "x = " + "-" * 100_000 + "1\n")
    assert [finding.kind for finding in deep.findings] == ["unreadable"]
    assert [finding.kind for finding in written(tmp_path, "x = 1\0").findings] == ["unreadable"]
    assert [finding.kind for finding in written(tmp_path, "{}", "a.ipynb").findings] == ["unreadable"]


def test_environments_and_hidden_folders_are_left_out(tmp_path):
    for folder in (".git", "env", "code"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.py").write_text("import mxnet.no_module\n")
    (tmp_path / "env" / "pyvenv.cfg").touch()
    report = check_project(tmp_path)
    assert (report.files, len(report.problems())) == (1, 1)


def test_command_prints_findings_and_a_summary(capsys):
    assert cli.main(["check", str(PROJECT / "train.py"), "--names"]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert f"{PROJECT / 'train.py'}:18: problem: mxnet.nd.no_function does not exist here" in printed
    assert f"{PROJECT / 'train.py'}:27: mxnet.nd.zeros: works, 1 use" in printed
    assert any("names of MXNet" in line and line.endswith("5 do not") for line in printed)
    assert "  mxnet.nd.no_function: 1 use" in printed
    assert cli.main(["check", str(PROJECT / "quiet.py")]) == 0


def test_command_writes_json(capsys):
    assert cli.main(["check", str(PROJECT / "train.py"), "--json"]) == 1
    content = json.loads(capsys.readouterr().out)
    assert sorted((found["line"], found["kind"], found["name"]) for found in content["findings"]) == sorted(TRAIN)
    assert content["supported"] is False
    assert content["names"]["mxnet.sym.Pooling"]["works"] is True


def test_wrong_path_is_wrong_usage(capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["check", "no-such-folder"])
    assert stopped.value.code == 2
    assert "no such file or folder: 'no-such-folder'" in capsys.readouterr().err


def test_attributes_are_not_modules(tmp_path):
    report = written(tmp_path, "import mxnet.nd as nd\nfrom mxnet.sym import relu\nimport mxnet.ndarray\n"
                               "from mxnet.gluon.nn import *\nfrom mxnet.contrib.text import embedding\n")
    assert [(finding.place.line, finding.name) for finding in report.problems()] == [(1, "mxnet.nd"), (2, "mxnet.sym")]
    for name in ("mxnet.nd", "mxnet.sym"):
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(name)


def test_an_attribute_that_is_imported_counts_as_missing(tmp_path):
    report = written(tmp_path, "import mxnet.nd\nfrom mxnet.sym import var\n")
    assert {name: uses.works for name, uses in report.names().items()} == {"mxnet.nd": False, "mxnet.sym": False}
    assert len(report.problems()) == 2


def test_patterns_bind_names(tmp_path):
    """A pattern rebinds names, and its classes are resolved like other names."""
    text = """import mxnet as mx
from mxnet import nd, sym, gluon
match get():
    case [nd, *sym]:
        nd.nothing, sym.nothing
    case {"a": 1, **gluon}:
        gluon.nothing
    case mx.nd.NoClass(x=1) | mx.NoValue:
        pass
"""
    found = [(finding.place.line, finding.name) for finding in written(tmp_path, text).problems()]
    assert sorted(found) == [(8, "mxnet.NoValue"), (8, "mxnet.nd.NoClass")]


def test_what_gluon_passes_has_the_name_that_the_program_gives_it(tmp_path):
    text = """from mxnet import gluon
class Net(gluon.HybridBlock):
    def hybrid_forward(self, G, x):
        G.contrib.no_operator(x)
        return G.softmax(x, wrong=1)
"""
    found = written(tmp_path, text).problems()
    assert [(finding.kind, finding.name) for finding in found] == [
        ("name", "G.contrib.no_operator"), ("keyword", "G.softmax(wrong=)")]
    assert found[0].message == "G.contrib.no_operator does not exist here"


@pytest.mark.parametrize(("call", "refused"), [
    ("mx.optimizer.SGD(momentum=0.9, learning_rate=0.1, wd=0.1, lazy_update=True)", []),
    ("mx.optimizer.Adam(beta1=0.5, learning=0.1)", ["learning"]),
    ("mx.gluon.nn.Dense(3, in_units=2, prefix='a', params=None, wrong=1)", ["wrong"]),
    ("mx.gluon.rnn.LSTM(3, input_size=2, layout='NTC', prefix='a', cells=2)", ["cells"]),
    ("mx.gluon.loss.L2Loss(weight=2.0, batch_axis=0, prefix='l', scale=2)", ["scale"]),
    ("mx.gluon.model_zoo.vision.ResNetV1(None, [1], [2], prefix='r')", []),
    ("mx.gluon.nn.Sequential(prefix='s', name='s')", ["name"]),
])
def test_keywords_that_classes_pass_on(tmp_path, call, refused):
    """Extra keywords are passed to a base class, which rejects unknown ones."""
    found = written(tmp_path, f"import mxnet as mx\n{call}\n").problems()
    assert [finding.name.rpartition("(")[2] for finding in found] == [f"{name}=)" for name in refused]
    if refused:
        with pytest.raises(TypeError):
            eval(call, {"mx": mx})
    else:
        eval(call.replace("ResNetV1(None, [1], [2]", "BasicBlockV1(2, 1"), {"mx": mx})


CODINGS = ["hex", "base64", "bz2", "zlib", "rot13", "uu", "quopri", "undefined", "idna", "punycode", "unicode_escape",
           "no-such-codec", "utf-16", "utf-32", "ascii", "a" * 500, "mbcs"]


@pytest.mark.parametrize("coding", CODINGS)
def test_a_file_in_an_odd_coding_does_not_end_the_check(tmp_path, coding):
    (tmp_path / "a.py").write_bytes(f"# coding: {coding}\n".encode() + b"import mxnet as mx\nx = '\\ud800 \xff\x80'\n")
    (tmp_path / "b.py").write_text("import mxnet as mx\nmx.no_module\n")
    found = {(Path(finding.place.file).name, finding.kind) for finding in check_project(tmp_path).findings}
    assert ("b.py", "name") in found
    assert found <= {("b.py", "name"), ("a.py", "unreadable")}
    assert (("a.py", "unreadable") in found) or coding == "unicode_escape"


@pytest.mark.parametrize(("name", "content"), [
    ("a.py", b"\xff\xfe\0"), ("a.py", b"x = 1\0"), ("a.py", b"\xef\xbb\xbf# coding: latin-1\n"), ("a.ipynb", b"\xff"),
    ("a.ipynb", b"[" * 100_000), ("a.ipynb", b'{"cells": 5}'),
    ("a.ipynb", b'{"cells": [{"cell_type": "code", "source": 5}]}'),
    ("a.ipynb", b'{"metadata": {"kernelspec": 5}, "cells": []}'),
    ("a-symbol.json", b"\xff"), ("a-symbol.json", b"[" * 100_000),
    ("a-symbol.json", b'{"nodes": [5]}'), ("a-symbol.json", b'{"nodes": [{"op": "null", "name": 5, "inputs": 7}]}')])
def test_a_file_that_cannot_be_read_does_not_end_the_check(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    (tmp_path / "b.py").write_text("import mxnet as mx\nmx.no_module\n")
    found = [(Path(finding.place.file).name, finding.level) for finding in check_project(tmp_path).findings]
    assert found == [(name, "problem"), ("b.py", "problem")]


def test_a_source_that_is_nested_deeply_or_large_does_not_end_the_check(tmp_path, monkeypatch):
    (tmp_path / "a.py").write_text("import mxnet as mx\nx = mx" + ".nd" * 5000 + "\n")
    (tmp_path / "b.py").write_text("x = 1" + " + 1" * 5000 + "\n")
    (tmp_path / "c.py").write_text("x = 1  # " + " " * 200_000 + "\n")
    (tmp_path / "d.py").write_text("import mxnet as mx\nmx.no_module\n")
    monkeypatch.setattr("mxnet.cli.check._project._LARGEST_FILE", 100_000)
    found = {Path(finding.place.file).name: finding.kind for finding in check_project(tmp_path).findings}
    assert found["c.py"] == "unreadable" and found["d.py"] == "name"


def test_an_error_of_the_check_itself_is_reported_for_the_file(tmp_path, monkeypatch):
    (tmp_path / "a.py").write_text("import mxnet\n")
    (tmp_path / "b.py").write_text("import mxnet as mx\nmx.no_module\n")
    check = project.SourceCheck.check

    def failing(self, expected, report):
        if self.source.file.endswith("a.py"):
            raise KeyError("unexpected")
        check(self, expected, report)

    monkeypatch.setattr(project.SourceCheck, "check", failing)
    assert [finding.kind for finding in check_project(tmp_path).findings] == ["unreadable", "name"]


def test_names_that_are_no_text_are_printed(tmp_path, capsys):
    (tmp_path / "a-symbol.json").write_text('{"nodes": [{"op": "\\ud800", "name": "x", "inputs": []}]}')
    assert cli.main(["check", str(tmp_path), "--names"]) == 1
    assert "operator \\ud800 does not exist" in capsys.readouterr().out
