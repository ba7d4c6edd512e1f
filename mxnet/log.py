"""Loggers with short colored messages, ``mx.log``."""

from __future__ import annotations

import logging
import warnings
from logging import CRITICAL as CRITICAL
from logging import DEBUG as DEBUG
from logging import ERROR as ERROR
from logging import INFO as INFO
from logging import NOTSET as NOTSET
from logging import WARNING as WARNING

from ._runtime.tracebacks import user_level

_LABELS = {CRITICAL: "C", ERROR: "E", WARNING: "W", INFO: "I", DEBUG: "D"}
_RED, _GREEN, _BLUE, _PLAIN = "\x1b[31m", "\x1b[32m", "\x1b[34m", "\x1b[0m"


class _Formatter(logging.Formatter):
    """Formats a message with a colored letter for the level, time, process and location."""

    def __init__(self) -> None:
        super().__init__(datefmt="%m%d %H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        level = record.levelno
        colour = _RED if level >= WARNING else _GREEN if level >= INFO else _BLUE
        self._style._fmt = (f"{colour}{_LABELS.get(level, 'U')}%(asctime)s %(process)d %(pathname)s:%(funcName)s:"
                            f"%(lineno)d]{_PLAIN} %(message)s")
        return super().format(record)


def getLogger(name: str | None = None, filename: str | None = None, filemode: str | None = None,
              level: int = WARNING) -> logging.Logger:
    """Return a logger. This is a deprecated name of `get_logger`.

    Parameters
    ----------
    name, filename, filemode, level
        See `get_logger`.

    Returns
    -------
    logging.Logger

    Examples
    --------
    >>> import warnings
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter('ignore', DeprecationWarning)
    ...     logger = mx.log.getLogger('example.old')
    >>> logger is mx.log.get_logger('example.old')
    True
    """
    warnings.warn("mx.log.getLogger is deprecated; call get_logger with the same arguments",
                  category=DeprecationWarning, stacklevel=user_level())
    return get_logger(name, filename, filemode, level)


def get_logger(name: str | None = None, filename: str | None = None, filemode: str | None = None,
               level: int = WARNING) -> logging.Logger:
    """Return a logger that writes to a file or, in color, to standard error.

    A logger is configured when it is requested for the first time. Later calls return it unchanged.

    Parameters
    ----------
    name : str, optional
        Name of the logger. Without a name, return the root logger unchanged.
    filename : str, optional
        File that gets the messages. The default is standard error.
    filemode : str, optional
        File mode. The default is ``'a'``.
    level : int
        Minimum level.

    Returns
    -------
    logging.Logger

    Examples
    --------
    >>> logger = mx.log.get_logger('example', level=mx.log.INFO)
    >>> logger.isEnabledFor(mx.log.INFO), logger.isEnabledFor(mx.log.DEBUG)
    (True, False)
    """
    if name is None:
        return logging.getLogger()
    logger = logging.getLogger(name)
    if getattr(logger, "_init_done", False):
        return logger
    logger._init_done = True  # type: ignore[attr-defined]
    handler: logging.Handler
    if filename:
        handler = logging.FileHandler(filename, filemode or "a")
    else:
        handler = logging.StreamHandler()
        handler.setFormatter(_Formatter())
    logger.addHandler(handler)
    logger.setLevel(level)
    return logger
