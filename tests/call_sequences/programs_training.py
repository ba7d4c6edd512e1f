"""Programs with user-defined metrics, modules, iterators, callbacks, monitors and stores in symbolic training."""

from __future__ import annotations

from typing import Any

import numpy as np
from recording import Recorder, add_program, program
from small_networks import BATCH, data, module_of, symbol, training_iterator

import mxnet as mx

METRIC = ("update", "update_dict", "reset", "reset_local", "get", "get_name_value", "get_global",
          "get_global_name_value", "get_config")
METRICS: dict[str, tuple[Any, ...]] = {
    "Accuracy": (), "TopKAccuracy": (2,), "F1": (), "MCC": (), "CrossEntropy": (), "NegativeLogLikelihood": (),
    "Loss": (), "MAE": (), "MSE": (), "RMSE": (), "Perplexity": (None,), "PearsonCorrelation": (), "PCC": (),
}
MODULE = ("bind", "init_params", "init_optimizer", "install_monitor", "prepare", "forward_backward", "forward",
          "backward", "update", "update_metric", "get_params", "set_params", "get_outputs", "score", "iter_predict",
          "predict", "save_checkpoint", "save_params", "save_optimizer_states", "load_optimizer_states", "load_params",
          "borrow_optimizer", "reshape", "get_states", "set_states", "get_input_grads", "data_names", "output_names",
          "data_shapes", "label_shapes", "output_shapes", "label_names", "symbol", "_sync_params_from_devices")
ITERATOR = ("reset", "next", "iter_next", "getdata", "getlabel", "getindex", "getpad", "provide_data",
            "provide_label", "__next__", "__iter__")


def metric_in_fit(recorder: Recorder, name: str) -> None:
    base = getattr(mx.metric, name)
    metric = recorder.subclass(base, METRIC)(*METRICS[name])
    numbers, classes = data()
    if name in ("MAE", "MSE", "RMSE", "PearsonCorrelation"):
        net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1, name="fc")
        module = mx.mod.Module(mx.sym.LinearRegressionOutput(net, name="softmax"))
        classes = classes.reshape((-1, 1))
    else:
        module = module_of([mx.cpu(0)])
    iterator = mx.io.NDArrayIter(numbers, classes, BATCH)
    module.fit(iterator, iterator, eval_metric=metric, num_epoch=2,
               batch_end_callback=mx.callback.Speedometer(BATCH, 1))
    module.score(iterator, metric)
    str(metric)


for _name in METRICS:
    add_program(f"metric_{_name}", lambda recorder, name=_name: metric_in_fit(recorder, name))


@program
def metric_on_two_devices(recorder: Recorder) -> None:
    metric = recorder.subclass(mx.metric.Accuracy, METRIC)()
    module_of([mx.cpu(0), mx.cpu(1)]).fit(training_iterator(), eval_metric=metric, num_epoch=1,
                                          batch_end_callback=mx.callback.log_train_metric(1, auto_reset=True))


@program
def metric_composite(recorder: Recorder) -> None:
    composite = recorder.subclass(mx.metric.CompositeEvalMetric, (*METRIC, "add", "get_metric"), "composite.")()
    composite.add(recorder.subclass(mx.metric.Accuracy, METRIC, "accuracy.")())
    composite.add(recorder.subclass(mx.metric.CrossEntropy, METRIC, "entropy.")())
    module_of([mx.cpu(0)]).fit(training_iterator(), training_iterator(), eval_metric=composite, num_epoch=1,
                               batch_end_callback=mx.callback.Speedometer(BATCH, 1))
    composite.get_config()


@program
def metric_created_from_list(recorder: Recorder) -> None:
    kind = recorder.subclass(mx.metric.Accuracy, METRIC)
    mx.metric.create([kind(), "mse"]).update([mx.nd.ones((2,))], [mx.nd.ones((2, 1))])
    mx.metric.create(kind()).get_name_value()


@program
def metric_custom(recorder: Recorder) -> None:
    def feval(label: Any, pred: Any) -> float:
        recorder.note("feval", label, pred)
        return float(np.abs(label - pred.argmax(1)).sum())

    metric = recorder.subclass(mx.metric.CustomMetric, METRIC)(feval)
    module_of([mx.cpu(0), mx.cpu(1)]).fit(training_iterator(), eval_metric=metric, num_epoch=1)
    module_of([mx.cpu(0)]).fit(training_iterator(), eval_metric=mx.metric.np(feval), num_epoch=1)


@program
def metric_of_user(recorder: Recorder) -> None:
    class Share(mx.metric.EvalMetric):
        def update(self, labels: Any, preds: Any) -> None:
            recorder.note("own_update", labels, preds)
            self.sum_metric += 1
            self.num_inst += 1

    metric = recorder.subclass(Share, METRIC)("share", output_names=["softmax_output"], label_names=["softmax_label"])
    module_of([mx.cpu(0)]).fit(training_iterator(), training_iterator(), eval_metric=metric, num_epoch=2,
                               validation_metric=metric)


def fit_module(recorder: Recorder, devices: int, kvstore: Any, monitored: bool, tmp: Any = None) -> None:
    kind = recorder.subclass(mx.mod.Module, MODULE)
    module = module_of([mx.cpu(i) for i in range(devices)], kind, normalized=True)
    iterator = training_iterator()
    monitor = mx.monitor.Monitor(1, sort=True) if monitored else None
    module.fit(iterator, iterator, num_epoch=2, kvstore=kvstore, monitor=monitor, optimizer="adam")
    module.predict(iterator)
    module.score(iterator, "acc")
    module.predict(mx.nd.ones((BATCH, 3)))


for _devices in (1, 2):
    for _store in ("local", None):
        for _monitored in (False, True):
            add_program(f"module_{_devices}_{_store}_{'monitored' if _monitored else 'plain'}",
                        lambda recorder, devices=_devices, store=_store, monitored=_monitored: fit_module(
                            recorder, devices, store, monitored))


@program
def module_other_shapes(recorder: Recorder) -> None:
    module = module_of([mx.cpu()], recorder.subclass(mx.mod.Module, MODULE))
    module.bind([("data", (4, 3))], [("softmax_label", (4,))])
    module.init_params()
    module.init_optimizer()
    for size in (4, 2):
        batch = mx.io.DataBatch([mx.nd.ones((size, 3))], [mx.nd.zeros((size,))])
        module.forward_backward(batch)
        module.update()
    module.reshape([("data", (3, 3))], [("softmax_label", (3,))])
    arguments, states = module.get_params()
    module.set_params(arguments, states, allow_missing=True)


@program
def module_bucketing(recorder: Recorder) -> None:
    def sym_gen(key: Any) -> Any:
        recorder.note("sym_gen", key)
        return symbol(), ("data",), ("softmax_label",)

    kind = recorder.subclass(mx.mod.BucketingModule, (*(name for name in MODULE if hasattr(
        mx.mod.BucketingModule, name)), "switch_bucket"))
    module = kind(sym_gen, default_bucket_key=4, context=mx.cpu())
    module.bind([("data", (4, 3))], [("softmax_label", (4,))])
    module.init_params()
    module.init_optimizer()
    for size in (4, 2, 4):
        batch = mx.io.DataBatch([mx.nd.ones((size, 3))], [mx.nd.zeros((size,))], bucket_key=size,
                                provide_data=[mx.io.DataDesc("data", (size, 3))],
                                provide_label=[mx.io.DataDesc("softmax_label", (size,))])
        module.prepare(batch)
        module.forward(batch)
        module.backward()
        module.update()
        module.update_metric(mx.metric.Accuracy(), batch.label)
    module.get_params()


@program
def module_sequential(recorder: Recorder) -> None:
    whole = recorder.subclass(mx.mod.SequentialModule, (*(name for name in MODULE if hasattr(
        mx.mod.SequentialModule, name)), "add"), "whole.")()
    part = recorder.subclass(mx.mod.Module, MODULE, "part.")
    first = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="first")
    second = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="second"),
                                  name="softmax")
    whole.add(part(first, label_names=[]))
    whole.add(part(second), take_labels=True, auto_wiring=True)
    whole.fit(training_iterator(), training_iterator(), num_epoch=1)


@program
def module_python_loss(recorder: Recorder) -> None:
    def gradient(scores: Any, labels: Any) -> Any:
        recorder.note("grad_func", scores, labels)
        return scores - 1

    loss = recorder.subclass(mx.mod.PythonLossModule, (*(name for name in MODULE if hasattr(
        mx.mod.PythonLossModule, name)), "_backward_impl", "_compute_output_shapes"), "loss.")(grad_func=gradient)
    whole = mx.mod.SequentialModule()
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="first")
    whole.add(mx.mod.Module(net, label_names=[]))
    whole.add(loss, take_labels=True, auto_wiring=True)
    whole.bind([("data", (4, 3))], [("softmax_label", (4,))])
    whole.init_params()
    whole.init_optimizer()
    whole.forward_backward(mx.io.DataBatch([mx.nd.ones((4, 3))], [mx.nd.ones((4,))]))
    whole.update()
    whole.get_outputs()


def iterate(recorder: Recorder, wrap: str) -> None:
    kind = recorder.subclass(mx.io.NDArrayIter, (*ITERATOR, "hard_reset"))
    iterator = training_iterator(kind, last_batch_handle="pad")
    if wrap == "resized":
        iterator = mx.io.ResizeIter(iterator, 3)
    module = module_of([mx.cpu(0)])
    module.fit(iterator, iterator, num_epoch=2)
    module.predict(iterator)


add_program("iterator_plain", lambda recorder: iterate(recorder, "plain"))
add_program("iterator_resized", lambda recorder: iterate(recorder, "resized"))


@program
def iterator_of_user(recorder: Recorder) -> None:
    class Two(mx.io.DataIter):
        def __init__(self) -> None:
            super().__init__(BATCH)
            self.count = 0

        @property
        def provide_data(self) -> Any:
            return [mx.io.DataDesc("data", (BATCH, 3))]

        @property
        def provide_label(self) -> Any:
            return [mx.io.DataDesc("softmax_label", (BATCH,))]

        def reset(self) -> None:
            self.count = 0

        def iter_next(self) -> bool:
            self.count += 1
            return self.count <= 2

        def getdata(self) -> Any:
            return [mx.nd.ones((BATCH, 3))]

        def getlabel(self) -> Any:
            return [mx.nd.ones((BATCH,))]

        def getpad(self) -> int:
            return 0

        def getindex(self) -> None:
            return None

    iterator = recorder.subclass(Two, ITERATOR)()
    module_of([mx.cpu(0)]).fit(iterator, iterator, num_epoch=2)
    module_of([mx.cpu(0), mx.cpu(1)]).fit(mx.io.ResizeIter(iterator, 3), num_epoch=1)


@program
def callbacks_in_fit(recorder: Recorder) -> None:
    def told(name: str) -> Any:
        def callback(parameter: Any) -> None:
            recorder.note(name, parameter.epoch, parameter.nbatch, parameter.eval_metric, parameter.locals is not None)

        return callback

    def epoch_end(epoch: int, net: Any, arguments: Any, states: Any) -> None:
        recorder.note("epoch_end", epoch, net, arguments, states)

    speed = recorder.subclass(mx.callback.Speedometer, ("__call__",), "speed")(BATCH, 1)
    bar = recorder.subclass(mx.callback.ProgressBar, ("__call__",), "bar")(2)
    log = recorder.subclass(mx.callback.LogValidationMetricsCallback, ("__call__",), "log")()
    module_of([mx.cpu(0)]).fit(
        training_iterator(), training_iterator(), num_epoch=2, epoch_end_callback=[epoch_end, epoch_end],
        batch_end_callback=[told("batch_end"), speed, bar], eval_end_callback=[told("eval_end"), log],
        eval_batch_end_callback=told("eval_batch_end"))


@program
def monitor_in_fit(recorder: Recorder) -> None:
    def statistic(array: Any) -> Any:
        recorder.note("stat_func", array)
        return array.mean()

    monitor = recorder.subclass(mx.monitor.Monitor, ("install", "tic", "toc", "toc_print"))(
        1, statistic, pattern=".*output|.*weight", sort=True)
    module_of([mx.cpu(0)]).fit(training_iterator(), num_epoch=1, monitor=monitor)


STORE = ("broadcast", "push", "pull", "pushpull", "set_optimizer", "is_capable", "type", "rank", "num_workers",
         "save_optimizer_states", "load_optimizer_states", "init", "row_sparse_pull", "set_gradient_compression",
         "_set_updater", "_barrier")


def module_with_store(recorder: Recorder, devices: int) -> None:
    store = mx.kv.create("local")
    store.__class__ = recorder.subclass(mx.kv.KVStore, STORE)  # MXNet's stores cannot be created in another way
    module_of([mx.cpu(i) for i in range(devices)], normalized=True).fit(
        training_iterator(), num_epoch=1, kvstore=store, optimizer="adam")


for _devices in (1, 2):
    add_program(f"store_in_module_{_devices}", lambda recorder, devices=_devices: module_with_store(recorder, devices))
FEED = ("predict", "score", "fit", "save", "_init_params", "_init_iter", "_init_eval_iter",
        "_check_arguments")


@program
def feed_forward(recorder: Recorder) -> None:
    kind = recorder.subclass(mx.model.FeedForward, FEED)
    metric = recorder.subclass(mx.metric.Accuracy, METRIC, "metric.")()
    iterator = training_iterator(recorder.subclass(mx.io.NDArrayIter, ("reset", "next"), "iterator."))
    optimizer = recorder.subclass(mx.optimizer.SGD, ("update_multi_precision", "_get_lrs", "set_wd_mult"), "optimizer.")
    initializer = recorder.subclass(mx.init.Uniform, ("__call__", "_init_weight", "_init_bias"), "initializer.")()
    model = kind(symbol(), ctx=[mx.cpu(0), mx.cpu(1)], num_epoch=2, optimizer=optimizer(learning_rate=0.1),
                 initializer=initializer)
    model.fit(iterator, eval_data=training_iterator(), eval_metric=metric,
              epoch_end_callback=lambda *told: recorder.note("epoch_end", *told),
              batch_end_callback=lambda told: recorder.note("batch_end", told.epoch, told.nbatch))
    model.predict(iterator)
    model.score(iterator)
