"""Samples of ``mxnet/_ops/convolution.py`` and ``deconvolution.py``."""

from sample import Sample, array


def _sample(op, data, weight, filters, dtype="float32", bias=True, **params):
    inputs = (array(*data, dtype=dtype), array(*weight, dtype=dtype), array(filters, dtype=dtype))
    if op == "Deconvolution" or not bias:
        params["no_bias"] = not bias
    return Sample(op, inputs if bias else inputs[:2], {"num_filter": filters, **params})


SAMPLES = [
    _sample("Convolution", (2, 2, 5), (3, 2, 2), 3, kernel=(2,)),
    _sample("Convolution", (1, 4, 6), (2, 2, 3), 2, kernel=(3,), stride=(2,), pad=(1,), num_group=2, layout="NCW"),
    _sample("Convolution", (2, 3, 4, 5), (2, 3, 2, 3), 2, kernel=(2, 3)),
    _sample("Convolution", (2, 2, 5, 4), (3, 2, 2, 2), 3, bias=False, kernel=(2, 2), dilate=(2, 1), pad=(1, 1)),
    _sample("Convolution", (1, 4, 4, 4), (4, 2, 3, 1), 4, kernel=(3, 1), num_group=2, stride=(1, 2), layout="NCHW"),
    _sample("Convolution", (1, 3, 3, 3), (3, 1, 1, 1), 3, dtype="float64", kernel=(1, 1), num_group=3),
    _sample("Convolution", (1, 2, 3, 3, 3), (2, 2, 2, 2, 2), 2, kernel=(2, 2, 2), pad=(1, 0, 1)),
    _sample("Convolution", (1, 2, 3, 4, 3), (2, 1, 1, 2, 2), 2, bias=False, kernel=(1, 2, 2), stride=(2, 1, 1),
            num_group=2, layout="NCDHW"),
    _sample("Convolution_v1", (2, 2, 4, 4), (3, 2, 3, 2), 3, kernel=(3, 2), pad=(1, 0), stride=(2, 1)),
    _sample("Convolution_v1", (1, 2, 4, 3), (2, 1, 2, 2), 2, bias=False, kernel=(2, 2), num_group=2),
    _sample("Deconvolution", (2, 2, 4), (2, 3, 3), 3, kernel=(3,)),
    _sample("Deconvolution", (1, 4, 3), (4, 1, 3), 2, bias=False, kernel=(3,), stride=(2,), pad=(1,), adj=(1,),
            num_group=2),
    _sample("Deconvolution", (2, 2, 3, 2), (2, 2, 2, 3), 2, kernel=(2, 3), stride=(2, 2), pad=(0, 1), adj=(1, 0)),
    _sample("Deconvolution", (1, 2, 3, 3), (2, 3, 4, 4), 3, dtype="float64", bias=False, kernel=(4, 4),
            stride=(2, 2), target_shape=(6, 6)),
    _sample("Deconvolution", (1, 2, 2, 3), (2, 1, 3, 2), 2, dtype="float64", kernel=(3, 2), num_group=2,
            stride=(2, 2), target_shape=(4, 6)),
    _sample("Deconvolution", (1, 2, 2, 3), (2, 2, 2, 2), 2, bias=False, kernel=(2, 2), dilate=(2, 1)),
    _sample("Deconvolution", (1, 2, 2, 3, 2), (2, 2, 2, 1, 2), 2, kernel=(2, 1, 2), stride=(2, 1, 2),
            pad=(1, 0, 0)),
]
