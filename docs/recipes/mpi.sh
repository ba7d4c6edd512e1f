#!/bin/bash
# Train with MPI on two machines with 4 workers each: ./mpi.sh node1 node2
set -euo pipefail
MASTER_ADDR="$1"  # rank 0 runs on the first machine
MASTER_PORT=29500
MXNET_CLUSTER_SECRET="$(openssl rand -hex 32)"
export MASTER_ADDR MASTER_PORT MXNET_CLUSTER_SECRET
if mpirun --version | grep -q "Open MPI"; then
    mpirun -n 8 --host "$1:4,$2:4" -x MASTER_ADDR -x MASTER_PORT -x MXNET_CLUSTER_SECRET python train.py
else  # Intel MPI and MPICH
    mpiexec -n 8 -ppn 4 -hosts "$1,$2" -genvlist MASTER_ADDR,MASTER_PORT,MXNET_CLUSTER_SECRET python train.py
fi
