"""Vocabularies and pretrained vectors of words, ``mx.contrib.text``."""

from . import embedding as embedding
from . import utils as utils
from . import vocab as vocab
