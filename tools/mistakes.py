"""Run thirty common mistakes, count the lines of their tracebacks and show the last line.

    python tools/mistakes.py              # print the table of docs/en/reference/errors.md
    python tools/mistakes.py --show dense # show the traceback of one mistake

The table has a column for notebooks if IPython is installed. The script also runs with the real MXNet 1.9.1. With
``--torch`` it runs the same mistakes in plain PyTorch.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import linecache
import os
import re
import sys
import tempfile
import traceback
import warnings
from typing import Any, NamedTuple

START = ("import numpy as np\nimport mxnet as mx\nfrom mxnet import autograd, gluon, nd, sym\n"
         "from mxnet.gluon import nn\n")
TORCH_START = "import numpy as np\nimport torch\nfrom torch import nn\nimport torch.nn.functional as F\n"


class Mistake(NamedTuple):
    """Common mistake with the program that makes it.

    Attributes
    ----------
    name
        Short name for tables and options.
    source
        Source of the program.
    words
        Words in the last line of the traceback, in this order.
    torch
        The same mistake in PyTorch, or empty if it does not exist there.
    """

    name: str
    source: str
    words: tuple[str, ...]
    torch: str = ""

    @property
    def failing_line(self) -> str:
        """Last line of the program with an effect, which is the line that fails."""
        return [line for line in self.source.splitlines() if line.strip() != "pass"][-1].strip()


NETWORK = "net = nn.HybridSequential()\nnet.add(nn.Dense(8, in_units=4), nn.Dense(3, in_units=8))\nnet.initialize()\n"
TORCH_NETWORK = "net = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 3))\n"
SYMBOL = "net = sym.FullyConnected(sym.var('data'), num_hidden=3, name='fc')\n"

MISTAKES = [
    Mistake("dense", "net = nn.Dense(3, in_units=4)\nnet.initialize()\nnet(nd.ones((2, 5)))",
            ("5", "4", "in block dense", "(Dense)"), "net = nn.Linear(4, 3)\nnet(torch.ones(2, 5))"),
    Mistake("hybridized", NETWORK + "net.hybridize()\nnet(nd.ones((2, 5)))",
            ("5", "4", "in block hybridsequential", ".0 (Dense)"), TORCH_NETWORK + "net(torch.ones(2, 5))"),
    Mistake("second size", NETWORK.replace(", in_units=4", "").replace(", in_units=8", "") +
            "net(nd.ones((2, 4)))\nnet(nd.ones((2, 5)))", ("5", "4", ".0 (Dense)"),
            "net = nn.Sequential(nn.LazyLinear(8), nn.LazyLinear(3))\nnet(torch.ones(2, 4))\nnet(torch.ones(2, 5))"),
    Mistake("HWC image", "net = nn.Conv2D(8, 3, in_channels=3)\nnet.initialize()\nnet(nd.ones((1, 32, 32, 3)))",
            ("expected 3 channels", "32", "NCHW", "transpose", "(Conv2D)"),
            "net = nn.Conv2d(3, 8, 3)\nnet(torch.ones(1, 32, 32, 3))"),
    Mistake("wrong layer argument", "nn.Conv2D(8, kernel_size=3, stride=2)", ("stride", "strides"),
            "nn.Conv2d(3, 8, kernel_size=3, strides=2)"),
    Mistake("no initialize", "net = nn.Dense(3, in_units=4)\nnet(nd.ones((2, 4)))", ("initialize",)),
    Mistake("no attach_grad", "x = nd.ones((2, 3))\nwith autograd.record():\n    y = x * 2\ny.backward()",
            ("attach_grad",), "x = torch.ones(2, 3)\ny = (x * 2).sum()\ny.backward()"),
    Mistake("no record", "x = nd.ones((2, 3))\nx.attach_grad()\ny = x * 2\ny.backward()", ("record",),
            "x = torch.ones(2, 3, requires_grad=True)\nwith torch.no_grad():\n    y = (x * 2).sum()\ny.backward()"),
    Mistake("backward twice", "x = nd.ones((2, 3))\nx.attach_grad()\nwith autograd.record():\n    y = x * 2\n"
            "y.backward()\ny.backward()", ("retain_graph",),
            "x = torch.ones(2, 3, requires_grad=True)\ny = (x * x).sum()\ny.backward()\ny.backward()"),
    Mistake("shapes of a sum", "a, b = nd.ones((2, 3)), nd.ones((4, 3))\na + b", ("(2, 3)", "(4, 3)"),
            "a, b = torch.ones(2, 3), torch.ones(4, 3)\na + b"),
    Mistake("types of a sum", "a, b = nd.ones((2, 3)), nd.ones((2, 3), dtype='int32')\na + b",
            ("float32", "int32", "astype")),
    Mistake("product of matrices", "a, b = nd.ones((2, 3)), nd.ones((2, 3))\nnd.dot(a, b)", ("2 x 3", "3 is not 2"),
            "a, b = torch.ones(2, 3), torch.ones(2, 3)\na @ b"),
    Mistake("reshape", "x = nd.ones((2, 3))\nx.reshape((4, 2))", ("(2, 3)", "(4, 2)", "6 elements"),
            "x = torch.ones(2, 3)\nx.reshape(4, 2)"),
    Mistake("concat", "a, b = nd.ones((2, 3)), nd.ones((2, 4))\nnd.concat(a, b, dim=0)", ("axis 0", "4", "3"),
            "a, b = torch.ones(2, 3), torch.ones(2, 4)\ntorch.cat((a, b), 0)"),
    Mistake("array in if", "x = nd.array([1, 2])\nif x:\n    pass", ("truth value", "(2,)"),
            "x = torch.tensor([1, 2])\nif x:\n    pass"),
    Mistake("index", "x = nd.ones((2, 3))\nx[5]", ("5", "2"), "x = torch.ones(2, 3)\nx[5]"),
    Mistake("wrong operator argument", "x = nd.ones((2, 3))\nnd.sum(x, axes=1)", ("axes", "axis"),
            "x = torch.ones(2, 3)\ntorch.sum(x, dims=1)"),
    Mistake("numpy array", "x = nd.ones((2, 3))\nnd.relu(np.ones((2, 3)))", ("numpy", "nd.array"),
            "torch.relu(np.ones((2, 3)))"),
    Mistake("no such device", "nd.ones((2, 3), ctx=mx.gpu(7))", ("gpu(7)",), "torch.ones(2, 3, device='cuda:7')"),
    Mistake("asscalar", "x = nd.ones((2, 3))\nx.asscalar()", ("(2, 3)", "asnumpy"),
            "x = torch.ones(2, 3)\nx.item()"),
    Mistake("optimizer name", NETWORK + "gluon.Trainer(net.collect_params(), 'sdg')", ("sdg", "sgd")),
    Mistake("learning rate as text", NETWORK + "gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': '0.1'})",
            ("learning_rate must be a number", "'0.1'", "learning_rate=0.1"),
            TORCH_NETWORK + "torch.optim.SGD(net.parameters(), lr='0.1')"),
    Mistake("optimizer argument", NETWORK + "gluon.Trainer(net.collect_params(), 'sgd', {'learnig_rate': 0.1})",
            ("learnig_rate", "learning_rate"), TORCH_NETWORK + "torch.optim.SGD(net.parameters(), learning_rate=0.1)"),
    Mistake("step without backward", NETWORK + "trainer = gluon.Trainer(net.collect_params(), 'sgd')\n"
            "loss = net(nd.ones((2, 4)))\ntrainer.step(2)", ("backward",)),
    Mistake("loss of other sizes", "loss = gluon.loss.SoftmaxCrossEntropyLoss()\nloss(nd.ones((4, 10)), nd.ones((3,)))",
            ("(4, 10)", "(3,)", "softmaxcrossentropyloss"),
            "loss = nn.CrossEntropyLoss()\nloss(torch.ones(4, 10), torch.ones(3, dtype=torch.long))"),
    Mistake("parameters of another network", NETWORK + "net.save_parameters(path)\nother = nn.HybridSequential()\n"
            "other.add(nn.Dense(8, in_units=4), nn.Dense(3, in_units=8), nn.Dense(2, in_units=3))\n"
            "other.load_parameters(path)", ("2.weight", "allow_missing"),
            TORCH_NETWORK + "torch.save(net.state_dict(), path)\nother = nn.Sequential(*net, nn.Linear(3, 2))\n"
            "other.load_state_dict(torch.load(path))"),
    Mistake("no such file", NETWORK + "net.load_parameters('missing.params')", ("missing.params", "No such file"),
            TORCH_NETWORK + "net.load_state_dict(torch.load('missing.pt'))"),
    Mistake("own block", "class Net(nn.HybridBlock):\n    def hybrid_forward(self, F, x):\n"
            "        return F.broadcast_add(x, F.ones((4, 3)))\n\nnet = Net()\nnet(nd.ones((2, 5)))",
            ("(2, 5)", "(4, 3)", "(Net)"),
            "class Net(nn.Module):\n    def forward(self, x):\n        return x + torch.ones(4, 3)\n\n"
            "net = Net()\nnet(torch.ones(2, 5))"),
    Mistake("samples of other shapes", "data = gluon.data.SimpleDataset([np.ones((2,)), np.ones((3,))])\n"
            "for batch in gluon.data.DataLoader(data, batch_size=2):\n    pass", ("(2,)", "(3,)"),
            "data = [np.ones((2,)), np.ones((3,))]\nfor batch in torch.utils.data.DataLoader(data, batch_size=2):\n"
            "    pass"),
    Mistake("module data", SYMBOL + "mod = mx.mod.Module(sym.SoftmaxOutput(net, name='softmax'))\n"
            "data = mx.io.NDArrayIter(np.ones((8, 4)), np.ones((7,)), batch_size=4)\nmod.fit(data, num_epoch=1)",
            ("softmax_label has 7", "data has 8")),
]


def _program(mistake: Mistake, path: str, torch: bool = False) -> tuple[str, str]:
    """Return the imports and the program of a mistake."""
    return (TORCH_START if torch else START) + f"path = {path!r}\n", mistake.torch if torch else mistake.source


@contextlib.contextmanager
def _quiet() -> Any:
    with warnings.catch_warnings(), tempfile.TemporaryDirectory() as folder:
        warnings.simplefilter("ignore")
        yield os.path.join(folder, "net.params")


def terminal(mistake: Mistake, torch: bool = False) -> list[str]:
    """Return the output of ``python mistake.py`` for a mistake."""
    with _quiet() as path:
        start, source = _program(mistake, path, torch)
        scope: dict[str, Any] = {"__name__": "__main__"}
        exec(start, scope)
        linecache.cache["mistake.py"] = len(source), None, source.splitlines(True), "mistake.py"
        try:
            exec(compile(source, "mistake.py", "exec"), scope)
        except Exception as error:
            shown = traceback.TracebackException.from_exception(error)
            shown.stack.pop(0)  # this file
            return "".join(shown.format()).splitlines()
    return []


def notebook(mistake: Mistake, torch: bool = False) -> list[str]:
    """Return the output of a notebook for a mistake, in IPython's default mode."""
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance(colors="nocolor")
    with _quiet() as path, contextlib.redirect_stdout(io.StringIO()) as shown:
        start, source = _program(mistake, path, torch)
        shell.run_cell(start)
        shown.truncate(0)
        shell.run_cell(source, store_history=True)
    text = re.sub(r"\x1b\[[0-9;]*m", "", shown.getvalue()).lstrip("\0")
    return text.strip("\n").splitlines() if "Traceback" in text or "Error" in text else []


def _has_ipython() -> bool:
    try:
        import IPython  # noqa: F401
    except ImportError:
        return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--torch", action="store_true", help="run the mistakes in plain PyTorch")
    parser.add_argument("--show", metavar="NAME", help="show the tracebacks of one mistake")
    options = parser.parse_args()
    if options.show:
        mistake = next(m for m in MISTAKES if m.name == options.show)
        print("\n".join(terminal(mistake, options.torch)))
        if _has_ipython():
            print("\n".join(notebook(mistake, options.torch)))
        return
    print("| Mistake | Terminal | Notebook | Last line |\n|---|---|---|---|")
    for mistake in MISTAKES:
        if options.torch and not mistake.torch:
            continue
        lines = terminal(mistake, options.torch)
        cells = str(len(notebook(mistake, options.torch))) if _has_ipython() else ""
        last = lines[-1].replace("|", "\\|") if lines else "no error"
        print(f"| {mistake.name} | {len(lines)} | {cells} | {last} |")


if __name__ == "__main__":
    sys.exit(main())
