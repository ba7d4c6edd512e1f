"""Every environment variable that the packages read: its type, default and meaning.

Each variable is declared once, below, and read by its `get`. An unset or empty variable has its default; a value of
another type raises an error that names the variable. `mxnet doctor` and ``docs/en/guides/environment.md`` use the
same table.
"""

from __future__ import annotations

import os
import re

from .error import MXNetError

VARIABLES: dict[str, Setting] = {}


class Setting:
    """An environment variable.

    Parameters
    ----------
    name
    default
        Value of an unset or empty variable.
    help
        One sentence about its effect.
    foreign
        Whether it belongs to another library or launcher.
    """

    kind = "text"

    def __init__(self, name: str, default: str, help: str, foreign: bool = False) -> None:
        self.name, self.default, self.help, self.foreign = name, default, help, foreign
        VARIABLES[name] = self

    @property
    def is_set(self) -> bool:
        """Whether the variable has a value that is not empty."""
        return bool(self.text().strip())

    def text(self) -> str:
        """The value as it is set; empty if it is not set."""
        return os.environ.get(self.name, "")

    def check(self, text: str) -> None:
        """Raise MXNetError unless `text` is allowed."""

    def _refuse(self, text: str) -> MXNetError:
        return MXNetError(f"the environment variable {self.name} must be {self.kind}, received {text!r}; correct it or "
                          "remove it")


class Text(Setting):
    """A variable that can have any value."""

    def get(self) -> str:
        """The value."""
        return self.text() or self.default


class Path(Text):
    """The name of a file or folder, in which ``~`` stands for the home folder."""

    kind = "a path"

    def get(self) -> str:
        return os.path.expanduser(super().get())


class Choice(Setting):
    """One of several words."""

    def __init__(self, name: str, default: str, choices: tuple[str, ...], help: str, foreign: bool = False) -> None:
        super().__init__(name, default, help, foreign)
        self.choices = choices
        self.kind = " or ".join([", ".join(choices[:-1]), choices[-1]])

    def check(self, text: str) -> None:
        if text not in self.choices:
            raise self._refuse(text)

    def get(self) -> str:
        """The chosen word."""
        text = self.text().strip()
        if not text:
            return self.default
        self.check(text)
        return text


class Integer(Setting):
    """An integer."""

    kind = "an integer"

    def __init__(self, name: str, default: int, help: str, foreign: bool = False) -> None:
        super().__init__(name, str(default), help, foreign)
        self._value = default

    def check(self, text: str) -> None:
        if re.fullmatch(r"[+-]?[0-9]+", text) is None:
            raise self._refuse(text)

    def get(self, default: int | None = None) -> int:
        """The value; `default` replaces the declared one."""
        text = self.text().strip()
        if not text:
            return self._value if default is None else default
        self.check(text)
        return int(text)


class Flag(Setting):
    """A switch: 0 or false is off, another integer or true is on."""

    kind = "0 or 1"

    def __init__(self, name: str, default: bool, help: str, foreign: bool = False) -> None:
        super().__init__(name, str(int(default)), help, foreign)
        self._value = default

    def check(self, text: str) -> None:
        if re.fullmatch(r"true|false|[+-]?[0-9]+", text.lower()) is None:
            raise self._refuse(text)

    def get(self) -> bool:
        """Whether it is on."""
        text = self.text().strip().lower()
        if not text:
            return self._value
        self.check(text)
        return text == "true" or (text != "false" and int(text) != 0)


class Names(Setting):
    """Some of several words, separated by commas."""

    def __init__(self, name: str, choices: tuple[str, ...], help: str) -> None:
        super().__init__(name, "", help)
        self.choices = choices
        self.kind = f"some of {', '.join(choices)}"

    def check(self, text: str) -> None:
        if not {part.strip() for part in text.split(",")} <= set(self.choices):
            raise self._refuse(text)

    def get(self) -> frozenset[str]:
        """The words."""
        text = self.text().strip()
        if not text:
            return frozenset()
        self.check(text)
        return frozenset(part.strip() for part in text.split(","))


# Computing
ENGINE_TYPE = Choice("MXNET_ENGINE_TYPE", "ThreadedEnginePerDevice",
                     ("NaiveEngine", "ThreadedEngine", "ThreadedEnginePerDevice"),
                     "`NaiveEngine` raises errors at the call that causes them.")
RANDOM_STREAM = Choice("MXNET_RANDOM_STREAM", "", ("mxnet", "torch"),
                       "Random generator of all operators; by default, MXNet's where it costs little.")
SIMULATED_GPUS = Integer("MXNET_SIMULATED_GPUS", 0, "Number of GPUs to simulate on the CPU.")
CHECK_LABELS = Flag("MXNET_CHECK_LABELS", False, "Raise an error if a label or an embedding index is out of range.")
BACKWARD_DO_MIRROR = Flag("MXNET_BACKWARD_DO_MIRROR", False,
                          "Compute cheap results again in the backward pass, to save memory.")
MEMORY_OPT = Flag("MXNET_MEMORY_OPT", False, "The same as `MXNET_BACKWARD_DO_MIRROR`.")
ELIMINATE_COMMON_EXPR = Flag("MXNET_ELIMINATE_COMMON_EXPR", True, "Merge equal parts of bound graphs.")
SUBGRAPH_BACKEND = Text("MXNET_SUBGRAPH_BACKEND", "", "Backend that partitions graphs when they are bound.")
OPTIMIZER_AGGREGATION_SIZE = Integer("MXNET_OPTIMIZER_AGGREGATION_SIZE", 4,
                                     "Number of weights that an optimizer updates in one call (LAMB: 45).")
GRAPH_LINT = Flag("MXNET_GRAPH_LINT", False, "Check graphs after every pass, for developers of this package.")
COMPACT_HEAP = Flag("MXNET_COMPACT_HEAP", False,
                    "Keep the heap small while networks with arrays over 32 MB train.")
EXACT_QUANTIZATION = Flag("MXNET_EXACT_QUANTIZATION", False,
                          "Round in 8-bit layers exactly as MXNet does, which is slow.")
TORCH_PUBLIC_ONLY = Flag("MXNET_TORCH_PUBLIC_ONLY", False,
                         "Use public functions of torch only. Try this if a new release of torch causes errors.")
HOST_OFF = Names("MXNET_HOST_OFF", ("allocator", "busy_cores", "forking", "import_torch", "meta", "openmp"),
                 "Settings of the process to disable, for `benchmarks/host.py`.")

# Errors and profiling
FULL_TRACEBACK = Flag("MXNET_FULL_TRACEBACK", False, "Keep the frames of this package in tracebacks.")
PROFILER_AUTOSTART = Flag("MXNET_PROFILER_AUTOSTART", False, "Start the profiler on import.")

# Files
HOME = Path("MXNET_HOME", "", "Folder of downloaded models and data sets; by default `~/.mxnet`.")
GLUON_REPO = Text("MXNET_GLUON_REPO", "", "Address that is tried first for models and data sets.")
SAVE_FSYNC = Flag("MXNET_SAVE_FSYNC", True, "Wait until saved files are on the disk.")
STATES_FORMAT = Choice("MXNET_STATES_FORMAT", "params", ("params", "pickle"),
                       "Format of saved optimizer states; MXNet 1.9.1 reads `pickle`.")
# A colour image of the default size takes 400 MB.
MAX_IMAGE_PIXELS = Integer("MXNET_MAX_IMAGE_PIXELS", 1 << 27, "Largest image that is decoded, in pixels.")
REMOTE_RETRIES = Integer("MXNET_REMOTE_RETRIES", 6, "Further attempts after a failed request for a remote file.")
REMOTE_TIMEOUT = Integer("MXNET_REMOTE_TIMEOUT", 60, "Seconds to wait for an answer before a request is repeated.")
REMOTE_PREFETCH = Integer("MXNET_REMOTE_PREFETCH", 1 << 25, "Most bytes of a remote file that are held in memory.")

# Many processes
UPDATE_ON_KVSTORE = Flag("MXNET_UPDATE_ON_KVSTORE", True, "Let the key-value store run the optimizer.")
HOROVOD = Flag("MXNET_HOROVOD", False, "Provide `horovod.mxnet` on import.")
CLUSTER_SECRET = Text("MXNET_CLUSTER_SECRET", "", "Shared secret of the processes of a distributed program.")
KVSTORE_JOIN_TIMEOUT = Integer("MXNET_KVSTORE_JOIN_TIMEOUT", 300, "Seconds to wait for the other processes to start.")
KVSTORE_FROZEN_TIMEOUT = Integer("MXNET_KVSTORE_FROZEN_TIMEOUT", 20,
                                 "Seconds without a heartbeat after which a process counts as frozen.")
KVSTORE_BIGARRAY_BOUND = Integer("MXNET_KVSTORE_BIGARRAY_BOUND", 1_000_000,
                                 "Number of elements from which an array is split over all servers.")
KVSTORE_OVERLAP = Flag("MXNET_KVSTORE_OVERLAP", True, "Send gradients while the backward pass is running.")
KVSTORE_SERVER_IMPORT = Text("MXNET_KVSTORE_SERVER_IMPORT", "",
                             "Modules, separated by commas, that define optimizers for servers.")
LAUNCH_GRACE = Integer("MXNET_LAUNCH_GRACE", 15,
                       "Seconds that `mxnet launch` gives processes to end before it kills them.")
RESTART_COUNT = Integer("MXNET_RESTART_COUNT", 0, "Number of restarts so far, set by `mxnet launch`.")

# Serving
SERVE_HOST = Text("MXNET_SERVE_HOST", "127.0.0.1", "Address at which `mxnet serve` listens without `--host`.")
SERVE_API_KEY = Text("MXNET_SERVE_API_KEY", "", "API key of `mxnet serve` without `--api-key-file`.")
SERVE_ALLOW_CODE = Flag("MXNET_SERVE_ALLOW_CODE", False, "The same as `mxnet serve --allow-code`.")

# Variables of launchers and libraries
DMLC_ROLE = Choice("DMLC_ROLE", "worker", ("worker", "server", "scheduler"), "Role of this process.", foreign=True)
DMLC_PS_ROOT_URI = Text("DMLC_PS_ROOT_URI", "", "Address of the scheduler.", foreign=True)
DMLC_PS_ROOT_PORT = Integer("DMLC_PS_ROOT_PORT", 0, "Port of the scheduler.", foreign=True)
DMLC_NUM_WORKER = Integer("DMLC_NUM_WORKER", 0, "Number of workers.", foreign=True)
DMLC_NUM_SERVER = Integer("DMLC_NUM_SERVER", 0, "Number of servers.", foreign=True)
DMLC_WORKER_ID = Integer("DMLC_WORKER_ID", 0, "Rank of this worker; drawn if it is not set.", foreign=True)
DMLC_SERVER_ID = Integer("DMLC_SERVER_ID", 0, "Rank of this server; drawn if it is not set.", foreign=True)
DMLC_NODE_HOST = Text("DMLC_NODE_HOST", "", "Address of this machine; found out by default.", foreign=True)
MASTER_ADDR = Text("MASTER_ADDR", "", "Address of worker 0.", foreign=True)
MASTER_PORT = Integer("MASTER_PORT", 0, "Port of worker 0.", foreign=True)
RANK = Integer("RANK", 0, "Rank of this worker.", foreign=True)
WORLD_SIZE = Integer("WORLD_SIZE", 0, "Number of workers.", foreign=True)
LOCAL_WORLD_SIZE = Integer("LOCAL_WORLD_SIZE", 0, "Number of workers on this machine.", foreign=True)
TORCHELASTIC_RUN_ID = Text("TORCHELASTIC_RUN_ID", "", "torchrun: name of the run.", foreign=True)
TORCHELASTIC_USE_AGENT_STORE = Text("TORCHELASTIC_USE_AGENT_STORE", "",
                                    "torchrun: `True` if its agent hosts the store.", foreign=True)
TORCHELASTIC_RESTART_COUNT = Text("TORCHELASTIC_RESTART_COUNT", "0", "torchrun: number of restarts so far.",
                                  foreign=True)
PET_NODE_RANK = Integer("PET_NODE_RANK", 0, "Kubeflow: rank of this pod.", foreign=True)
PET_NNODES = Integer("PET_NNODES", 0, "Kubeflow: number of pods.", foreign=True)
PET_NPROC_PER_NODE = Text("PET_NPROC_PER_NODE", "1", "Kubeflow: number of workers in a pod.", foreign=True)
PET_MASTER_ADDR = Text("PET_MASTER_ADDR", "", "Kubeflow: address of the first pod.", foreign=True)
PET_MASTER_PORT = Integer("PET_MASTER_PORT", 0, "Kubeflow: port of the first pod.", foreign=True)
KUBERNETES_SERVICE_HOST = Text("KUBERNETES_SERVICE_HOST", "",
                               "Kubernetes: set in every pod, whose names may appear late.", foreign=True)
OMPI_COMM_WORLD_RANK = Integer("OMPI_COMM_WORLD_RANK", 0, "Open MPI: rank of this worker.", foreign=True)
OMPI_COMM_WORLD_SIZE = Integer("OMPI_COMM_WORLD_SIZE", 0, "Open MPI: number of workers.", foreign=True)
OMPI_COMM_WORLD_LOCAL_RANK = Integer("OMPI_COMM_WORLD_LOCAL_RANK", 0, "Open MPI: rank on this machine.", foreign=True)
OMPI_COMM_WORLD_LOCAL_SIZE = Integer("OMPI_COMM_WORLD_LOCAL_SIZE", 0, "Open MPI: number of workers on this machine.",
                                     foreign=True)
OMPI_MCA_ess_base_jobid = Text("OMPI_MCA_ess_base_jobid", "", "Open MPI 4: id of the job.", foreign=True)
PMIX_NAMESPACE = Text("PMIX_NAMESPACE", "", "Open MPI: id of the job.", foreign=True)
PMI_RANK = Integer("PMI_RANK", 0, "Intel MPI and MPICH: rank of this worker.", foreign=True)
PMI_SIZE = Integer("PMI_SIZE", 0, "Intel MPI and MPICH: number of workers.", foreign=True)
MPI_LOCALRANKID = Integer("MPI_LOCALRANKID", 0, "Intel MPI and MPICH: rank on this machine.", foreign=True)
MPI_LOCALNRANKS = Integer("MPI_LOCALNRANKS", 0, "Intel MPI and MPICH: number of workers on this machine.", foreign=True)
SLURM_PROCID = Integer("SLURM_PROCID", 0, "SLURM: rank of this task.", foreign=True)
SLURM_NTASKS = Integer("SLURM_NTASKS", 0, "SLURM: number of tasks.", foreign=True)
SLURM_STEP_NUM_TASKS = Integer("SLURM_STEP_NUM_TASKS", 0, "SLURM: number of tasks of this `srun`.", foreign=True)
SLURM_NODEID = Integer("SLURM_NODEID", 0, "SLURM: number of this machine.", foreign=True)
SLURM_JOB_ID = Text("SLURM_JOB_ID", "", "SLURM: id of the job.", foreign=True)
SLURM_STEP_ID = Text("SLURM_STEP_ID", "", "SLURM: number of this `srun` in the job.", foreign=True)
SLURM_JOB_NODELIST = Text("SLURM_JOB_NODELIST", "", "SLURM: machines of the job.", foreign=True)
SLURM_STEP_NODELIST = Text("SLURM_STEP_NODELIST", "", "SLURM: machines of this `srun`.", foreign=True)
SLURM_NODELIST = Text("SLURM_NODELIST", "", "SLURM: older name of `SLURM_JOB_NODELIST`.", foreign=True)
OMP_NUM_THREADS = Integer("OMP_NUM_THREADS", 0, "Number of threads of an operator; by default, one per core.",
                          foreign=True)
OMP_WAIT_POLICY = Text("OMP_WAIT_POLICY", "", "How threads of OpenMP wait; if set, this package leaves it alone.",
                       foreign=True)
GOMP_SPINCOUNT = Text("GOMP_SPINCOUNT", "", "How long threads of OpenMP spin; if set, this package leaves it alone.",
                      foreign=True)
ONEDNN_MAX_CPU_ISA = Text("ONEDNN_MAX_CPU_ISA", "", "oneDNN: newest instructions to use, for example `AVX2`.",
                          foreign=True)
SAGEMAKER_BIND_TO_PORT = Integer("SAGEMAKER_BIND_TO_PORT", 8080, "SageMaker: port of `mxnet serve` without `--port`.",
                                 foreign=True)
SAGEMAKER_MULTI_MODEL = Flag("SAGEMAKER_MULTI_MODEL", False,
                             "SageMaker: load models on demand by requests to `/models`.", foreign=True)
SAGEMAKER_MODEL_SERVER_WORKERS = Integer("SAGEMAKER_MODEL_SERVER_WORKERS", 0,
                                         "SageMaker: number of workers of each model.", foreign=True)
SAGEMAKER_MODEL_SERVER_TIMEOUT = Integer("SAGEMAKER_MODEL_SERVER_TIMEOUT", 0,
                                         "SageMaker: seconds after which a request fails.", foreign=True)
SAGEMAKER_PROGRAM = Text("SAGEMAKER_PROGRAM", "inference.py",
                         "SageMaker: Python file in the folder `code` of a model.", foreign=True)
SAGEMAKER_DEFAULT_INVOCATIONS_ACCEPT = Text("SAGEMAKER_DEFAULT_INVOCATIONS_ACCEPT", "application/json",
                                            "SageMaker: type of answers of code without an `Accept` header.",
                                            foreign=True)
CXX = Text("CXX", "", "Command of the C++ compiler for `hybridize(backend=\"inductor\")`.", foreign=True)
APPDATA = Path("APPDATA", "~", "On Windows, the folder in which the default of `MXNET_HOME` lies.", foreign=True)


def is_off(setting: str) -> bool:
    """Whether ``MXNET_HOST_OFF`` names a setting of the process."""
    return HOST_OFF.is_set and setting in HOST_OFF.get()
