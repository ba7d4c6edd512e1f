"""Published networks and their pretrained parameters."""

from . import model_store as model_store
from . import vision as vision
