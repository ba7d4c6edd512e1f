"""The exception that all parts of the package raise."""


class MXNetError(RuntimeError):
    """Raised by any part of MXNet for invalid input, files or state.

    Attributes
    ----------
    node
        Name of the graph node that failed, if known.

    Examples
    --------
    >>> try:
    ...     mx.nd.dot(mx.nd.ones((2, 3)), mx.nd.ones((2, 3)))
    ... except mx.MXNetError as error:
    ...     print(type(error).__name__)
    MXNetError
    """

    node: str | None = None


MXNetError.__module__ = "mxnet.base"
