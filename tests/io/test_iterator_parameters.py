"""Each parameter of MXNet 1.9.1's record file iterators has an effect."""

from __future__ import annotations

import json
import logging
import pathlib
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import recordio
from mxnet.io import _image_parameters

cv2 = pytest.importorskip("cv2")
GOLDEN = json.loads((pathlib.Path(__file__).parent / "golden" / "iterator_parameters.json").read_text())
COUNT = 12


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Write record files with one label (``a``), two labels (``b``), objects (``o``) and four channels (``alpha``)."""
    folder, rng = tmp_path_factory.mktemp("records"), np.random.RandomState(0)
    writers = {name: recordio.MXIndexedRecordIO(str(folder / f"{name}.idx"), str(folder / f"{name}.rec"), "w")
               for name in ("a", "b", "o", "alpha")}
    for number in range(COUNT):
        image = cv2.resize(rng.randint(0, 256, (6, 7, 4)).astype(np.uint8), (40, 30), interpolation=cv2.INTER_CUBIC)
        objects = [2, 5, 1, 0.1, 0.2, 0.6, 0.7, 3, 0.5, 0.4, 0.9, 0.95]
        for name, label in {"a": number, "b": [number, number + 0.5], "o": objects, "alpha": number}.items():
            header = recordio.IRHeader(0, label, number, 0)
            pixels = image if name == "alpha" else np.ascontiguousarray(image[:, :, :3])
            writers[name].write_idx(number, recordio.pack_img(header, pixels, 3, ".png"))
    for writer in writers.values():
        writer.close()
    (folder / "a.lst").write_text("".join(f"{i}\t{i + 50}\t{i}.png\n" for i in range(COUNT)))
    objects = "\t".join(map(str, [2, 5, 7, 0.2, 0.2, 0.8, 0.8]))
    (folder / "o.lst").write_text("".join(f"{i}\t{objects}\t{i}.png\n" for i in range(COUNT)))
    mx.nd.save(str(folder / "mean.bin"), {"mean_img": mx.nd.ones((3, 24, 24)) * 9})
    # Two megabytes, so that it has several chunks of one megabyte.
    large = recordio.MXRecordIO(str(folder / "large.rec"), "w")
    for number in range(8):
        noise = rng.randint(0, 256, (300, 300, 3)).astype(np.uint8)
        large.write(recordio.pack_img(recordio.IRHeader(0, [2, 5, number, 0, 0, 1, 1], number, 0), noise, 1, ".png"))
    large.close()
    return folder


def observed(iterator: str, folder: pathlib.Path, values: dict[str, Any], caplog: Any) -> Any:
    """Return all observable results of two epochs, or the error."""
    file = "o.rec" if iterator == "ImageDetRecordIter" else "a.rec"
    arguments = {"path_imgrec": folder / file, "data_shape": (3, 24, 24), "batch_size": 5, **values}
    for name, value in arguments.items():
        if name.startswith(("path_", "mean_img")):
            arguments[name] = str(folder / value)
    caplog.clear()
    with caplog.at_level(logging.INFO):
        try:
            batches = getattr(mx.io, iterator)(**arguments)
        except mx.MXNetError as error:
            return str(error)
    seen: list[Any] = [batches.handle.threads._max_workers, batches.handle.ahead, len(caplog.records)]
    for _ in range(2):
        for batch in batches:
            data, label = batch.data[0], batch.label[0]
            seen += [data.context, data.dtype, data.shape, data.asnumpy().tobytes(), label.shape,
                     label.asnumpy().tobytes(), batch.pad, batch.index.tolist()]
        batches.reset()
    return seen


CROP = {"rand_crop": True, "seed": 3}
AREA = {"random_resized_crop": True}
# A value of each parameter, and further arguments to pass with both the value and the default.
CLASSIFICATION: dict[str, tuple[Any, dict[str, Any]]] = {
    "path_imglist": ("a.lst", {}), "path_imgrec": ("b.rec", {}), "path_imgidx": ("missing.idx", {}),
    "aug_seq": ("", {}), "label_width": (2, {"path_imgrec": "b.rec"}), "data_shape": ((3, 20, 24), {}),
    "preprocess_threads": (1, {}), "verbose": (False, {}), "num_parts": (2, {}), "part_index": (1, {"num_parts": 2}),
    "device_id": (0, {}), "shuffle_chunk_size": (1, {"path_imgrec": "large.rec", "label_width": 7}),
    "shuffle_chunk_seed": (2, {"shuffle_chunk_size": 1, "path_imgrec": "large.rec", "label_width": 7}),
    "seed_aug": (5, CROP), "shuffle": (True, {}), "seed": (2, {"shuffle": True}), "batch_size": (4, {}),
    "round_batch": (False, {}), "prefetch_buffer": (1, {}), "ctx": ("tpu", {}), "dtype": ("uint8", {}),
    "resize": (26, {}), "rand_crop": (True, {}), "random_resized_crop": (True, {"min_random_area": 0.3}),
    "max_rotate_angle": (20, {}), "max_aspect_ratio": (0.3, {}), "min_aspect_ratio": (0.7, {"max_aspect_ratio": 1.2}),
    "max_shear_ratio": (0.3, {}), "max_crop_size": (28, {"min_crop_size": 20}),
    "min_crop_size": (20, {"max_crop_size": 28}), "max_random_scale": (1.4, {}),
    "min_random_scale": (0.9, {"max_random_scale": 1.4}), "max_random_area": (0.5, {**AREA, "min_random_area": 0.2}),
    "min_random_area": (0.2, AREA), "max_img_size": (20.0, {}), "min_img_size": (50.0, CROP), "brightness": (0.4, {}),
    "contrast": (0.4, {}), "saturation": (0.4, {}), "pca_noise": (0.2, {}), "random_h": (30, {}),
    "random_s": (30, {}), "random_l": (30, {}), "rotate": (30, {}), "fill_value": (0, {**CROP, "pad": 20}),
    "inter_method": (0, {"resize": 50}), "pad": (20, CROP), "mirror": (True, {}), "rand_mirror": (True, {}),
    "mean_img": ("mean.bin", {}), "mean_r": (3.0, {}), "mean_g": (3.0, {}), "mean_b": (3.0, {}),
    "mean_a": (3.0, {"path_imgrec": "alpha.rec", "data_shape": (4, 24, 24)}), "std_r": (3.0, {}), "std_g": (3.0, {}),
    "std_b": (3.0, {}), "std_a": (3.0, {"path_imgrec": "alpha.rec", "data_shape": (4, 24, 24)}), "scale": (0.5, {}),
    "max_random_contrast": (0.3, {}), "max_random_illumination": (9.0, {}),
}
SOMETIMES = {"rand_crop_prob": 1.0, "min_crop_scales": 0.5, "seed": 4}
CHOSEN = {**SOMETIMES, "min_crop_aspect_ratios": 0.5, "max_crop_aspect_ratios": 2.0}
DETECTION: dict[str, tuple[Any, dict[str, Any]]] = {
    **{name: CLASSIFICATION[name] for name in (
        "data_shape", "preprocess_threads", "verbose", "num_parts", "part_index", "shuffle", "seed", "batch_size",
        "round_batch", "prefetch_buffer", "ctx", "dtype", "mean_img", "mean_r", "mean_g", "mean_b", "std_r", "std_g",
        "std_b", "scale")},
    "path_imglist": ("o.lst", {}), "path_imgrec": ("a.rec", {}), "aug_seq": ("", {}), "label_width": (7, {}),
    "shuffle_chunk_size": (1, {"path_imgrec": "large.rec"}),
    "shuffle_chunk_seed": (2, {"shuffle_chunk_size": 1, "path_imgrec": "large.rec"}),
    "label_pad_width": (30, {}), "label_pad_value": (-7.0, {"label_pad_width": 30}),
    "resize": (100, {"inter_method": 0}),
    "rand_crop_prob": (1.0, {"min_crop_scales": 0.5}), "min_crop_scales": (0.9, SOMETIMES),
    "max_crop_scales": (0.6, SOMETIMES), "min_crop_aspect_ratios": (0.3, SOMETIMES),
    "max_crop_aspect_ratios": (3.0, SOMETIMES), "min_crop_overlaps": (0.4, CHOSEN), "max_crop_overlaps": (0.3, CHOSEN),
    "min_crop_sample_coverages": (0.5, CHOSEN), "max_crop_sample_coverages": (0.3, CHOSEN),
    "min_crop_object_coverages": (0.9, CHOSEN), "max_crop_object_coverages": (0.5, CHOSEN),
    "num_crop_sampler": (0, SOMETIMES), "crop_emit_mode": ("overlap", CHOSEN),
    "emit_overlap_thresh": (0.9, {**CHOSEN, "crop_emit_mode": "overlap"}), "max_crop_trials": (0, SOMETIMES),
    "rand_pad_prob": (1.0, {"max_pad_scale": 3.0}), "max_pad_scale": (3.0, {"rand_pad_prob": 1.0}),
    **{f"max_random_{kind}": (40 if kind != "contrast" else 0.5, {f"random_{kind}_prob": 1.0})
       for kind in ("hue", "saturation", "illumination", "contrast")},
    **{f"random_{kind}_prob": (1.0, {f"max_random_{kind}": 40 if kind != "contrast" else 0.5})
       for kind in ("hue", "saturation", "illumination", "contrast")},
    "rand_mirror_prob": (1.0, {}), "fill_value": (0, {"rand_pad_prob": 1.0, "max_pad_scale": 3.0}),
    "inter_method": (0, {}), "resize_mode": ("fit", {}),
    "mean_a": (3.0, {"data_shape": (4, 24, 24)}), "std_a": (3.0, {"data_shape": (4, 24, 24)}),
}


@pytest.mark.parametrize("name", GOLDEN["ImageRecordIter"])
def test_classification(name: str, folder: pathlib.Path, caplog: Any) -> None:
    value, others = CLASSIFICATION[name]
    assert observed("ImageRecordIter", folder, {**others, name: value}, caplog) != observed(
        "ImageRecordIter", folder, {key: other for key, other in others.items() if key != name}, caplog)


def with_alpha(folder: pathlib.Path) -> None:
    file = recordio.MXRecordIO(str(folder / "objects-alpha.rec"), "w")
    for number in range(6):
        image = np.full((30, 40, 4), number * 20, np.uint8)
        file.write(recordio.pack_img(recordio.IRHeader(0, [2, 5, 1, 0, 0, 1, 1], number, 0), image, 3, ".png"))
    file.close()


@pytest.mark.parametrize("name", GOLDEN["ImageDetRecordIter"])
def test_detection(name: str, folder: pathlib.Path, caplog: Any) -> None:
    value, others = DETECTION[name]
    if others.get("data_shape") == (4, 24, 24):
        with_alpha(folder)
        others = {**others, "path_imgrec": "objects-alpha.rec"}
    assert observed("ImageDetRecordIter", folder, {**others, name: value}, caplog) != observed(
        "ImageDetRecordIter", folder, {key: other for key, other in others.items() if key != name}, caplog)


def test_names() -> None:
    for iterator, names in GOLDEN.items():
        known = _image_parameters.DETECTION if "Det" in iterator else _image_parameters.CLASSIFICATION
        assert set(names) <= known, iterator


@pytest.mark.parametrize("iterator", ["ImageRecordUInt8Iter", "ImageRecordInt8Iter", "ImageRecordIter_v1"])
def test_the_other_iterators_have_the_same_parameters(iterator: str, folder: pathlib.Path, caplog: Any) -> None:
    for name in ("resize", "rand_crop", "brightness", "rand_mirror", "label_width", "shuffle", "seed_aug"):
        value, others = CLASSIFICATION[name]
        plain = {key: other for key, other in others.items() if key != name}
        assert observed(iterator, folder, {**others, name: value}, caplog) != observed(iterator, folder, plain, caplog)


def test_unknown_names(folder: pathlib.Path) -> None:
    with pytest.warns(UserWarning, match="no parameter rand_mirrow, it is ignored; did you mean rand_mirror"):
        mx.io.ImageRecordIter(path_imgrec=folder / "a.rec", data_shape=(3, 24, 24), batch_size=5, rand_mirrow=True)


@pytest.mark.parametrize("values", [{"batch_size": 0}, {"preprocess_threads": 0}, {"label_width": 0},
                                    {"rand_crop": 2}, {"scale": "abc"}, {"resize": "x"}, {"seed": None},
                                    {"shuffle_chunk_size": -1}, {"aug_seq": "nothing"}, {"mean_img": "a.rec"}])
def test_values_that_are_none(values: dict[str, Any], folder: pathlib.Path) -> None:
    arguments = {"path_imgrec": folder / "a.rec", "data_shape": (3, 24, 24), "batch_size": 5, **values}
    if "mean_img" in values:
        arguments["mean_img"] = str(folder / "a.rec")
    with pytest.raises(mx.MXNetError):
        mx.io.ImageRecordIter(**arguments)


def test_chunks_are_visited_whole(folder: pathlib.Path) -> None:
    arguments = {"path_imgrec": folder / "large.rec", "data_shape": (3, 24, 24), "batch_size": 4, "label_width": 7,
                 "shuffle_chunk_size": 1}
    orders = set()
    for seed in range(6):
        batches = mx.io.ImageRecordIter(**arguments, shuffle_chunk_seed=seed)
        order = [int(label) for batch in batches for label in batch.label[0].asnumpy()[:, 2]]
        assert sorted(order) == list(range(8))
        orders.add(tuple(order))
    assert orders == {(0, 1, 2, 3, 4, 5, 6, 7), (4, 5, 6, 7, 0, 1, 2, 3)}
    shuffled = mx.io.ImageRecordIter(**arguments, shuffle=True, seed=1)
    order = [int(label) for batch in shuffled for label in batch.label[0].asnumpy()[:, 2]]
    assert {frozenset(order[:4]), frozenset(order[4:])} == {frozenset(range(4)), frozenset(range(4, 8))}
    assert tuple(order) not in orders
