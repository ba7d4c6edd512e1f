"""Test whether user classes override methods that fast paths skip."""

import types

from mxnet import gluon, optimizer
from mxnet._runtime.overrides import is_own


def test_classes_of_the_package_and_subclasses_that_add_only() -> None:
    class Plain(optimizer.SGD):
        def report(self) -> str:
            return "added"

    assert is_own(optimizer.SGD, ("update", "create_state")) and is_own(Plain, ("update", "create_state"))


def test_a_method_or_property_of_a_user_is_found_wherever_it_stands() -> None:
    class Mixin:
        def update(self, *arguments: object) -> None:
            """Override of a user."""

    class Mixed(Mixin, optimizer.SGD):
        """Class that inherits the override from a mixin."""

    class WithProperty(optimizer.SGD):
        @property
        def learning_rate(self) -> float:  # type: ignore[override]
            return 1.0

    assert not is_own(Mixed, ("update",)) and is_own(Mixed, ("create_state",))
    assert not is_own(WithProperty, ("learning_rate",))


def test_method_assigned_to_a_class_counts_as_override() -> None:
    patched = types.new_class("Patched", (gluon.nn.Dense,))
    patched.__module__ = "mxnet.gluon.nn"
    patched.forward = lambda self, x: x
    assert not is_own(patched, ("forward",))
