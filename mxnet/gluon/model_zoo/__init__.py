"""Published networks and where their trained parameters are kept."""

from . import model_store as model_store
from . import vision as vision
