"""Options of the commands whose work is in ``mxnet.cli``; importing them needs neither torch nor NumPy."""
