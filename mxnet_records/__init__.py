"""Record files of images without torch, whose import takes longer than making a small one: formats, pixels and tools.

The package ``mxnet`` is built upon it; nothing in here imports that one, except for commands that are not of records.
"""
