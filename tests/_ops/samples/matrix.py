"""Samples of ``mxnet/_ops/matrix.py``."""

from dataclasses import replace

from sample import Sample, array

WHOLE = array(2, 3, low=-5, high=5, dtype="int32")
SAMPLES = [
    *[Sample("Reshape", (array(2, 3, 4),), {"shape": shape})
      for shape in ((6, 4), (0, -1), (-2, 1), (-3, 0), (0, -3), (-4, 1, 2, -2), (-4, -1, 2, 0, 0), (-1,),
                    (0, 0, -1, 1))],
    Sample("Reshape", (array(2, 3, 4),), {"shape": (-1, 0), "reverse": True}),
    Sample("Reshape", (array(2, 3, 4),), {"target_shape": (0, 12)}),
    Sample("Reshape", (array(2, 3, 4),), {"target_shape": (7, 0), "keep_highest": True}),
    Sample("Reshape", (WHOLE,), {"shape": (3, 2)}),
    Sample("Flatten", (array(2, 3, 2),)),
    Sample("Flatten", (array(3),)),
    Sample("transpose", (array(2, 3, 4),)),
    Sample("transpose", (array(2, 3, 4),), {"axes": (1, 0, 2)}),
    Sample("transpose", (WHOLE,)),
    Sample("SwapAxis", (array(2, 3, 4),), {"dim1": 0, "dim2": 2}),
    Sample("SwapAxis", (array(2, 3, 4),), {"dim1": -1, "dim2": 1}),
    Sample("expand_dims", (array(2, 3),), {"axis": 1}),
    Sample("expand_dims", (array(2, 3),), {"axis": -1}),
    Sample("squeeze", (array(1, 3, 1),)),
    Sample("squeeze", (array(1, 3, 1),), {"axis": (0, -1)}),
    Sample("squeeze", (array(1, 1),), {"axis": 0}),
    Sample("squeeze", (array(1, 1),)),
    Sample("reshape_like", (array(6), array(2, 3))),
    Sample("reshape_like", (array(6, 4), array(2, 3, 5)),
           {"lhs_begin": 0, "lhs_end": 1, "rhs_begin": 0, "rhs_end": 2}),
    Sample("reshape_like", (array(6, 4), array(2, 3, 5)),
           {"lhs_begin": -2, "lhs_end": -1, "rhs_begin": 0, "rhs_end": -1}),
    Sample("tile", (array(2, 3),), {"reps": (2, 1, 2)}),
    Sample("tile", (array(2, 3),), {"reps": (2,)}),
    Sample("tile", (array(3),), {"reps": (2, 2)}),
    Sample("tile", (WHOLE,), {"reps": ()}),
    Sample("repeat", (array(2, 3),), {"repeats": 2}),
    Sample("repeat", (array(2, 3),), {"repeats": 3, "axis": -1}),
    Sample("reverse", (array(2, 3, 2),), {"axis": (0, 2)}),
    Sample("reverse", (array(2, 3),), {"axis": 1}),
    Sample("diag", (array(3, 4),)),
    Sample("diag", (array(3, 4),), {"k": -1}),
    Sample("diag", (array(3),), {"k": 1}),
    Sample("diag", (array(2, 3, 4),), {"k": 1, "axis1": -1, "axis2": 0}),
    Sample("depth_to_space", (array(1, 8, 2, 3),), {"block_size": 2}),
    Sample("space_to_depth", (array(1, 2, 4, 6),), {"block_size": 2}),
    Sample("im2col", (array(1, 2, 5, 4),), {"kernel": (2, 3)}),
    Sample("im2col", (array(2, 1, 5, 4),), {"kernel": (2, 2), "stride": (1, 2), "dilate": (2, 1), "pad": (1, 0)}),
    Sample("col2im", (array(1, 4, 9),), {"output_size": (4, 4), "kernel": (2, 2)}),
    Sample("col2im", (array(1, 4, 9),), {"output_size": (4, 4), "kernel": (2, 2), "stride": (2, 2), "pad": (1, 1)}),
    Sample("khatri_rao", (array(2, 3), array(4, 3)), grad=False),
    Sample("khatri_rao", (array(2, 3), array(2, 3), array(1, 3)), grad=False),
    Sample("khatri_rao", (array(2, 3),), grad=False),
]
# Integers have no gradients.
SAMPLES = [s if any(i.dtype.kind == "f" for i in s.inputs) else replace(s, grad=False) for s in SAMPLES]
