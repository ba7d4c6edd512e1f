"""Serve models over HTTP. The command is ``mxnet serve``."""
