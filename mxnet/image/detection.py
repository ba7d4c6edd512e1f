"""Augmenters and an iterator for images with bounding boxes, under MXNet's module name."""

from ._det_augment import DetAugmenter as DetAugmenter
from ._det_augment import DetBorrowAug as DetBorrowAug
from ._det_augment import DetHorizontalFlipAug as DetHorizontalFlipAug
from ._det_augment import DetRandomCropAug as DetRandomCropAug
from ._det_augment import DetRandomPadAug as DetRandomPadAug
from ._det_augment import DetRandomSelectAug as DetRandomSelectAug
from ._det_create import CreateDetAugmenter as CreateDetAugmenter
from ._det_create import CreateMultiRandCropAugmenter as CreateMultiRandCropAugmenter
from ._det_iter import ImageDetIter as ImageDetIter

# Pickles and printed types contain MXNet's module name.
for _member in (DetAugmenter, DetBorrowAug, DetHorizontalFlipAug, DetRandomCropAug, DetRandomPadAug, DetRandomSelectAug,
                CreateDetAugmenter, CreateMultiRandCropAugmenter, ImageDetIter):
    _member.__module__ = __name__
