"""Samples of ``mxnet/_ops/numpy/shape.py`` and ``join.py``."""

import numpy as np
from sample import Sample, array

SAMPLES = [
    Sample("_np_reshape", (array(2, 6),), {"newshape": (3, -1)}),
    Sample("_np_reshape", (array(2, 6),), {"newshape": (4, 3)}),
    Sample("_np_reshape", (array(1),), {"newshape": ()}),
    Sample("_np_reshape", (array(0, 3),), {"newshape": (3, 0)}, numeric=False),
    *[Sample("_npx_reshape", (array(2, 1, 6, 4),), {"newshape": shape}) for shape in (
        (-2, -3, -4), (-5, -5), (-2, -2, -6, 2, -1, -4), (-1, 4), (-2, 1, 2, -1), (2, 24))],
    Sample("_npx_reshape", (array(8, 3, 3, 3, 4),), {"newshape": (-6, -1, 2, -4), "reverse": False}),
    Sample("_npi_reshape", (array(2, 3, 4),), {"newshape": (-4, -1, 2), "reverse": True}),
    Sample("_np_transpose", (array(2, 3, 4),)), Sample("_np_transpose", (array(2, 3, 4),), {"axes": (1, -1, 0)}),
    Sample("_np_moveaxis", (array(2, 3, 4),), {"source": (0,), "destination": (2,)}),
    Sample("_np_moveaxis", (array(2, 3, 4),), {"source": (0, -1), "destination": (1, 0)}),
    Sample("_np_squeeze", (array(1, 3, 1),)), Sample("_np_squeeze", (array(1, 3, 1),), {"axis": (-1,)}),
    Sample("_npi_broadcast_to", (array(3, 1),), {"shape": (2, 3, 4)}),
    Sample("_npi_broadcast_to", (np.array(2.0, "float32"),), {"shape": (2, 2)}),
    Sample("_npi_flip", (array(2, 3),), {"axis": (1,)}), Sample("_npi_flip", (array(2, 3, 2),), {"axis": (0, 2)}),
    *[Sample("_npi_rot90", (array(2, 3, 4),), {"k": k, "axes": axes}, grad=k == 2)
      for k, axes in ((1, (0, 1)), (2, (1, 2)), (-1, (0, 2)))],  # MXNet rotates gradients in the wrong direction
    Sample("_np_roll", (array(2, 3),), {"shift": 2}), Sample("_np_roll", (array(2, 3),), {"shift": (1,), "axis": (1,)}),
    Sample("_np_roll", (array(2, 3),), {"shift": (1, -1), "axis": (0, 1)}),
    *[Sample("_npi_pad", (array(3, 4),), {"pad_width": ((1, 2), (2, 0)), "mode": mode}, grad=mode == "constant")
      for mode in ("constant", "edge", "reflect", "symmetric", "maximum", "minimum")],
    Sample("_npi_pad", (array(2, 2),), {"pad_width": ((1, 1), (0, 3)), "mode": "constant", "constant_value": 7.0}),
    Sample("_npi_concatenate", (array(2, 3), array(2, 1, seed=1)), {"axis": 1}),
    Sample("_npi_concatenate", (array(2, 3), array(2, 1, seed=1)), {"axis": None}),
    Sample("_npi_concatenate", (array(2, 3), array(4, 3, seed=1)), {"axis": 0}),
    Sample("_npi_stack", (array(2, 3), array(2, 3, seed=1)), {"axis": 1}),
    Sample("_npi_stack", (array(2), array(2, seed=1)), {"axis": -1}),
    *[Sample(f"_npi_{name}", (array(2, 3, 2), array(2, 3, 2, seed=1))) for name in ("vstack", "hstack", "dstack")],
    *[Sample(f"_npi_{name}", (array(3), array(3, seed=1))) for name in ("vstack", "hstack", "dstack", "column_stack")],
    Sample("_npi_column_stack", (array(3), array(3, 2, seed=1))),
    Sample("_npi_hsplit", (array(2, 6),), {"indices": (), "axis": 1, "squeeze_axis": False, "sections": 3}),
    Sample("_npi_hsplit", (array(6),), {"indices": (0, 2), "axis": 1, "squeeze_axis": False, "sections": 0}),
    Sample("_npi_dsplit", (array(2, 2, 4),), {"indices": (0, 1), "axis": 2, "squeeze_axis": False, "sections": 0}),
    Sample("_npi_split", (array(2, 7),), {"indices": (), "axis": 1, "squeeze_axis": False, "sections": 3}),
    # MXNet has no gradients for these.
    *[Sample(f"_np_atleast_{rank}d", (np.array(2.0, "float32"), array(3)), grad=False) for rank in (1, 2, 3)],
    *[Sample(f"_np_atleast_{rank}d", (array(2, 3),), grad=False) for rank in (1, 2, 3)],
]
