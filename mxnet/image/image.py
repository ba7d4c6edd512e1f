"""Image files, crops, augmenters and an iterator, under MXNet's module name."""

from ._augment import Augmenter as Augmenter
from ._augment import CastAug as CastAug
from ._augment import CenterCropAug as CenterCropAug
from ._augment import ForceResizeAug as ForceResizeAug
from ._augment import HorizontalFlipAug as HorizontalFlipAug
from ._augment import RandomCropAug as RandomCropAug
from ._augment import RandomOrderAug as RandomOrderAug
from ._augment import RandomSizedCropAug as RandomSizedCropAug
from ._augment import ResizeAug as ResizeAug
from ._augment import SequentialAug as SequentialAug
from ._colours import BrightnessJitterAug as BrightnessJitterAug
from ._colours import ColorJitterAug as ColorJitterAug
from ._colours import ColorNormalizeAug as ColorNormalizeAug
from ._colours import ContrastJitterAug as ContrastJitterAug
from ._colours import HueJitterAug as HueJitterAug
from ._colours import LightingAug as LightingAug
from ._colours import RandomGrayAug as RandomGrayAug
from ._colours import SaturationJitterAug as SaturationJitterAug
from ._create import CreateAugmenter as CreateAugmenter
from ._crops import _get_interp_method as _get_interp_method
from ._crops import center_crop as center_crop
from ._crops import color_normalize as color_normalize
from ._crops import fixed_crop as fixed_crop
from ._crops import random_crop as random_crop
from ._crops import random_size_crop as random_size_crop
from ._crops import resize_short as resize_short
from ._crops import scale_down as scale_down
from ._iter import ImageIter as ImageIter
from ._pixels import copyMakeBorder as copyMakeBorder
from ._pixels import imdecode as imdecode
from ._pixels import imread as imread
from ._pixels import imresize as imresize
from ._rotate import imrotate as imrotate
from ._rotate import random_rotate as random_rotate

# Pickles and printed types contain MXNet's module name.
for _member in (Augmenter, CastAug, CenterCropAug, ForceResizeAug, HorizontalFlipAug, RandomCropAug, RandomOrderAug,
                RandomSizedCropAug, ResizeAug, SequentialAug, BrightnessJitterAug, ColorJitterAug,
                ColorNormalizeAug, ContrastJitterAug, HueJitterAug, LightingAug, RandomGrayAug,
                SaturationJitterAug, CreateAugmenter, center_crop, color_normalize, fixed_crop, random_crop,
                random_size_crop, resize_short, scale_down, ImageIter, copyMakeBorder, imdecode, imread,
                imresize, imrotate, random_rotate):
    _member.__module__ = __name__
