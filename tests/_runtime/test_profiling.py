"""Test functions that report operator names to torch's profiler."""

from torch.profiler import profile

from mxnet import nd
from mxnet._runtime import profiling


def _names(function, *arguments) -> list[str]:
    with profile(acc_events=True) as measured:
        function(*arguments)
    return [event.name for event in measured.events() if event.name.startswith(profiling.OPERATOR)]


def test_a_marked_function_tells_its_operator() -> None:
    def add(left, right):
        return left, right

    assert profiling.named(add) is None
    telling = profiling.named(profiling.mark(add, "add", "add_scalar"))
    assert telling is not None and telling.__name__ == "add" and telling(1, right=2) == (1, 2)
    assert profiling.named(telling) is None, "it tells already"
    assert _names(telling, nd.ones(1), nd.ones(1)) == ["mxnet::add"]
    assert _names(telling, nd.ones(1), 2) == ["mxnet::add_scalar"]
    assert _names(profiling.telling(add, "other"), 1, 2) == ["mxnet::other"]
