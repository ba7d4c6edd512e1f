"""Samples of ``mxnet/_ops/image.py``."""

from sample import Sample, array


def picture(*shape, dtype="uint8"):
    """Return an image with values from 0 to 255."""
    return array(*shape, low=0, high=255, dtype=dtype)


def fixed(op, factor, grad=True):
    """Return random transforms with a fixed factor, whose results can be compared."""
    params = {"min_factor": factor, "max_factor": factor}
    return [Sample(op, (picture(4, 5, 3),), params, atol=1.0, grad=False),
            Sample(op, (picture(4, 5, 3, dtype="float32"),), params, numeric=False, atol=1e-2, grad=grad)]


SIDES = ("_image_flip_left_right", "_image_flip_top_bottom")

SAMPLES = [
    Sample("_image_to_tensor", (picture(4, 5, 3),), grad=False),
    Sample("_image_to_tensor", (picture(2, 4, 5, 1, dtype="float32"),), grad=False),
    Sample("_image_normalize", (array(3, 4, 5),), {"mean": (0.1, 0.2, 0.3), "std": (0.5, 0.6, 0.7)}),
    Sample("_image_normalize", (array(2, 1, 4, 5, dtype="float64"),), {"mean": (0.1,), "std": (0.5,)}),
    Sample("_image_crop", (picture(6, 7, 3),), {"x": 1, "y": 2, "width": 4, "height": 3}, grad=False),
    Sample("_image_crop", (array(2, 6, 7, 1),), {"x": 0, "y": 1, "width": 7, "height": 5}),
    *[Sample("_image_resize", (picture(6, 7, 3),), {"size": (5, 4), "interp": i}, grad=False, atol=1.0)
      for i in (0, 1, 2, 3, 4)],
    Sample("_image_resize", (picture(2, 6, 8, 1, dtype="float32"),), {"size": 3, "keep_ratio": True}, grad=False),
    Sample("_image_resize", (picture(8, 6, 3, dtype="float32"),), {"size": 3, "keep_ratio": True}, grad=False),
    Sample("_image_resize", (picture(3, 4, 3, dtype="float32"),), {"size": (9,)}, grad=False),
    *[Sample(op, (picture(4, 6, 3),), grad=False) for op in SIDES],
    *[Sample(op, (array(4, 2, 1),), numeric=False) for op in SIDES],
    *[Sample(op.replace("flip", "random_flip"), (picture(3, 4, 3),), grad=False, values=False) for op in SIDES],
    *fixed("_image_random_brightness", 1.5),
    *fixed("_image_random_contrast", 1.5),
    *fixed("_image_random_contrast", 0.0),
    Sample("_image_random_contrast", (picture(4, 5, 1),), {"min_factor": 0.5, "max_factor": 0.5}, grad=False, atol=1.0),
    *fixed("_image_random_saturation", 0.4),
    *fixed("_image_random_hue", 0.3),
    *fixed("_image_random_hue", 0.9),
    *[Sample("_image_random_hue", (picture(5, 7, 3),), {"min_factor": f, "max_factor": f}, grad=False)
      for f in (0.0, 0.1)],
    Sample("_image_random_color_jitter", (picture(4, 5, 3),),
           {"brightness": 0.2, "contrast": 0.2, "saturation": 0.2, "hue": 0.1}, grad=False, values=False),
    Sample("_image_adjust_lighting", (picture(4, 5, 3),), {"alpha": (0.1, 0.2, -0.3)}, grad=False, atol=1.0),
    Sample("_image_adjust_lighting", (picture(4, 5, 3, dtype="float32"),), {"alpha": (0.1, 0.2, -0.3)}, numeric=False),
    Sample("_image_random_lighting", (picture(4, 5, 3),), {"alpha_std": 0.0}, grad=False),
]
