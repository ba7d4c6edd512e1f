"""Interface to torch: devices, dtypes, the autograd tape, random generators and file formats.

This package does not depend on operators. ``tests/test_import_direction.py`` enforces the import direction of the whole
package: ``_runtime <- _ops <- _graph, _frontend <- public modules``.
"""
