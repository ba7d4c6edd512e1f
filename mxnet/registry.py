"""Registries of serializable classes by name, such as metrics and initializers."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from typing import Any

from ._runtime.tracebacks import concise_module, near, user_level

_REGISTRY: dict[type, dict[str, type]] = {}


def _names_of(base_class: type) -> dict[str, type]:
    return _REGISTRY.setdefault(base_class, {})


def get_registry(base_class: type) -> dict[str, type]:
    """Return the registered subclasses of a class.

    Parameters
    ----------
    base_class : type
        Base class of the registered classes.

    Returns
    -------
    dict of str to type
        Copy of the table from names in lower case to classes.

    Examples
    --------
    >>> class Shape: pass
    >>> class Circle(Shape): pass
    >>> register = mx.registry.get_register_func(Shape, 'shape')
    >>> register(Circle) is Circle
    True
    >>> list(mx.registry.get_registry(Shape))
    ['circle']
    """
    return _names_of(base_class).copy()


def get_register_func(base_class: type, nickname: str) -> Callable[..., Any]:
    """Return a function that registers subclasses of ``base_class``.

    Parameters
    ----------
    base_class : type
        Base class of the classes to register.
    nickname : str
        Name of the base class in messages, such as ``'metric'``.

    Returns
    -------
    callable
        Function of a class and an optional name. It returns the class, so it is also a decorator.

    Examples
    --------
    >>> class Shape: pass
    >>> register = mx.registry.get_register_func(Shape, 'shape')
    >>> @register
    ... class Circle(Shape): pass
    >>> list(mx.registry.get_registry(Shape))
    ['circle']
    """
    names = _names_of(base_class)

    def register(klass: type, name: str | None = None) -> type:
        if not (isinstance(klass, type) and issubclass(klass, base_class)):
            raise AssertionError(f"Can only register subclass of {base_class.__name__}, received {klass!r}")
        key = (klass.__name__ if name is None else name).lower()
        if key in names:
            old = names[key]
            warnings.warn(
                f"New {nickname} {klass.__module__}.{klass.__name__} registered with name {key} is "
                f"overriding existing {nickname} {old.__module__}.{old.__name__}",
                UserWarning,
                stacklevel=user_level(),
            )
        names[key] = klass
        return klass

    register.__doc__ = f"Register a class with the {nickname} factory, under its own name or ``name``."
    return register


def get_alias_func(base_class: type, nickname: str) -> Callable[..., Any]:
    """Return a decorator factory that registers a subclass of ``base_class`` under further names.

    Parameters
    ----------
    base_class : type
        Base class of the classes to register.
    nickname : str
        Name of the base class in messages.

    Returns
    -------
    callable
        Function of names that returns a decorator for classes.

    Examples
    --------
    >>> class Shape: pass
    >>> alias = mx.registry.get_alias_func(Shape, 'shape')
    >>> @alias('round', 'disc')
    ... class Circle(Shape): pass
    >>> list(mx.registry.get_registry(Shape))
    ['round', 'disc']
    """
    register = get_register_func(base_class, nickname)

    def alias(*aliases: str) -> Callable[[type], type]:
        def decorate(klass: type) -> type:
            for name in aliases:
                register(klass, name)
            return klass

        return decorate

    alias.__doc__ = f"Register a class with the {nickname} factory under the given names."
    return alias


def get_create_func(base_class: type, nickname: str) -> Callable[..., Any]:
    """Return a function that creates instances from a name, a configuration or JSON.

    Parameters
    ----------
    base_class : type
        Base class of the registered classes.
    nickname : str
        Name of the base class in messages, and key of the name in a configuration dict.

    Returns
    -------
    callable
        Function of a name and arguments of the class. Instances of ``base_class`` are returned as they are.

    Examples
    --------
    >>> class Shape: pass
    >>> class Circle(Shape):
    ...     def __init__(self, radius):
    ...         self.radius = radius
    >>> register = mx.registry.get_register_func(Shape, 'shape')
    >>> create = mx.registry.get_create_func(Shape, 'shape')
    >>> register(Circle) is Circle
    True
    >>> create('circle', 3).radius
    3
    >>> create('{"shape": "circle", "radius": 4}').radius
    4
    """
    names = _names_of(base_class)

    def create(*args: Any, **kwargs: Any) -> Any:
        if args:
            name, *arguments = args
        else:
            if nickname not in kwargs:
                raise KeyError(nickname)
            name, arguments = kwargs.pop(nickname), []
        if isinstance(name, base_class):
            _check_no_extra(f"{nickname} is an instance and takes no further arguments", arguments, kwargs)
            return name
        if isinstance(name, dict):
            return create(**name)
        if not isinstance(name, str):
            raise AssertionError(f"{nickname} must be of string type, received {name!r}")
        if name.startswith(("[", "{")):
            _check_no_extra(f"{nickname} is given as JSON. Additional arguments are invalid", arguments, kwargs)
            return _create_from_json(create, name)
        klass = names.get(name.lower())
        if klass is None:
            raise AssertionError(f"{name.lower()} is not registered as {nickname}.{near(name, names)} Register your "
                                 f"own classes with the decorator {nickname}.register")
        return klass(*arguments, **kwargs)

    create.__doc__ = f"""Create a {nickname} from a name, a configuration or an instance.

Parameters
----------
{nickname} : str, dict or {base_class.__name__}
    Registered name, JSON of ``[name, arguments]`` or of a dict, or an instance, which is returned.
**kwargs : dict
    Arguments of the constructor."""
    return create


def _check_no_extra(message: str, args: list, kwargs: dict) -> None:
    if args or kwargs:
        raise AssertionError(f"{message}: {args or kwargs}")


def _create_from_json(create: Callable[..., Any], text: str) -> Any:
    config = json.loads(text)
    if isinstance(config, dict):
        return create(**config)
    name, kwargs = config
    return create(name, **kwargs)


concise_module(__name__)
