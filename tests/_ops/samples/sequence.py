"""Samples of ``mxnet/_ops/sequence.py``."""

import numpy as np
from sample import Sample, array

LENGTHS = np.array([1, 3, 2], "float32")
USE = {"use_sequence_length": True}
SAMPLES = [
    Sample("SequenceLast", (array(3, 2, 2),), grad=False),
    Sample("SequenceLast", (array(4, 3, 2), LENGTHS), USE, numeric=False),
    Sample("SequenceLast", (array(3, 4), LENGTHS.astype("int32")), {**USE, "axis": 1}),
    Sample("SequenceMask", (array(3, 2),)),
    Sample("SequenceMask", (array(4, 3, 2), LENGTHS), USE, numeric=False),
    Sample("SequenceMask", (array(3, 4, 2), LENGTHS.astype("int32")), {**USE, "axis": 1, "value": -1.5}),
    Sample("SequenceMask", (array(4, 3, low=-5, high=5, dtype="int32"), LENGTHS), {**USE, "value": 7}, grad=False),
    Sample("SequenceReverse", (array(3, 2, 2),)),
    Sample("SequenceReverse", (array(4, 3, 2), LENGTHS), USE, numeric=False),
    Sample("SequenceReverse", (array(4, 3), LENGTHS.astype("int32")), USE),
]
