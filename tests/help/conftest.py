"""Make the helper modules of this folder importable, and forget traces of examples in folders that are gone."""

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
