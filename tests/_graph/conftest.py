"""What tests of graphs share."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mxnet._graph import backends

sys.path.insert(0, str(Path(__file__).parent / "passes"))  # pass_graphs, imported by its plain name


@pytest.fixture
def nothing_chosen() -> Iterator[None]:
    """Forget afterwards which operators a test has chosen for backends."""
    yield
    for name in ("default", "default_v2"):
        backends.forget(name)
        backends.forget_for_binding(name)
