"""Check for files of another MXNet in the folder of this package, when it is imported.

pip installs ``mxnet`` over ``mxnet-torch`` and the reverse. If ``mxnet`` was installed last, its ``__init__.py``
imports our ``mxnet.base``, which imports this module. If ``mxnet-torch`` was installed last, the package works until
one of the two is uninstalled.
"""

from __future__ import annotations

import os
import sys
import warnings

_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def check(package: dict[str, object], folder: str = _FOLDER) -> None:
    """Raise ImportError if ``__init__.py`` belongs to another MXNet, and warn if the folder has its library.

    Parameters
    ----------
    package : dict
        The namespace of the package ``mxnet``.
    folder : str
        The folder of the package.
    """
    foreign = "_variables" not in package  # the first name that our __init__.py imports
    # The names are repeated, because importing `installation` takes longer than this check.
    if foreign or any(os.path.exists(f"{folder}{os.sep}libmxnet.{suffix}") for suffix in ("so", "dylib", "dll")):
        from mxnet_records import installation

        from .tracebacks import user_level

        message = installation.describe()
        if foreign:
            raise ImportError(message, name="mxnet")
        warnings.warn(message, RuntimeWarning, stacklevel=user_level())


check(vars(sys.modules["mxnet"]))
