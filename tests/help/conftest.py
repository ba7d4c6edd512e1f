"""Make the helper modules of this folder importable, and undo what examples change in the process."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def no_pending_trace() -> Iterator[None]:
    yield
    from mxnet.profiler import _control

    _control.PROFILER.owed_by = None


@pytest.fixture(autouse=True)
def no_mixed_precision() -> Iterator[None]:
    yield
    from mxnet.contrib import amp

    amp.amp._wrapping.restore()
    amp.amp._amp_initialized = amp.amp._amp_loss_scale_initialized = False
    amp.amp._loss_scaler = None


@pytest.fixture(autouse=True)
def no_horovod(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from mxnet.contrib.horovod._processes import processes

    monkeypatch.setattr(processes, "initialized", processes.initialized)
    yield
    if getattr(sys.modules.get("horovod"), "mxnet", None) is sys.modules["mxnet.contrib.horovod"]:
        del sys.modules["horovod"], sys.modules["horovod.mxnet"]
