"""Record files of images without torch: formats, pixels and tools.

Importing torch takes longer than creating a small record file. The package ``mxnet`` builds on this one. Only commands
that are not about records import ``mxnet`` from here.
"""
