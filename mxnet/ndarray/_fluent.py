"""The methods of NDArray that are made from the registry; ``_fluent.pyi`` lists them."""


class FluentMethods:
    """Filled by ``register``: operators as methods, and arithmetic."""

    __slots__ = ()
