"""Tools that prepare data: ``python -m mxnet.tools.im2rec`` and ``rec2idx``, also available as ``mxnet im2rec``."""
