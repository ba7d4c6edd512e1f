"""Programs that prepare data: ``python -m mxnet.tools.im2rec`` and ``rec2idx``, also ``mxnet im2rec`` and so on."""
