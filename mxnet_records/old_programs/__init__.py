"""Support for old programs that use names which NumPy and Python have removed.

* ``names``: the table of removed names and their replacements;
* ``functions``: implementations of names without a replacement;
* ``restoring``: adds the old names to modules in this process, and records each use;
* ``running``: runs a program like ``python``.
"""
