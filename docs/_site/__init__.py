"""Build the documentation site.

`assemble` collects the pages of one language in a folder that Sphinx can build: the pages of ``docs/en`` or
``docs/zh``, the files of the repository that they include or link, and the reference pages that `api` and `commands`
write from the package. Sphinx loads `extension`: language switch and Chinese search. `checks` reads the finished pages.
"""
