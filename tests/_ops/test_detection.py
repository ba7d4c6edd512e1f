"""Test suppression of many boxes, which uses a different algorithm than few boxes."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._ops import detection


@pytest.mark.parametrize("options", [{}, {"id_index": 0}, {"id_index": 0, "force_suppress": True}, {"topk": 100}])
def test_many_boxes_are_suppressed_like_few(options, monkeypatch) -> None:
    random = np.random.RandomState(0)
    low = random.uniform(0, 0.5, (2, 300, 2))
    boxes = np.concatenate([random.randint(0, 3, (2, 300, 1)), random.uniform(size=(2, 300, 1)), low,
                            low + random.uniform(0.1, 0.5, (2, 300, 2))], -1)
    monkeypatch.setattr(detection, "_BLOCK", 300)
    few = nd.contrib.box_nms(nd.array(boxes), overlap_thresh=0.3, **options).asnumpy()
    monkeypatch.setattr(detection, "_BLOCK", 7)
    many = nd.contrib.box_nms(nd.array(boxes), overlap_thresh=0.3, **options).asnumpy()
    np.testing.assert_array_equal(many, few)
    assert 0 < (few[..., 1] > 0).sum() < 600


def test_regions_of_several_images_align_independently() -> None:
    """Regions may be in any order of images; a region with a negative image is empty."""
    random = np.random.RandomState(3)
    maps = random.uniform(size=(3, 4, 9, 11)).astype("float32")
    corners = random.uniform(0, 8, (40, 2))
    rois = np.concatenate([random.randint(-1, 3, (40, 1)), corners, corners + random.uniform(0, 6, (40, 2))], 1)
    data = nd.array(maps)
    data.attach_grad()
    with autograd.record():
        together = nd.contrib.ROIAlign(data, nd.array(rois), (2, 3), 0.5, 2)
    together.backward()
    gradient = np.zeros_like(maps)
    for roi, found in zip(rois, together.asnumpy(), strict=True):
        image = int(roi[0])
        if image < 0:
            np.testing.assert_array_equal(found, 0)
            continue
        alone = nd.array(maps[image:image + 1])
        alone.attach_grad()
        with autograd.record():
            expected = nd.contrib.ROIAlign(alone, nd.array([[0, *roi[1:]]]), (2, 3), 0.5, 2)
        expected.backward()
        np.testing.assert_allclose(found, expected.asnumpy()[0], rtol=1e-5)
        gradient[image] += alone.grad.asnumpy()[0]
    assert (rois[:, 0] < 0).any()
    np.testing.assert_allclose(data.grad.asnumpy(), gradient, rtol=1e-4, atol=1e-6)


def test_proposals_do_not_overlap() -> None:
    random = np.random.RandomState(0)
    rois, scores = nd.contrib.Proposal(
        nd.array(random.uniform(size=(1, 24, 20, 20))), nd.array(random.normal(scale=0.1, size=(1, 48, 20, 20))),
        nd.array([[320, 320, 1]]), rpn_pre_nms_top_n=3000, rpn_post_nms_top_n=50, threshold=0.5, output_score=True)
    boxes, order = rois.asnumpy()[:, 1:], scores.asnumpy()[:, 0]
    assert (np.diff(order) <= 0).all()
    low, high = np.maximum(boxes[:, None, :2], boxes[None, :, :2]), np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    shared = np.maximum(high - low + 1, 0).prod(-1)
    area = (boxes[:, 2:] - boxes[:, :2] + 1).prod(-1)
    overlap = shared / (area[:, None] + area[None, :] - shared) - np.eye(50)
    assert overlap.max() <= 0.5


def test_regions_inside_the_map_pool_like_others() -> None:
    """One region that leaves the map sends all of them through the general path."""
    rng = np.random.default_rng(2)
    data = nd.array(np.round(rng.random((2, 3, 12, 14)) * 4))
    inside = np.array([[0, 16, 0, 150, 100], [1, 0, 32, 64, 180], [1, 200, 160, 207, 170]], dtype="float32")
    outside = np.array([[0, 100, 100, 400, 400]], dtype="float32")
    results = []
    for rois in (inside, np.concatenate([inside, outside])):
        data.attach_grad()
        with autograd.record():
            pooled = nd.ROIPooling(data, nd.array(rois), pooled_size=(3, 5), spatial_scale=1 / 16)
            loss = (pooled[:3] * nd.arange(0, 15).reshape((3, 5))).sum()
        loss.backward()
        results.append((pooled[:3].asnumpy(), data.grad.asnumpy()))
    np.testing.assert_array_equal(results[0][0], results[1][0])
    np.testing.assert_allclose(results[0][1], results[1][1], rtol=1e-6)


@pytest.mark.parametrize("kinds", [3, 500])
def test_boxes_are_suppressed_per_class(monkeypatch: pytest.MonkeyPatch, kinds: int) -> None:
    rng = np.random.default_rng(kinds)
    corner = rng.random((300, 2))
    rows = np.concatenate([rng.integers(0, kinds, (300, 1)), rng.random((300, 1)), corner, corner + 0.2], 1)
    params = {"overlap_thresh": 0.3, "coord_start": 2, "score_index": 1, "id_index": 0}
    results = []
    for many in (0, 128, 10**6):
        monkeypatch.setattr(detection, "_MANY_KINDS", many)
        results.append(nd.contrib.box_nms(nd.array(rows), **params).asnumpy())
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0], results[2])


def test_proposals_need_one_description_for_each_image() -> None:
    """The scores determine the shapes of both other inputs. A mismatch raises instead of using the first row."""
    scores, moves, info = (mx.sym.var(name) for name in ("scores", "moves", "info"))
    symbol = mx.sym.contrib.Proposal(scores, moves, info)
    assert symbol.infer_shape(scores=(1, 24, 4, 5))[0] == [(1, 24, 4, 5), (1, 48, 4, 5), (1, 3)]
    with pytest.raises(mx.base.MXNetError, match="info"):
        symbol.infer_shape(scores=(1, 24, 4, 5), info=(2, 3))
    with pytest.raises(mx.base.MXNetError, match=r"\(1, 3\), received \(2, 3\)"):
        nd.contrib.Proposal(nd.ones((1, 24, 4, 5)), nd.ones((1, 48, 4, 5)), nd.ones((2, 3))).wait_to_read()
