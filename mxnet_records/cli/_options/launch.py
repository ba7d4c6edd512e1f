"""Options of ``mxnet launch``."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options, which are those of MXNet's ``tools/launch.py`` and a few more."""
    parser.add_argument("-n", "--num-workers", type=int, required=True, metavar="N", help="how many workers")
    parser.add_argument("-s", "--num-servers", type=int, metavar="N",
                        help="how many servers, started when an asynchronous store asks for them (default: N workers)")
    parser.add_argument("-H", "--hostfile", metavar="FILE", help="machines to start them on, one per line")
    parser.add_argument("--launcher", choices=("local", "ssh", "mpi", "sge", "yarn"),
                        help="how to start them (default: ssh with a host file, else local)")
    parser.add_argument("--env", action="append", default=[], metavar="NAME",
                        help="pass this variable to other machines; NAME:VALUE sets it for all")
    parser.add_argument("--env-server", action="append", default=[], metavar="NAME:VALUE", help="for servers")
    parser.add_argument("--env-worker", action="append", default=[], metavar="NAME:VALUE", help="for workers")
    parser.add_argument("--sync-dst-dir", metavar="DIR", help="copy the current folder there on other machines first")
    parser.add_argument("--port", type=int, default=0, metavar="PORT", help="where they meet (default: a free one)")
    parser.add_argument("--max-restarts", type=int, default=0, metavar="N",
                        help="start all again so often after a failure; the program goes on from its last checkpoint")
    parser.add_argument("--no-prefix", dest="prefix", action="store_false",
                        help="pass on what processes print as it is, without [worker 0] in front of each line")
    parser.add_argument("--p3", action="store_true", help="accepted; gradients always travel in small parts")
    parser.add_argument("program", nargs=argparse.REMAINDER, metavar="COMMAND ...", help="the program to start")
