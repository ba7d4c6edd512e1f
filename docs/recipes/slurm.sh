#!/bin/bash
# Train on 2 machines with 4 workers each: sbatch slurm.sh
#SBATCH --job-name=mxnet
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --cpus-per-task=8
#SBATCH --time=04:00:00
#SBATCH --requeue
set -euo pipefail
export OMP_NUM_THREADS="${SLURM_CPUS_PER_TASK:-1}"
# srun passes the environment to all tasks. With one machine, no secret is needed.
MXNET_CLUSTER_SECRET="$(openssl rand -hex 32)"
export MXNET_CLUSTER_SECRET
srun --kill-on-bad-exit=1 python train.py
