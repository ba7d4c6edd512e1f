"""Configuration of Sphinx for both languages. `build.py` sets the environment variables and starts Sphinx."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

_chinese = os.environ.get("DOCS_LANGUAGE", "en") == "zh"

project = "mxnet-torch"
language = "zh_CN" if _chinese else "en"
copyright = "mxnet-torch, Apache-2.0"
extensions = ["myst_nb", "sphinx_design", "_site.extension"]
templates_path = ["_site/templates"]
exclude_patterns = ["files/**"]
highlight_language = "none"  # blocks without a language are figures and outputs
nitpicky = True
# Named in docstrings, but not on the pages of the reference.
nitpick_ignore = [
    ("py:class", "logging.Logger"), ("py:func", "create"), ("py:func", "default_batchify_fn"),
    ("py:meth", "_init_weight"), ("py:meth", "set_epoch"), ("py:meth", "update"),
]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
# Outputs are cached by the code of a page, so that the Chinese page shows what the English one computed.
nb_execution_mode = "cache"
nb_execution_cache_path = os.environ.get("DOCS_CACHE", "")
nb_execution_in_temp = True
# An error in a page is a warning with its traceback, which fails the build after the other pages.
nb_execution_show_tb = True
nb_execution_timeout = 120
nb_merge_streams = True
nb_ipywidgets_js: dict[str, dict[str, str]] = {}

html_theme = "pydata_sphinx_theme"
html_title = "mxnet-torch"
html_static_path = ["_site/static"]
html_css_files = ["site.css"]
html_search_language = "zh" if _chinese else "en"
html_show_sourcelink = False
html_copy_source = False
html_sidebars = {"**": ["sidebar-nav-bs"], "index": []}
html_theme_options = {
    "navbar_end": ["language-switch", "theme-switcher"],
    "navbar_persistent": ["search-button"],
    "header_links_before_dropdown": 7,
    "show_prev_next": True,
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "collapse_navigation": True,
}
