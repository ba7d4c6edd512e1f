"""Parameter names of the iterators over image records."""

from __future__ import annotations

import difflib
import warnings

from .._runtime.tracebacks import user_level
from ._arguments import Arguments


def _words(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in text.split())


_COMMON = """data_name label_name
path_imglist path_imgrec aug_seq label_width data_shape preprocess_threads verbose num_parts part_index
device_id shuffle_chunk_size shuffle_chunk_seed shuffle seed batch_size round_batch prefetch_buffer ctx dtype resize
fill_value inter_method mean_img mean_r mean_g mean_b mean_a std_r std_g std_b std_a scale max_random_contrast
max_random_illumination"""
CLASSIFICATION = _words(_COMMON, """path_imgidx seed_aug rand_crop random_resized_crop max_rotate_angle
max_aspect_ratio min_aspect_ratio max_shear_ratio max_crop_size min_crop_size max_random_scale min_random_scale
max_random_area min_random_area max_img_size min_img_size brightness contrast saturation pca_noise random_h random_s
random_l rotate rotate_list pad mirror rand_mirror""")
DETECTION = _words(_COMMON, """label_pad_width label_pad_value rand_crop_prob min_crop_scales
max_crop_scales min_crop_aspect_ratios max_crop_aspect_ratios min_crop_overlaps max_crop_overlaps
min_crop_sample_coverages max_crop_sample_coverages min_crop_object_coverages max_crop_object_coverages
num_crop_sampler crop_emit_mode emit_overlap_thresh max_crop_trials rand_pad_prob max_pad_scale max_random_hue
random_hue_prob max_random_saturation random_saturation_prob random_illumination_prob random_contrast_prob
rand_mirror_prob resize_mode""")


def warn_of_unknown(arguments: Arguments, known: frozenset[str]) -> None:
    """Warn about unknown parameters, which MXNet ignores silently."""
    for name in sorted(arguments.values.keys() - known):
        similar = difflib.get_close_matches(name, known, 1)
        hint = f"; did you mean {similar[0]}?" if similar else ""
        warnings.warn(f"{arguments.iterator} has no parameter {name}, it is ignored{hint}", stacklevel=user_level())
