"""A short run of tools/fuzz/serving.py."""

from __future__ import annotations

import serving


def test_mutated_requests() -> None:
    report = serving.main(4000, seed=1)
    assert report.count == 4000 and not report.failures, "\n".join(report.failures[:10])
    assert report.accepted > 300 and report.refused > 1000
