"""Names of the documented parameters of the record file iterators."""

import re

import mxnet as mx

FILE, LAYOUT = "golden/iterator_parameters.json", 1
CASES = ("ImageRecordIter", "ImageRecordUInt8Iter", "ImageRecordInt8Iter", "ImageDetRecordIter", "ImageRecordIter_v1",
         "ImageRecordUInt8Iter_v1")


def observe(case):
    text = getattr(mx.io, case).__doc__
    return {case: re.findall(r"^(\w+) : ", text[text.index("Parameters"):text.index("Returns")], re.M)}
