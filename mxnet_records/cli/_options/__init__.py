"""Options of the commands in ``mxnet.cli``. Importing them needs neither torch nor NumPy."""
