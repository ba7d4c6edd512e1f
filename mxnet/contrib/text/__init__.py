"""Vocabularies and pretrained vectors of words, ``mx.contrib.text``."""

from . import utils as utils
from . import vocab as vocab

from . import embedding as embedding  # isort: skip
