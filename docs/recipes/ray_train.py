"""Train with Ray Train: checkpoints after each epoch, and restarts after failures.

    python ray_train.py [--workers 2] [--epochs 4] [--storage FOLDER]

On several machines, all workers need the same secret. The driver draws one and passes it on.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import secrets
import tempfile
from typing import Any

import ray
import ray.train
from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def train(config: dict[str, Any]) -> None:
    """Train in one worker. Ray Train sets RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT."""
    import numpy as np

    import mxnet as mx
    from mxnet import autograd, gluon, nd

    kv = mx.kv.create("dist_sync")
    mx.random.seed(7)
    net = gluon.nn.Dense(10, in_units=784)
    net.initialize(mx.init.Xavier())
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9}, kvstore=kv)
    loss_function = gluon.loss.SoftmaxCrossEntropyLoss()
    first, checkpoint = 0, ray.train.get_checkpoint()
    if checkpoint is not None:
        with checkpoint.as_directory() as folder:
            net.load_parameters(os.path.join(folder, "net.params"))
            trainer.load_states(os.path.join(folder, "net.states"))
            first = int(pathlib.Path(folder, "epoch").read_text()) + 1
    for epoch in range(first, config["epochs"]):
        fault = pathlib.Path(config["fault"]) if config.get("fault") else None
        if fault and epoch == 2 and kv.rank == 1 and not fault.exists():  # for the test of this recipe
            fault.touch()
            os.kill(os.getpid(), 9)
        random = np.random.RandomState(10 * epoch + kv.rank)  # replace this by your data
        x, y = nd.array(random.rand(64, 784)), nd.array(random.randint(0, 10, 64))
        with autograd.record():
            loss = loss_function(net(x), y)
        loss.backward()
        trainer.step(64 * kv.num_workers)
        with tempfile.TemporaryDirectory() as folder:
            saved = None
            if kv.rank == 0:
                net.save_parameters(os.path.join(folder, "net.params"))
                trainer.save_states(os.path.join(folder, "net.states"))
                pathlib.Path(folder, "epoch").write_text(str(epoch))
                saved = Checkpoint.from_directory(folder)
            ray.train.report({"epoch": epoch, "first": first, "launcher": kv.launcher,
                              "norm": float(net.weight.data().norm().asscalar())}, checkpoint=saved)


def main() -> None:
    """Start the workers, and print the last report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--storage", help="folder of the checkpoints; a shared folder or s3:// for several machines")
    parser.add_argument("--fault", help=argparse.SUPPRESS)
    options = parser.parse_args()
    ray.init(runtime_env={"env_vars": {"MXNET_CLUSTER_SECRET": secrets.token_hex(32)}})
    trainer = TorchTrainer(train, train_loop_config={"epochs": options.epochs, "fault": options.fault},
                           scaling_config=ScalingConfig(num_workers=options.workers),
                           run_config=RunConfig(storage_path=options.storage,
                                                failure_config=FailureConfig(max_failures=3)))
    print("result", trainer.fit().metrics, flush=True)


if __name__ == "__main__":
    main()
