"""``seed_aug`` gives the same crops, flips and colours as in MXNet."""

from __future__ import annotations

import pathlib

import golden_seed_aug as cases
import numpy as np
import pytest

import mxnet as mx
from mxnet.io._standard_random import StandardRandom

pytest.importorskip("cv2")
GOLDEN = np.load(pathlib.Path(__file__).parent / "golden" / "seed_aug.npz")
# Colours and areas differ slightly between versions of OpenCV.
TOLERANCES = {"colours": (0.01, 3), "everything": (0.01, 5), "hue": (0.01, 8), "affine": (0.15, 6),
              "interpolation": (0.05, 6)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("seeds"))
    cases.write_records(folder)
    return folder


@pytest.mark.parametrize("index", [False, True])
@pytest.mark.parametrize("name", cases.CASES)
def test_images_are_those_of_mxnet(folder, name, index):
    expected = GOLDEN[f"{name}, index {index}"].astype(np.float32)
    difference = np.abs(cases.batches(folder, name, index) - expected)
    share, most = TOLERANCES.get(name, (0.0, 1e-4))
    assert (difference > 1e-4).mean() <= share
    assert difference.max() <= most


def test_numbers_of_the_standard_library():
    random = StandardRandom(5489)
    assert [random._draw() for _ in range(2)] == [3499211612, 581869302]
    for _ in range(9997):
        random._draw()
    assert random._draw() == 4123659995  # the 10,000th number, as specified by the C++ standard


def test_distributions():
    random = StandardRandom(1)
    assert {random.randint(3, 6) for _ in range(100)} == {3, 4, 5}
    assert {tuple(random.permutation(3)) for _ in range(200)} == {
        (0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)}
    assert 0.4 < np.mean([random.coin() for _ in range(1000)]) < 0.6
    drawn = random.normal(1.0, 2.0, 3001)
    assert abs(drawn.mean() - 1) < 0.15 and abs(drawn.std() - 2) < 0.1
    assert all(-2 <= random.uniform(-2, 5) <= 5 for _ in range(100))


def test_permutations_leave_the_generator_where_single_draws_do():
    together, apart = StandardRandom(3), StandardRandom(3)
    for count in (0, 1, 2, 13, 9000, 60000):
        order = list(range(count))
        for place in range(1, count):
            other = apart.randint(place + 1)
            order[place], order[other] = order[other], order[place]
        assert together.permutation(count) == order
        assert together._draw() == apart._draw()


@pytest.mark.parametrize(("seed", "epochs"), [
    (0, [[3, 4, 5, 2, 1, 0], [0, 4, 5, 1, 3, 2]]), (7, [[5, 1, 3, 0, 2, 4], [1, 3, 2, 4, 0, 5]])])
@pytest.mark.parametrize("index", [False, True])
def test_order_is_that_of_mxnet(folder, seed, epochs, index):
    options = {"path_imgidx": f"{folder}/a.idx"} if index else {}
    made = mx.io.ImageRecordIter(path_imgrec=f"{folder}/a.rec", data_shape=(3, 24, 26), batch_size=3, shuffle=True,
                                 seed=seed, **options)
    for expected in epochs:
        assert [int(label) for batch in made for label in batch.label[0].asnumpy()] == expected
        made.reset()
