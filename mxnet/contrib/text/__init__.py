"""Vocabularies and pretrained word embeddings, ``mx.contrib.text``."""

from . import utils as utils
from . import vocab as vocab

from . import embedding as embedding  # isort: skip
