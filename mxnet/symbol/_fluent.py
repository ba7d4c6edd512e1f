"""Methods of Symbol, created from the registry. ``_fluent.pyi`` lists them."""


class FluentMethods:
    """Operators and arithmetic as methods. ``register`` adds them."""

    __slots__ = ()
