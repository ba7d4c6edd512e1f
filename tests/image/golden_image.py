"""Results of ``mx.image`` functions. The input images are created without OpenCV, whose versions differ."""

from __future__ import annotations

import pathlib
import random
import struct
import zlib

import numpy as np

import mxnet as mx

FILE = "golden/image.npz"
INTERPOLATIONS = (0, 1, 2, 3, 4)
CASES = {}


def case(function):
    """Register a function that takes a folder and returns a list of arrays."""
    CASES[function.__name__] = function
    return function


def picture(number, height=18, width=22):
    """Create a smooth image with some noise."""
    noise = np.random.RandomState(number).randint(0, 40, (height, width, 3))
    rows, columns = np.mgrid[:height, :width]
    waves = [100 + 90 * np.sin((rows * (k + 1) + columns * (3 - k) + 5 * number) / 9.0) for k in range(3)]
    return np.clip(np.stack(waves, 2) + noise, 0, 255).astype(np.uint8)


def png(pixels):
    """Encode an image as PNG without a library that could change it."""
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def seed(number):
    random.seed(number)
    np.random.seed(number)


def image(number=0, dtype="uint8", **size):
    return mx.nd.array(picture(number, **size), dtype=dtype)


def files(folder, count):
    """Write `count` images to a folder, and return their names."""
    names = [f"{i}.png" for i in range(count)]
    for i, name in enumerate(names):
        (folder / name).write_bytes(png(picture(i, 20 + i, 26)))
    return names


@case
def decoding(folder):
    content = png(picture(0))
    path = folder / "picture.png"
    path.write_bytes(content)
    decoded = [mx.image.imdecode(content, **options) for options in ({}, {"flag": 0}, {"to_rgb": 0})]
    read = [mx.image.imread(str(path)), mx.image.imread(str(path), 0), mx.image.imread(str(path), 1, False)]
    return decoded + read


@case
def resizing(folder):
    return [mx.image.imresize(image(), *size, interp=i) for i in INTERPOLATIONS for size in ((17, 11), (30, 27))]


@case
def resizing_floats(folder):
    return [mx.image.imresize(image(dtype="float32"), 17, 27, interp=i) for i in INTERPOLATIONS]


@case
def short_edges(folder):
    return [mx.image.resize_short(image(height=h, width=w), 16, interp=i)
            for h, w in ((18, 22), (22, 18), (10, 14)) for i in (1, 9)]


@case
def borders(folder):
    calls = [{"type": kind, "values": (10, 20, 30)} for kind in range(5)] + [{"value": 7}]
    return [mx.image.copyMakeBorder(image(), 3, 1, 2, 4, **options) for options in calls]


@case
def crops(folder):
    seed(1)
    results = []
    for size in ((12, 10), (40, 12), (60, 60)):
        results += [*mx.image.random_crop(image(), size, 1), *mx.image.center_crop(image(), size, 1)]
    for area in (0.2, (0.3, 0.6)):
        results += mx.image.random_size_crop(image(), (12, 10), area, (0.75, 1.33), 1)
    return [*results, mx.image.fixed_crop(image(), 3, 4, 10, 8, (5, 6), 1),
            mx.image.fixed_crop(image(), 3, 4, 10, 8)]


@case
def rotations(folder):
    seed(2)
    one = mx.nd.array(picture(0).transpose(2, 0, 1), dtype="float32")
    two = mx.nd.array(np.stack([picture(i).transpose(2, 0, 1) for i in range(2)]), dtype="float32")
    zooms = ({}, {"zoom_in": True}, {"zoom_out": True})
    results = [mx.image.imrotate(one, 30, **zoom) for zoom in zooms]
    results += [mx.image.imrotate(two, mx.nd.array([-20, 100]), **zoom) for zoom in zooms]
    return [*results, mx.image.random_rotate(one, (-40, 40)), mx.image.random_rotate(two, (-40, 40), zoom_in=True)]


def augmented(augmenters, dtype="float32"):
    """Return the results of all augmenters for two images."""
    seed(3)
    return [augmenter(image(i, dtype)) for augmenter in augmenters for i in range(2)]


@case
def colour_augmenters(folder):
    img = mx.image
    axes = np.array([[0.5, 0.1, 0.2], [0.3, -0.4, 0.1], [0.2, 0.6, -0.7]])
    return augmented([
        img.BrightnessJitterAug(0.4), img.ContrastJitterAug(0.4), img.SaturationJitterAug(0.4), img.HueJitterAug(0.3),
        img.ColorJitterAug(0.3, 0.3, 0.3), img.LightingAug(0.5, np.array([50.0, 5.0, 1.0]), axes),
        img.ColorNormalizeAug(np.array([100.0, 110.0, 120.0]), mx.nd.array([50.0, 51.0, 52.0])),
        img.RandomGrayAug(0.5)])


@case
def geometric_augmenters(folder):
    img = mx.image
    parts = [img.ResizeAug(13, 1), img.ForceResizeAug((9, 14), 3)]
    return augmented([
        *parts, img.RandomCropAug((12, 10), 1), img.CenterCropAug((12, 10), 1), img.HorizontalFlipAug(0.5),
        img.RandomSizedCropAug((12, 10), 0.1, (0.5, 2.0), 1), img.SequentialAug(parts), img.RandomOrderAug(list(parts)),
        img.CastAug()], "uint8")


@case
def created_augmenters(folder):
    img = mx.image
    mean = np.array([120.0, 110.0, 100.0])
    lists = [
        img.CreateAugmenter((3, 12, 14), inter_method=1),
        img.CreateAugmenter((3, 12, 14), 20, rand_crop=True, rand_mirror=True, mean=True, std=True, inter_method=1),
        img.CreateAugmenter((3, 12, 14), rand_crop=True, rand_resize=True, rand_mirror=True, brightness=0.2,
                            contrast=0.2, saturation=0.2, hue=0.2, pca_noise=0.1, rand_gray=0.5, mean=mean,
                            inter_method=1)]
    return augmented([img.SequentialAug(augmenters) for augmenters in lists], "uint8")


def batches(iterator, epochs):
    """Return the data, label and padding of all batches of several epochs."""
    results = []
    for _ in range(epochs):
        for batch in iterator:
            results += [batch.data[0], batch.label[0], np.array(batch.pad)]
        iterator.reset()
    return results


@case
def iterating(folder):
    seed(4)
    names = files(folder, 5)
    listed = [[float(i), name] for i, name in enumerate(names)]
    lines = [f"{7 - i}\t{i}\t{10 * i}\t{name}\n" for i, name in enumerate(names)]
    (folder / "images.lst").write_text("".join(lines))
    results = []
    for last, epochs in (("pad", 2), ("discard", 2), ("roll_over", 3)):
        results += batches(mx.image.ImageIter(2, (3, 8, 7), imglist=listed, path_root=str(folder), inter_method=1,
                                              last_batch_handle=last), epochs)
    # Rows that are never filled are uninitialized in MXNet, so the batch size divides the number of images.
    results += batches(mx.image.ImageIter(5, (3, 8, 7), label_width=2, path_imglist=str(folder / "images.lst"),
                                          path_root=str(folder), shuffle=True, rand_crop=True, rand_mirror=True), 2)
    return results + batches(mx.image.ImageIter(2, (3, 8, 7), imglist=listed, path_root=str(folder), num_parts=2,
                                                part_index=1, brightness=0.3), 1)


@case
def iterating_records(folder):
    seed(5)
    names = str(folder / "images.idx"), str(folder / "images.rec")
    records = mx.recordio.MXIndexedRecordIO(*names, "w")
    for i in range(4):
        header = mx.recordio.IRHeader(0, float(i), i, 0)
        records.write_idx(i, mx.recordio.pack(header, png(picture(i))))
    records.close()
    ordered = mx.image.ImageIter(3, (3, 8, 7), path_imgrec=names[1], inter_method=1)
    shuffled = mx.image.ImageIter(2, (3, 8, 7), path_imgrec=names[1], path_imgidx=names[0], shuffle=True,
                                  inter_method=1, rand_mirror=True)
    return batches(ordered, 2) + batches(shuffled, 2)


LABEL = np.array([[1, 0.1, 0.2, 0.5, 0.6], [0, 0.4, 0.3, 0.9, 0.95], [2, 0.7, 0.05, 0.8, 0.2]], dtype=np.float32)


@case
def box_augmenters(folder):
    img = mx.image
    augmenters = [
        img.DetHorizontalFlipAug(0.5), img.DetRandomCropAug(0.3),
        img.DetRandomCropAug(0.1, (0.5, 2.0), (0.1, 0.5), 0.5), img.DetRandomPadAug(),
        img.DetRandomPadAug((0.5, 2.0), (1.5, 4.0), 50, (1, 2, 3)),
        img.DetRandomSelectAug([img.DetRandomCropAug(), img.DetRandomPadAug()], 0.3),
        img.DetBorrowAug(img.ResizeAug(15, 1)), img.CreateMultiRandCropAugmenter([0.1, 0.5], (0.7, 1.3), (0.2, 1.0))]
    seed(6)
    results = []
    for augmenter in augmenters:
        for i in range(3):
            results += augmenter(image(i), LABEL.copy())
    return results


@case
def iterating_boxes(folder):
    seed(7)
    listed = [[2, 5, *LABEL[:1 + i % 3].ravel().tolist(), name] for i, name in enumerate(files(folder, 6))]
    plain = mx.image.ImageDetIter(2, (3, 10, 9), imglist=listed, path_root=str(folder), inter_method=1)
    changed = mx.image.ImageDetIter(
        3, (3, 10, 9), imglist=listed, path_root=str(folder), shuffle=True, inter_method=1, rand_crop=0.8,
        rand_pad=0.8, rand_mirror=True, mean=True, std=True, brightness=0.2, min_object_covered=[0.1, 0.5],
        min_eject_coverage=0.2)
    return [*batches(plain, 2), *batches(changed, 2), plain.label_shape]


def results_of(name, folder):
    """Return the results of a case as NumPy arrays."""
    results = CASES[name](folder)
    return [result.asnumpy() if hasattr(result, "asnumpy") else np.asarray(result) for result in results]


def observe(case):
    return {f"{case}/{number}": result for number, result in enumerate(results_of(case, pathlib.Path.cwd()))}
