"""Samples of ``mxnet/_ops/attention.py`` and ``mxnet/_ops/fused_attention.py``.

MXNet runs fused operators only as graph nodes, see ``tests/_graph/test_fused.py``.
"""

from sample import Sample, array

SAMPLES = [
    Sample("_contrib_interleaved_matmul_selfatt_qk", (array(3, 2, 12),), {"heads": 2}),
    Sample("_contrib_interleaved_matmul_selfatt_qk", (array(2, 1, 6),), {"heads": 1}),
    Sample("_contrib_interleaved_matmul_selfatt_valatt", (array(3, 2, 12), array(4, 3, 3)), {"heads": 2}),
    Sample("_contrib_interleaved_matmul_encdec_qk", (array(3, 2, 4), array(2, 2, 8)), {"heads": 2}),
    Sample("_contrib_interleaved_matmul_encdec_valatt", (array(2, 2, 8), array(4, 3, 2)), {"heads": 2}),
    Sample("_sg_mkldnn_selfatt_qk", (array(3, 2, 12),), {"heads": 2}, numeric=False, without_golden=True),
    Sample("_sg_mkldnn_selfatt_valatt", (array(3, 2, 12), array(4, 3, 3)), {"heads": 2}, numeric=False,
           without_golden=True),
]
