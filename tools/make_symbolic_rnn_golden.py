"""Write ``tests/rnn/golden/cells.npz``: names and outputs of symbolic cells, from the real MXNet 1.9.1.

Run it in an environment that has ``mxnet==1.9.1`` and ``numpy==1.23.5``::

    python tools/make_symbolic_rnn_golden.py tests/rnn/golden/cells.npz

The networks are those of ``tests/rnn/networks.py``. ``facts`` holds, as JSON and by case, the names of arguments,
outputs, unpacked weights and the states' shapes; ``<case>`` the outputs, one after another.
"""

import json
import pathlib
import sys
import warnings

import numpy as np

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests" / "rnn"))
import networks


def values(number, shape):
    size = int(np.prod(shape))
    return (np.sin(np.arange(size) * (0.37 + 0.11 * number)) * 0.6).reshape(shape).astype("float32")


def main(path):
    facts, stored = {}, {}
    for key in networks.CELLS:
        for layout in ("NTC", "TNC"):
            for merge in (True, False):
                case = f"{key}-{layout}-{merge}"
                cell, outputs, shape = networks.network(key, layout, merge)
                executor = outputs.simple_bind(mx.cpu(), data=shape, grad_req="null")
                names = outputs.list_arguments()
                for number, name in enumerate(names):
                    executor.arg_dict[name][:] = values(number, executor.arg_dict[name].shape)
                results = [array.asnumpy() for array in executor.forward(is_train=False)]
                weights = {name: array for name, array in executor.arg_dict.items() if name != "data"}
                unpacked = cell.unpack_weights(weights)
                facts[case] = {"arguments": names, "outputs": outputs.list_outputs(), "unpacked": sorted(unpacked),
                               "sums": [float(unpacked[name].asnumpy().sum()) for name in sorted(unpacked)],
                               "states": [list(s) for s in cell.state_shape]}
                stored[case] = np.concatenate([array.ravel() for array in results])
    np.savez_compressed(path, facts=np.array(json.dumps(facts)), **stored)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(sys.argv[1])
