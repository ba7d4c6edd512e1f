"""A forked process computes."""

import os

import numpy as np
import torch

from mxnet import nd


def test_a_child_computes_with_one_thread() -> None:
    size = 300
    nd.dot(nd.ones((size, size)), nd.ones((size, size))).wait_to_read()  # the parent's threads exist
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        result = nd.dot(nd.ones((size, size)), nd.ones((size, size))).asnumpy()
        os.write(write, b"%d %d" % (torch.get_num_threads(), int(np.all(result == size))))
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        assert pipe.read() == "1 1"
    assert os.waitpid(child, 0)[1] == 0
