"""Methods of ``mx.np.ndarray`` that `_methods` installs. ``_fluent.pyi`` lists them."""


class NumpyMethods:
    """Functions and operators of NumPy as methods."""

    __slots__ = ()
