"""Tests of the comparison with the tested releases."""

from __future__ import annotations

import pytest

from mxnet_records import tested


@pytest.mark.parametrize(("version", "newer"), [("2.15.9", False), ("2.15.0+cu130", False), ("2.16.0.dev1", True),
                                                ("2.9.1", False), ("3.0a0", True), ("2.16rc1", True), ("3", True)])
def test_two_numbers_count(version, newer):
    assert tested.is_newer(version, "2.15") is newer


def test_releases_are_in_order():
    assert tested.is_newer(tested.NEWEST_TORCH, tested.OLDEST_TORCH)
