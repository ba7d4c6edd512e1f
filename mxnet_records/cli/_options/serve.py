"""Options of ``mxnet serve``."""

from __future__ import annotations

import argparse

from .._types import DefaultsFormatter, parse_int

_UNITS = {"k": 10, "m": 20, "g": 30}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = DefaultsFormatter
    parser.add_argument("models", nargs="*", metavar="MODEL",
                        help="a -symbol.json file, a folder, a .mar or model.tar.gz archive, an .onnx file or a "
                             "network of the model zoo, also as NAME=MODEL")
    parser.add_argument("--allow-code", action="store_true",
                        help="run code inside of archives and folders; only for models that you trust")
    parser.add_argument("--model-store", metavar="DIR",
                        help="folder from which clients of the management interface may load models")
    parser.add_argument("--max-models", type=parse_int(1), default=1000, metavar="N", help="most models at a time")
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), default="info",
                        help="least important messages to log")
    _add_computing(parser)
    _add_network(parser)
    _add_limits(parser)


def _add_computing(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("computing")
    group.add_argument("--workers", type=parse_int(1, 64), metavar="N",
                       help="worker processes of each model (default: 2, or 1 on one core)")
    group.add_argument("--batch-size", type=parse_int(1, 4096), default=8, metavar="N",
                       help="most requests that a worker computes together")
    group.add_argument("--max-batch-delay", type=parse_int(0, 600_000), default=2, metavar="MS",
                       help="milliseconds that a request waits for others")
    group.add_argument("--response-timeout", type=parse_int(1, 86_400), metavar="S",
                       help="seconds after which a request fails and its worker is restarted (default: 120)")
    group.add_argument("--queue-size", type=parse_int(1, 1 << 20), default=128, metavar="N",
                       help="most requests of a model that wait; more get the status 503")


def _add_network(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("network")
    group.add_argument("--host", help="address to listen at; 0.0.0.0 is reachable from other machines (default: "
                                      "127.0.0.1)")
    group.add_argument("--port", type=parse_int(0, 65535), help="port of the inference interface (default: 8080)")
    group.add_argument("--management-host", default="127.0.0.1", metavar="HOST",
                       help="address of the management interface")
    group.add_argument("--management-port", type=parse_int(0, 65535), default=8081, metavar="PORT",
                       help="port of the management interface")
    group.add_argument("--no-management", action="store_true", help="start no management interface")
    group.add_argument("--api-key-file", metavar="FILE", help="file with the key that clients must send")
    group.add_argument("--tls-certificate", metavar="FILE", help="certificate (PEM); serves HTTPS")
    group.add_argument("--tls-key", metavar="FILE", help="private key of the certificate (PEM)")


def _add_limits(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("limits")
    group.add_argument("--max-body-size", type=_size, default=64 << 20, metavar="BYTES",
                       help="largest body of a request, also as 64M")
    group.add_argument("--max-requests", type=parse_int(1), default=1024, metavar="N",
                       help="most requests at the same time")
    group.add_argument("--header-timeout", type=parse_int(1), default=30, metavar="S",
                       help="seconds for the headers of a request and for reading the answer")
    group.add_argument("--body-timeout", type=parse_int(1), default=60, metavar="S", help="seconds for a body")
    group.add_argument("--keep-alive", type=parse_int(1), default=30, metavar="S",
                       help="seconds between two requests of a connection")
    group.add_argument("--grace", type=parse_int(0), default=30, metavar="S",
                       help="seconds that running requests get when the server stops")


def _size(text: str) -> int:
    number, unit = (text[:-1], text[-1].lower()) if text[-1:].lower() in _UNITS else (text, "")
    if not (number.isascii() and number.isdigit()) or int(number) == 0:
        raise argparse.ArgumentTypeError(f"must be a number of bytes such as 1048576 or 64M, received {text!r}")
    return int(number) << _UNITS.get(unit, 0)
