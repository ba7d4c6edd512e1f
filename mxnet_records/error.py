"""The exception that all parts of the package raise."""


class MXNetError(RuntimeError):
    """Raised by any part of MXNet for invalid input, files or state.

    Attributes
    ----------
    node
        Name of the graph node that failed, if known.
    """

    node: str | None = None


MXNetError.__module__ = "mxnet.base"
