"""Compare batch transforms with their definition, and test transforms without image operators."""

from __future__ import annotations

import random

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import data
from mxnet.gluon.data._gather import batch_transform_of
from mxnet.gluon.data.vision import transforms

IMAGES = np.random.RandomState(0).randint(0, 256, (5, 6, 4, 3)).astype("uint8")


def first_batch(transform, images=IMAGES):
    dataset = data.ArrayDataset(mx.nd.array(images, dtype=images.dtype), np.arange(len(images))).transform_first(
        transform
    )
    loader = data.DataLoader(dataset, len(images))
    assert loader._gathers
    return next(iter(loader))[0]


def test_to_tensor():
    batch = first_batch(transforms.ToTensor())
    assert batch.dtype == np.float32
    np.testing.assert_array_equal(batch.asnumpy(), (IMAGES / np.float32(255)).transpose(0, 3, 1, 2))


def test_to_tensor_of_floats_leaves_the_data_alone():
    images = mx.nd.array(np.full((2, 1, 4, 4), 255.0))
    loader = data.DataLoader(data.ArrayDataset(images).transform(transforms.ToTensor()), 2)
    assert (next(iter(loader)).asnumpy() == 1).all()
    assert (images.asnumpy() == 255).all()


@pytest.mark.parametrize(("mean", "std"), [(0.13, 0.31), ((0.1, 0.2, 0.3), (1, 2, 3))])
def test_compose(mean, std):
    batch = first_batch(transforms.Compose([transforms.ToTensor(), transforms.Normalize(mean, std)]))
    tensors = (IMAGES / np.float32(255)).transpose(0, 3, 1, 2)
    shape = (-1, 1, 1)
    expected = (tensors - np.float32(mean).reshape(shape)) / np.float32(std).reshape(shape)
    np.testing.assert_allclose(batch.asnumpy(), expected, rtol=1e-5, atol=1e-6)


def test_cast():
    assert first_batch(transforms.Cast("float16")).dtype == np.float16
    assert transforms.Cast("int32")(mx.nd.array([1.7])).asnumpy().tolist() == [1]


def test_wrong_shapes_and_types():
    with pytest.raises(mx.MXNetError, match=r"ToTensor.*\(6, 4\)"):
        first_batch(transforms.ToTensor(), IMAGES[..., 0])
    with pytest.raises(mx.MXNetError, match=r"Normalize.*uint8"):
        first_batch(transforms.Normalize(0.5, 0.5))


def test_only_exactly_known_transforms_take_batches():
    class Changed(transforms.ToTensor):
        def hybrid_forward(self, F, x):
            return x

    assert batch_transform_of(Changed()) is None
    assert batch_transform_of(transforms.Compose([transforms.ToTensor(), Changed()])) is None
    hooked = transforms.Cast()
    hooked.register_forward_hook(lambda *_: None)
    assert batch_transform_of(hooked) is None
    assert batch_transform_of(transforms.HybridCompose([transforms.ToTensor(), transforms.Cast()])) is not None


def test_compose_keeps_its_argument_and_groups_hybrids():
    steps = [transforms.ToTensor(), transforms.Cast(), transforms.CenterCrop(2), transforms.Cast()]
    compose = transforms.Compose(steps)
    assert len(steps) == 4
    assert [type(child).__name__ for child in compose._children.values()] == [
        "HybridSequential",
        "CenterCrop",
        "Cast",
    ]


def test_random_apply(monkeypatch):
    block = transforms.RandomApply(transforms.Cast("int32"), p=0.3)
    x = mx.nd.array([1.5])
    monkeypatch.setattr(random, "random", lambda: 0.2)
    assert block(x).dtype == np.int32
    monkeypatch.setattr(random, "random", lambda: 0.4)
    assert block(x) is x


def test_random_gray():
    image = mx.nd.array(IMAGES[0], dtype="uint8")
    grey = transforms.RandomGray(p=1)(image)
    assert grey.shape == image.shape and grey.dtype == np.uint8
    expected = (IMAGES[0].astype("float32") @ np.float32([0.21, 0.72, 0.07])).astype("uint8")
    np.testing.assert_array_equal(grey.asnumpy()[..., 1], expected)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: transforms.RandomRotation((10, 5)), ValueError, "a minimum and a maximum angle"),
        (lambda: transforms.RandomRotation((0, 5), rotate_with_proba=2), ValueError, "between 0 and 1, received 2"),
        (
            lambda: transforms.Rotate(5)(mx.nd.zeros((1, 2, 2), dtype="uint8")),
            TypeError,
            "takes float32 images, received uint8",
        ),
        (lambda: transforms.HybridCompose([transforms.CenterCrop(2)]), ValueError, "CenterCrop"),
    ],
)
def test_wrong_arguments(make, error, words):
    with pytest.raises(error, match=words):
        make()


@pytest.mark.parametrize("size", [28, (9, 14), (28, 28)])
def test_resized_batches_equal_resized_images(size) -> None:
    images = mx.nd.array(np.random.default_rng(0).integers(0, 256, (6, 28, 28, 3)), dtype="uint8")
    transform = transforms.Compose([transforms.Resize(size), transforms.ToTensor()])
    resized = data.ArrayDataset(images).transform(transform)
    expected = np.stack([transform(image).asnumpy() for image in images])
    loader = data.DataLoader(resized, 4)
    assert loader._gathers
    batches = list(loader)
    np.testing.assert_array_equal(np.concatenate([b.asnumpy() for b in batches]), expected)
    with pytest.raises(mx.MXNetError, match="Resize"):
        list(data.DataLoader(data.ArrayDataset(mx.nd.ones((2, 3))).transform(transforms.Resize(4)), 2))
