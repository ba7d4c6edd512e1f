"""Options of ``mxnet launch``."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of MXNet's ``tools/launch.py`` and some additional ones."""
    parser.add_argument("-n", "--num-workers", type=int, required=True, metavar="N", help="how many workers")
    parser.add_argument("-s", "--num-servers", type=int, metavar="N",
                        help="number of servers, started when an asynchronous store needs them (default: N workers)")
    parser.add_argument("-H", "--hostfile", metavar="FILE", help="file with the machines, one per line")
    parser.add_argument("--launcher", choices=("local", "ssh", "mpi", "ray", "sge", "yarn"),
                        help="how to start the processes (default: ssh with a host file, else local)")
    parser.add_argument("--env", action="append", default=[], metavar="NAME",
                        help="pass this environment variable to other machines, or set it with NAME:VALUE")
    parser.add_argument("--env-server", action="append", default=[], metavar="NAME:VALUE", help="for servers")
    parser.add_argument("--env-worker", action="append", default=[], metavar="NAME:VALUE", help="for workers")
    parser.add_argument("--sync-dst-dir", metavar="DIR", help="folder on other machines to copy the current folder to")
    parser.add_argument("--port", type=int, default=0, metavar="PORT", help="rendezvous port (default: a free port)")
    parser.add_argument("--max-restarts", type=int, default=0, metavar="N",
                        help="maximum number of restarts after a failure; the program resumes from its checkpoint")
    parser.add_argument("--no-prefix", dest="prefix", action="store_false",
                        help="print the output of processes without the prefix [worker 0] on each line")
    parser.add_argument("--p3", action="store_true", help="ignored; gradients are always sent in small parts")
    parser.add_argument("program", nargs=argparse.REMAINDER, metavar="COMMAND ...", help="the program to start")
