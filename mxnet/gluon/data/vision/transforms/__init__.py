"""Image transforms as blocks, such as ``dataset.transform_first(transforms.ToTensor())``.

Images are arrays of height x width x channel. :class:`ToTensor` converts them to
channel x height x width.
"""

from ._colour import RandomBrightness as RandomBrightness
from ._colour import RandomColorJitter as RandomColorJitter
from ._colour import RandomContrast as RandomContrast
from ._colour import RandomGray as RandomGray
from ._colour import RandomHue as RandomHue
from ._colour import RandomLighting as RandomLighting
from ._colour import RandomSaturation as RandomSaturation
from ._compose import Compose as Compose
from ._compose import HybridCompose as HybridCompose
from ._compose import HybridRandomApply as HybridRandomApply
from ._compose import RandomApply as RandomApply
from ._geometry import CenterCrop as CenterCrop
from ._geometry import CropResize as CropResize
from ._geometry import RandomCrop as RandomCrop
from ._geometry import RandomFlipLeftRight as RandomFlipLeftRight
from ._geometry import RandomFlipTopBottom as RandomFlipTopBottom
from ._geometry import RandomResizedCrop as RandomResizedCrop
from ._geometry import Resize as Resize
from ._rotation import RandomRotation as RandomRotation
from ._rotation import Rotate as Rotate
from ._values import Cast as Cast
from ._values import Normalize as Normalize
from ._values import ToTensor as ToTensor
