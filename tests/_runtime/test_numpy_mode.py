"""Test that NumPy mode is thread-local."""

import threading

from mxnet import util
from mxnet._runtime.numpy_mode import state


def test_a_scope_switches_its_own_thread_and_back() -> None:
    seen: list[bool] = []
    with util.np_shape(True), util.np_array(True):
        assert state.shape and state.array
        thread = threading.Thread(target=lambda: seen.append(state.shape or state.array))
        thread.start()
        thread.join()
        with util.np_array(False):
            assert state.shape and not state.array
        assert state.array
    assert not state.shape and not state.array and seen == [False]
