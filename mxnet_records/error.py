"""The exception that all parts of the package raise."""


class MXNetError(RuntimeError):
    """Error raised by any part of MXNet for wrong input, files or state."""


MXNetError.__module__ = "mxnet.base"
