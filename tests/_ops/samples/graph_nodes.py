"""Samples of ``mxnet/_ops/graph_nodes.py`` and of the oldest Python operators: calls without a graph or object.

``tests/_graph/test_fused.py``, ``tests/symbol/test_graph_operators.py`` and ``tests/test_operator.py`` test nodes with
a graph or object.
"""

from sample import Sample, array

_DATA = (array(2, 3),)
_REFUSED = ("_foreach", "_while_loop", "_cond", "_CachedOp", "_CachedOpThreadSafe", "_Native", "_NDArray")
_WITHOUT_INPUTS = ("_CustomFunction", "_NoGradient", "_sg_mkldnn_conv", "_sg_mkldnn_fully_connected")

SAMPLES = [
    *[Sample(op, _DATA, grad=False, symbolic=False, refused=True) for op in _REFUSED],
    *[Sample(op, grad=False, symbolic=False, refused=True) for op in _WITHOUT_INPUTS],
    Sample("_CrossDeviceCopy", _DATA, without_golden=True),
]
