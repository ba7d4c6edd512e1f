"""What tests of graphs share."""

from collections.abc import Iterator

import pytest

from mxnet._graph import backends


@pytest.fixture
def nothing_chosen() -> Iterator[None]:
    """Forget afterwards which operators a test has chosen for backends."""
    yield
    for name in ("default", "default_v2"):
        backends.forget(name)
        backends.forget_for_binding(name)
