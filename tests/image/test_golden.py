"""Comparison with results of MXNet for the same seeds."""

from __future__ import annotations

from pathlib import Path

import golden_image
import numpy as np
import pytest

pytest.importorskip("cv2", reason="images need OpenCV")

FOLDER = Path(__file__).parent
# Versions of OpenCV round the results of cubic interpolation differently, by one.
CUBIC = {"resizing", "short_edges"}


@pytest.fixture(scope="module")
def golden() -> dict[str, np.ndarray]:
    with np.load(FOLDER / "golden" / "image.npz") as stored:
        return dict(stored)


@pytest.mark.parametrize("name", golden_image.CASES)
def test_equals_original(name: str, golden: dict[str, np.ndarray], tmp_path: Path) -> None:
    results = golden_image.results_of(name, tmp_path)
    assert len(results) == sum(key.startswith(f"{name}/") for key in golden)
    for number, result in enumerate(results):
        expected = golden[f"{name}/{number}"]
        assert (result.shape, result.dtype) == (expected.shape, expected.dtype), number
        if name in CUBIC:
            difference = np.abs(result.astype(int) - expected)
            assert difference.max() <= 1 and difference.mean() < 0.1, number
        else:
            np.testing.assert_allclose(result, expected, rtol=1e-5, atol=2e-3, err_msg=str(number))
