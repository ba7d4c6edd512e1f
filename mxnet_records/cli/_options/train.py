"""Options of ``mxnet train``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from .._types import DefaultsFormatter, folder, parse_int, positive_float, seed, share

AUGMENTATIONS = ("crop", "flip", "color")
# Options that may differ when a run is resumed. All others determine the result.
CHANGEABLE = ("data", "epochs", "output", "resume", "workers", "tensorboard", "checkpoint_every", "command", "patience")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = DefaultsFormatter
    _add_data(parser.add_argument_group("data"))
    _add_network(parser.add_argument_group("network"))
    _add_training(parser.add_argument_group("training"))
    _add_run(parser.add_argument_group("run"))
    parser.set_defaults(labels=None, val=None, image_size=None, channels=None, augment=None, start=None,
                        learning_rate=None, lr_steps=None, devices=None, checkpoint_every=None, patience=None,
                        tensorboard=None)
    parser.epilog = ("With mxnet launch, each worker trains on its part of the data, and worker 0 writes the files. "
                     "Exit code: 0 after training, 1 for errors, 2 for wrong arguments, 130 after an interruption, "
                     "which --resume continues.")


def _add_data(group: argparse._ArgumentGroup) -> None:
    group.add_argument("data", metavar="DATA", nargs="?",
                       help="a folder with one subfolder of images per class, or with the folders train and val; a "
                            ".rec file; or demo, mnist, fashion_mnist, cifar10 or cifar100")
    group.add_argument("--val", metavar="DATA", default=argparse.SUPPRESS,
                       help="folder or .rec file for validation (default: a part of DATA)")
    group.add_argument("--val-fraction", type=_fraction, default=0.2, metavar="SHARE",
                       help="part of DATA for validation if it has no validation set")
    group.add_argument("--labels", type=_file, metavar="FILE", default=argparse.SUPPRESS,
                       help="class names of a .rec file, one per line (default: from its .lst or synset.txt)")
    group.add_argument("--image-size", type=parse_int(8, 4096), metavar="N", default=argparse.SUPPRESS,
                       help="height and width of the network's input (default: from the network or data)")
    group.add_argument("--channels", type=int, choices=(1, 3), default=argparse.SUPPRESS,
                       help="1 for gray images, 3 for color (default: from the data)")
    group.add_argument("--augment", type=_augmentations, metavar="LIST", default=argparse.SUPPRESS,
                       help="random changes of training images: some of crop,flip,color, or none (default: crop,flip; "
                            "no flip for mnist)")
    group.add_argument("--strict", action="store_true", help="stop at a damaged image instead of skipping it")
    group.add_argument("--workers", type=parse_int(0), default=2, metavar="N", help="threads that read images")


def _add_network(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--network", default="resnet18_v1", metavar="NAME",
                       help="network of the model zoo, resnet*_thumbnail for small images, or lenet")
    group.add_argument("--from", dest="start", metavar="FILE", default=argparse.SUPPRESS,
                       help="start from a .params file of the network, a -symbol.json file with its parameters, or a "
                            "folder of mxnet train. A different number of classes gets a new output layer")
    group.add_argument("--pretrained", action="store_true", help="start from pretrained weights of the model zoo")
    group.add_argument("--freeze", action="store_true", help="train only the output layer")


def _add_training(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--epochs", type=parse_int(1), default=10, metavar="N", help="passes over the data")
    group.add_argument("--batch-size", type=parse_int(1), default=32, metavar="N",
                       help="images per step and worker, split among its devices")
    group.add_argument("--optimizer", default="adam", metavar="NAME", help="an optimizer of mxnet.optimizer")
    group.add_argument("--learning-rate", type=positive_float, metavar="RATE", default=argparse.SUPPRESS,
                       help="highest learning rate (default: 0.05 for sgd and nag, 0.001 for others)")
    group.add_argument("--schedule", choices=("cosine", "step", "constant"), default="cosine",
                       help="learning rate after the warm-up")
    group.add_argument("--warmup", type=_not_negative, default=0.0, metavar="EPOCHS", help="linear warm-up")
    group.add_argument("--lr-steps", type=_steps, metavar="EPOCH,EPOCH", default=argparse.SUPPRESS,
                       help="epochs after which the schedule step divides the rate by 10 (default: at 1/2 and 3/4)")
    group.add_argument("--weight-decay", type=_not_negative, default=0.0001, metavar="RATE", help="weight decay")
    group.add_argument("--momentum", type=share, default=0.9, metavar="SHARE", help="momentum of sgd and nag")
    group.add_argument("--label-smoothing", type=share, default=0.0, metavar="SHARE",
                       help="part of the label that is spread over all classes")
    group.add_argument("--mixup", type=_not_negative, default=0.0, metavar="ALPHA",
                       help="mix pairs of images with weights from Beta(ALPHA, ALPHA)")
    group.add_argument("--dtype", choices=("float32", "bfloat16", "float16"), default="float32",
                       help="type of the computation; 16 bits use mixed precision (contrib.amp)")
    group.add_argument("--devices", metavar="LIST", default=argparse.SUPPRESS,
                       help="such as cpu, gpu(0) or gpu(0),gpu(1) (default: one GPU if there is one)")
    group.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of all random numbers")


def _add_run(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--output", type=folder, default=Path("mxnet-train"), metavar="DIR", help="folder to write into")
    group.add_argument("--resume", action="store_true",
                       help="continue the run in --output from its last checkpoint; start it if there is none")
    group.add_argument("--checkpoint-every", type=parse_int(1), metavar="STEPS", default=argparse.SUPPRESS,
                       help="also write checkpoints within an epoch (default: after each epoch)")
    group.add_argument("--patience", type=parse_int(1), metavar="EPOCHS", default=argparse.SUPPRESS,
                       help="stop after this many epochs without a better result")
    group.add_argument("--tensorboard", metavar="DIR", default=argparse.SUPPRESS,
                       help="write events for TensorBoard into this folder")


def _fraction(text: str) -> float:
    value = share(text)
    if not 0.0 < value < 1.0:
        raise argparse.ArgumentTypeError(f"must be a number between 0 and 1, received {text!r}")
    return value


def _not_negative(text: str) -> float:
    return 0.0 if text in ("0", "0.0") else positive_float(text)


def _file(text: str) -> str:
    if not Path(text).is_file():
        raise argparse.ArgumentTypeError(f"no such file: {text!r}")
    return text


def _augmentations(text: str) -> tuple[str, ...]:
    names = () if text == "none" else tuple(text.split(","))
    if not set(names) <= set(AUGMENTATIONS):
        raise argparse.ArgumentTypeError(f"must be none or some of {','.join(AUGMENTATIONS)}, received {text!r}")
    return tuple(name for name in AUGMENTATIONS if name in names)


def _steps(text: str) -> list[int]:
    parse: Callable[[str], int] = parse_int(1)
    steps = [parse(part) for part in text.split(",")]
    if steps != sorted(set(steps)):
        raise argparse.ArgumentTypeError(f"must be increasing epochs, received {text!r}")
    return steps
