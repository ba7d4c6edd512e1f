"""Old programs: names that NumPy and Python have removed, and running programs that use them.

* ``names``: the table of removed names and what to write instead;
* ``functions``: stand-ins for names that no other name replaces;
* ``restoring``: gives modules their old names for this process and notes each use;
* ``running``: runs a program as ``python`` does.
"""
