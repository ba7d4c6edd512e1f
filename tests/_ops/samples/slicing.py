"""Samples of ``mxnet/_ops/slicing.py``."""

from dataclasses import replace

from sample import Sample, array

WHOLE = array(2, 4, low=-5, high=5, dtype="int32")
SAMPLES = [
    Sample("slice", (array(3, 4),), {"begin": (1,), "end": (3,)}),
    Sample("slice", (array(3, 4),), {"begin": (None, 1), "end": (None, None)}),
    Sample("slice", (array(3, 4),), {"begin": (None, None), "end": (None, None), "step": (-1, -2)}),
    Sample("slice", (array(3, 4),), {"begin": (-2, 0), "end": (9, 4), "step": (1, 3)}),
    Sample("slice", (WHOLE,), {"begin": (0, 1), "end": (1, 3)}),
    Sample("slice_axis", (array(3, 4),), {"axis": 1, "begin": 1, "end": 3}),
    Sample("slice_axis", (array(3, 4),), {"axis": -1, "begin": -2, "end": None}),
    Sample("slice_axis", (array(3, 4),), {"axis": 0, "begin": 0, "end": -1}),
    Sample("slice_like", (array(3, 4), array(2, 2))),
    Sample("slice_like", (array(3, 4), array(2, 9)), {"axes": (0,)}),
    Sample("slice_like", (array(3, 4), array(2, 2)), {"axes": (-1,)}),
    Sample("Concat", (array(2, 3), array(2, 1)), {"dim": 1}),
    Sample("Concat", (array(2, 3), array(1, 3), array(3, 3)), {"dim": -2}),
    Sample("Concat", (array(2, 3),), {"dim": 0}),
    Sample("Concat", (WHOLE, WHOLE), {"dim": 0}),
    Sample("stack", (array(2, 3), array(2, 3, seed=1))),
    Sample("stack", (array(2, 3), array(2, 3, seed=1), array(2, 3, seed=2)), {"axis": -1}),
    Sample("stack", (WHOLE, WHOLE), {"axis": 1}),
    Sample("SliceChannel", (array(2, 4),), {"num_outputs": 2}),
    Sample("SliceChannel", (array(3, 2, 4),), {"num_outputs": 3, "axis": 0, "squeeze_axis": True}),
    Sample("SliceChannel", (array(2, 4),), {"num_outputs": 1, "axis": -1}),
    Sample("SliceChannel", (WHOLE,), {"num_outputs": 4, "axis": 1}),
    Sample("_split_v2", (array(2, 5),), {"indices": (0, 1, 3), "axis": 1}),
    Sample("_split_v2", (array(5, 2),), {"indices": (0,), "axis": 0, "sections": 2}),
    Sample("_split_v2", (array(2, 3),), {"indices": (0, 1, 2), "axis": -1, "squeeze_axis": True}),
    Sample("_slice_assign", (array(3, 4), array(2, 4, seed=1)), {"begin": (1,), "end": (3,)}, grad=False),
    Sample("_slice_assign", (array(3, 4), array(3, 2, seed=1)),
           {"begin": (None, 3), "end": (None, None), "step": (1, -2)}, grad=False),
    Sample("_slice_assign_scalar", (array(3, 4),), {"scalar": 2.5, "begin": (1, None), "end": (3, 2)}, grad=False),
    Sample("_slice_assign_scalar", (WHOLE,), {"scalar": 2.5, "begin": (0, 1), "end": (2, 4), "step": (1, 2)},
           grad=False),
]
# Integers have no gradients.
SAMPLES = [s if any(i.dtype.kind == "f" for i in s.inputs) else replace(s, grad=False) for s in SAMPLES]
