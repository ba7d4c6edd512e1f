"""The circumstances of a plan."""

from __future__ import annotations

import dataclasses

import pytest
from pass_graphs import facts


def test_they_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        facts().training = True  # type: ignore[misc]


def test_what_is_optional_is_off() -> None:
    made = facts()
    assert not (made.sizes_vary or made.mirror or made.exact)
    assert dataclasses.replace(made, exact=True).exact
