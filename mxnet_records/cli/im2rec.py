"""``mxnet im2rec``: create lists and record files of images."""

from __future__ import annotations

import argparse
import os
import sys

from ..error import MXNetError
from ..im2rec import Conversion, make_records
from ..lists import find_images, make_lists
from ._types import DefaultsFormatter, parse_int, share


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of MXNet's ``tools/im2rec.py``."""
    parser.formatter_class = DefaultsFormatter
    parser.add_argument("prefix", help="path prefix or folder of the lists and record files")
    parser.add_argument("root", help="folder of the images")
    lists = parser.add_argument_group("lists")
    lists.add_argument("--list", action="store_true", help="make PREFIX.lst of the images in the folder and stop")
    lists.add_argument("--exts", nargs="+", default=[".jpeg", ".jpg", ".png"], metavar="EXT",
                       help="file extensions of images")
    lists.add_argument("--chunks", type=parse_int(1), default=1, metavar="N", help="spread the images over N lists")
    lists.add_argument("--train-ratio", type=share, default=1.0, metavar="SHARE",
                       help="share of the images in the training list, if less than 1")
    lists.add_argument("--test-ratio", type=share, default=0, metavar="SHARE",
                       help="share of the images in the test list")
    lists.add_argument("--recursive", action="store_true",
                       help="also search subfolders, and use each as a separate class")
    lists.add_argument("--no-shuffle", dest="shuffle", action="store_false", help="keep the order of file names")
    records = parser.add_argument_group("record files")
    records.add_argument("--pass-through", action="store_true", help="store the files as they are")
    records.add_argument("--resize", type=parse_int(0), default=0, metavar="PIXELS",
                         help="scale the shorter edge to this length; 0 keeps the size")
    records.add_argument("--center-crop", action="store_true", help="crop the image to a square first")
    records.add_argument("--quality", type=parse_int(0, 100), default=95, metavar="N",
                         help="JPEG quality from 1 to 100, or PNG compression from 1 to 9")
    records.add_argument("--num-thread", type=parse_int(1), default=1, metavar="N",
                         help="number of images to convert in parallel, without changing their order")
    records.add_argument("--color", type=int, default=1, choices=(-1, 0, 1),
                         help="1: in colour, 0: in grey, -1: as stored, with transparency")
    records.add_argument("--encoding", default=".jpg", choices=(".jpg", ".png"), help="format to store")
    records.add_argument("--pack-label", action="store_true",
                         help="store all labels of an image, not only the first one")


def run(options: argparse.Namespace) -> int:
    """Create lists or record files."""
    prefix, root = os.path.abspath(options.prefix), os.path.abspath(options.root)
    if options.list:
        return _make_lists(options, prefix, root)
    conversion = Conversion(root, options.pass_through, options.resize, options.center_crop, options.quality,
                            options.color, options.encoding, options.pack_label)
    for summary in make_records(prefix, conversion, options.num_thread):
        print(f"{summary.path}: {summary.images} images, {summary.size} bytes, {summary.skipped} skipped")
    return 0


def _make_lists(options: argparse.Namespace, prefix: str, root: str) -> int:
    folder = os.path.dirname(prefix)
    if not os.path.isdir(folder):
        raise MXNetError(f"cannot write lists into {folder}: No such file or directory; create the folder, or use "
                         f"another prefix than {options.prefix}")
    if not os.path.isdir(root):
        raise MXNetError(f"the folder {root} with images does not exist")
    if options.train_ratio + options.test_ratio > 1:
        raise MXNetError(f"--train-ratio {options.train_ratio} and --test-ratio {options.test_ratio} add up to more "
                         "than 1")
    images = list(find_images(root, options.recursive, options.exts,
                              lambda text: print(text, file=sys.stderr)))
    count = len(images)
    lists = make_lists(prefix, images, options.chunks, options.train_ratio, options.test_ratio, options.shuffle)
    print(f"{count} images in {', '.join(lists)}")
    return 0
