"""Archives of SageMaker with ``model_fn``, ``input_fn``, ``predict_fn``, ``output_fn`` or ``transform_fn``."""

from __future__ import annotations

import inspect
import json
import logging
import os
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from mxnet_records import environment

from .. import ndarray as nd
from ..base import MXNetError
from ..gluon import Block
from ..io import NDArrayIter
from ..model import load_checkpoint
from ..module import BaseModule, Module
from . import bodies, outputs
from .bodies import Problem
from .code import CodeFolder
from .contents import Contents, read_signature
from .interface import Answer, Description, Request, TensorSpec
from .mms_code import Context, Processors, RequestProcessor, to_number_array

_JSON, _CSV, _NPY = "application/json", "text/csv", "application/x-npy"
_FUNCTIONS = ("model_fn", "input_fn", "predict_fn", "output_fn", "transform_fn")
_logger = logging.getLogger(__name__)


class SageMakerModel:
    """A model with the functions of SageMaker's MXNet container. Missing functions have the container's defaults."""

    def __init__(self, name: str, contents: Contents) -> None:
        assert contents.program is not None
        self._context = Context(name, contents.folder, dict(contents.manifest))
        program = PurePosixPath(contents.program)
        self._contents = contents
        self._code = CodeFolder(contents.folder, [os.path.join(contents.folder, str(program.parent))])
        self.description = Description(name, contents.version, (), (), contents.labels(), False, runs_code=True)
        with self._code.enter():
            module = self._code.load(program.stem)
            self._functions = {key: getattr(module, key) for key in _FUNCTIONS if callable(getattr(module, key, None))}
            others = [key for key in _FUNCTIONS[1:4] if key in self._functions]
            if "transform_fn" in self._functions and others:
                raise MXNetError(f"{contents.program} has transform_fn and {', '.join(others)}; transform_fn replaces "
                                 "the other functions, so remove one of them")
            self._model = self._load_model()

    def _load_model(self) -> Any:
        load = self._functions.get("model_fn", _load_module)
        try:
            model = self._call(load, self._contents.folder)
        except MXNetError:
            raise
        except Exception as error:
            raise MXNetError(f"model_fn failed: {type(error).__name__}: {error}") from error
        if not isinstance(model, (BaseModule, Block)) and not {"transform_fn", "predict_fn"} & set(self._functions):
            raise MXNetError(f"model_fn returned {type(model).__name__}, which is neither a Module nor a Block; write "
                             "predict_fn or transform_fn")
        return model

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function, with the context if it takes one more argument."""
        parameters = inspect.signature(function).parameters
        if "model" in parameters and function is self._functions.get("input_fn"):
            return function(*arguments, self._model)
        more = len(parameters) == len(arguments) + 1 and list(parameters.values())[-1].default is inspect._empty
        return function(*arguments, *([self._context] if more or "context" in parameters else []))

    def answer(self, requests: list[Request]) -> list[Answer]:
        """Pass each request to the functions."""
        with self._code.enter():
            return [self._answer(request) for request in requests]

    def _answer(self, request: Request) -> Answer:
        try:
            kind, accept, body = _read_request(request)
            headers = {"Content-Type": kind, "Accept": accept, **request.headers}
            self._context.request_processor = Processors([RequestProcessor(headers)])
            result = self._transform(body, kind, accept)
            return self._encode(result, accept, request)
        except Problem as problem:
            return outputs.encode_problem(problem)
        except Exception as error:
            _logger.exception("the code of %s failed", self.description.name)
            status = getattr(error, "status_code", 500)
            return outputs.encode_problem(Problem(str(error)[:500] or type(error).__name__,
                                                  status if isinstance(status, int) and 400 <= status < 600 else 500))

    def _transform(self, body: Any, kind: str, accept: str) -> Any:
        if "transform_fn" in self._functions:
            return self._call(self._functions["transform_fn"], self._model, body, kind, accept)
        if "input_fn" in self._functions:
            data = self._call(self._functions["input_fn"], body, kind)
        else:
            data = _read_input(body, kind, self._model)
        if "predict_fn" in self._functions:
            prediction = self._call(self._functions["predict_fn"], data, self._model)
        else:
            prediction = self._model.predict(data) if isinstance(self._model, BaseModule) else self._model(data)
        if "output_fn" in self._functions:
            return self._call(self._functions["output_fn"], prediction, accept)
        return _write_output(prediction, accept)

    def _encode(self, result: Any, accept: str, request: Request) -> Answer:
        status, _ = self._context.get_response_status(0)
        body, kind = result if isinstance(result, tuple) and len(result) == 2 else (result, accept)
        if request.arrays is not None:
            return Answer(status, arrays={"output": to_number_array(body)})
        if isinstance(body, (bytes, bytearray)):
            return Answer(status, body=bytes(body), content_type=str(kind))
        text = body if isinstance(body, str) else json.dumps(body)
        return Answer(status, body=text.encode(), content_type=str(kind))


def _read_request(request: Request) -> tuple[str, str, Any]:
    """Return the content type, the accepted type and the body, which is a text for JSON and CSV."""
    default = environment.SAGEMAKER_DEFAULT_INVOCATIONS_ACCEPT.get()
    if request.arrays is not None:
        return _NPY, default, _pack(request.arrays)
    kind = bodies.media_type(request.content_type) or _JSON
    accept = default if request.accept in ("", "*/*") else request.accept
    try:
        return kind, accept, request.body.decode() if kind in (_JSON, _CSV) else request.body
    except UnicodeDecodeError:
        raise Problem("the text of the request is not UTF-8") from None


def _load_module(folder: str) -> Module:
    """Load the files that MXNet's training container writes."""
    missing = [name for name in ("model-symbol.json", "model-0000.params", "model-shapes.json")
               if not os.path.isfile(os.path.join(folder, name))]
    if missing:
        raise MXNetError(f"the archive has no model_fn and lacks {', '.join(missing)}")
    shapes = [(name, (1, *(size or 1 for size in shape[1:])))
              for name, shape in read_signature(Path(folder, "model-shapes.json")).shapes.items()]
    symbol, arguments, states = load_checkpoint(os.path.join(folder, "model"), 0)
    module = Module(symbol, data_names=[name for name, _ in shapes], label_names=None)
    module.bind(shapes, for_training=False)
    module.set_params(arguments, states, allow_missing=True)
    return module


def _read_input(body: Any, kind: str, model: Any) -> Any:
    """Convert a body as the container does: an iterator for a module, an array for a block."""
    module = isinstance(model, BaseModule)
    if kind not in ((_JSON, _CSV, _NPY) if module else (_JSON, _NPY)):
        raise Problem(f"the content type {kind[:100]!r} is not supported; write input_fn to decode it", 415)
    if kind == _CSV:
        ((name, shape, *_),) = model.data_shapes
        array = bodies.decode_csv(body.encode(), TensorSpec(name, "float32", (None, *shape[1:])))
    elif kind == _NPY:
        array = bodies.decode_npy(body)
    else:
        array = bodies.to_array(bodies.read_json(body.encode()), "data")
    data = nd.array(array)
    return NDArrayIter(data, batch_size=model.data_shapes[0][1][0], last_batch_handle="pad") if module else data


def _write_output(prediction: Any, accept: str) -> tuple[bytes, str]:
    kind = outputs.choose_type(accept)
    arrays = prediction if isinstance(prediction, (list, tuple)) else [prediction]
    if not all(hasattr(array, "asnumpy") for array in arrays):
        raise Problem(f"predict_fn returned {type(prediction).__name__}; write output_fn to encode it", 500)
    answer = outputs.encode_arrays({str(i): array.asnumpy() for i, array in enumerate(arrays)}, kind, "", False)
    return answer.body, answer.content_type


def _pack(arrays: Any) -> bytes:
    if len(arrays) != 1:
        raise Problem(f"the functions accept one array, received {len(arrays)}")
    return outputs.to_npy(np.asarray(next(iter(arrays.values()))))
