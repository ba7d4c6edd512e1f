"""Handler for Multi Model Server that runs the graph of the archive with its signature and its labels."""

import json
import os

import numpy as np

import mxnet as mx


class GraphService:
    """Images are resized to the shape of the signature. Class names come from synset.txt."""

    def __init__(self):
        self.initialized = False

    def initialize(self, context):
        """Load the graph, the parameters, the signature and the labels."""
        folder = context.system_properties["model_dir"]
        gpu = context.system_properties.get("gpu_id")
        self.context = mx.cpu() if gpu is None else mx.gpu(int(gpu))
        with open(os.path.join(folder, "signature.json")) as file:
            self.signature = json.load(file)
        self.labels = []
        if os.path.isfile(os.path.join(folder, "synset.txt")):
            with open(os.path.join(folder, "synset.txt")) as file:
                self.labels = [line.strip() for line in file]
        prefix = os.path.join(folder, context.manifest["model"]["modelName"])
        self.shapes = [(entry["data_name"], [size or 1 for size in entry["data_shape"]])
                       for entry in self.signature["inputs"]]
        symbol, arguments, states = mx.model.load_checkpoint(prefix, 0)
        self.module = mx.mod.Module(symbol, [name for name, _ in self.shapes], None, context=self.context)
        self.module.bind(self.shapes, for_training=False)
        self.module.set_params(arguments, states, allow_missing=True, allow_extra=True)
        self.initialized = True

    def answer(self, request):
        """Return the classes in an image, or the outputs for arrays."""
        name = self.signature["inputs"][0]["data_name"]
        value = next((request[key] for key in (name, "body", "data") if request.get(key) is not None), None)
        image = isinstance(value, (bytes, bytearray))
        arrays = [self.read_image(bytes(value))] if image else self.read_arrays(value)
        self.module.forward(mx.io.DataBatch([mx.nd.array(array) for array in arrays]), is_train=False)
        results = [result.asnumpy() for result in self.module.get_outputs()]
        if image and len(results) == 1 and results[0].size == len(self.labels):
            return self.best_classes(results[0].reshape(-1))
        return results[0].tolist() if len(results) == 1 else [result.tolist() for result in results]

    def read_arrays(self, value):
        """Return the arrays of a JSON body, in the order of the signature."""
        if isinstance(value, dict):
            value = value.get("instances", value.get("inputs", value))
        names = [name for name, _ in self.shapes]
        rows = [value[name] for name in names] if isinstance(value, dict) else [value]
        return [np.array(row, "float32") for row in rows]

    def read_image(self, content):
        """Resize, crop and normalize an image as the signature states."""
        steps = self.signature.get("preprocess", {})
        shape = self.signature["inputs"][0]["data_shape"][1:]
        layout = steps.get("layout") or ("NCHW" if shape[0] in (1, 3) else "NHWC")
        height, width = shape[1:] if layout == "NCHW" else shape[:2]
        channels = shape[0] if layout == "NCHW" else shape[2]
        pixels = mx.image.imdecode(content, int(channels == 3), steps.get("channels", "RGB") == "RGB")
        if steps.get("resize"):
            rows, columns = pixels.shape[:2]
            scale = max(float(steps["resize"]) / min(rows, columns), float(height) / rows, float(width) / columns)
            pixels = mx.image.imresize(pixels, max(width, round(scale * columns)),
                                       max(height, round(scale * rows)), 1)
            pixels = mx.image.center_crop(pixels, (width, height))[0]
        else:
            pixels = mx.image.imresize(pixels, width, height, 2)
        array = pixels.asnumpy().astype("float32").reshape(height, width, channels)
        array = (array - np.float32(steps.get("mean", [0.0]))) / np.float32(steps.get("std", [1.0]))
        return (array.transpose(2, 0, 1) if layout == "NCHW" else array)[None]

    def best_classes(self, scores):
        """Return the five best classes. Scores that are no probabilities pass through softmax."""
        if scores.min() < 0 or abs(scores.sum() - 1) > 0.01:
            scores = np.exp(scores - scores.max())
            scores /= scores.sum()
        return [{"probability": float(scores[i]), "class": self.labels[i]} for i in np.argsort(-scores)[:5]]


_service = GraphService()


def handle(data, context):
    """Answer requests. The first call without data initializes the service."""
    if not _service.initialized:
        _service.initialize(context)
    return None if data is None else [_service.answer(request) for request in data]
