"""The exception that all parts of the package raise."""


class MXNetError(RuntimeError):
    """Error raised by any part of MXNet for wrong input, files or state.

    Attributes
    ----------
    node
        Name of the node of a graph that failed, if there is one.
    """

    node: str | None = None


MXNetError.__module__ = "mxnet.base"
