"""The seam to torch: devices, dtypes, the autograd tape, random generators and file bytes.

Nothing in here knows about operators. Import direction of the package, enforced by
``tests/test_import_direction.py``: ``_runtime <- _ops <- _graph, _frontend <- public modules``.
"""
