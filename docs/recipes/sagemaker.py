"""Train on two machines of SageMaker: python sagemaker.py ROLE s3://BUCKET/data

The estimator starts `torchrun` on each machine. Spot instances continue from the checkpoints in
``/opt/ml/checkpoints``. This file was not run: it needs an account.
"""

from __future__ import annotations

import secrets
import sys


def estimator(role: str) -> object:
    """Describe the training."""
    from sagemaker.pytorch import PyTorch

    return PyTorch(entry_point="train.py", source_dir=".", role=role, framework_version="2.6", py_version="py312",
                   instance_count=2, instance_type="ml.c7i.4xlarge",
                   distribution={"torch_distributed": {"enabled": True}},
                   environment={"MXNET_CLUSTER_SECRET": secrets.token_hex(32)}, use_spot_instances=True,
                   max_run=4 * 3600, max_wait=8 * 3600, checkpoint_s3_uri="s3://BUCKET/checkpoints")


if __name__ == "__main__":
    estimator(sys.argv[1]).fit({"training": sys.argv[2]})  # type: ignore[attr-defined]
