# Build and run the demo:
#     docker build -t mxnet-torch .
#     docker run --rm mxnet-torch
# Build and run the server, which follows SageMaker's contract for containers:
#     docker build --target serve -t mxnet-serve .
#     docker run --rm -p 8080:8080 -v "$PWD/model:/opt/ml/model:ro" mxnet-serve serve
FROM debian:bookworm-slim AS torch

# The index of the torch build. For CUDA: --build-arg TORCH_INDEX=https://download.pytorch.org/whl/cu130
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu

RUN apt-get update \
    && apt-get install --yes --no-install-recommends python3-venv \
    && rm -rf /var/lib/apt/lists/* \
    && python3 -m venv /opt/mxnet \
    && useradd --create-home mxnet
ENV PATH=/opt/mxnet/bin:$PATH

# Torch has its own layer, because it changes less often than the sources.
COPY constraints.txt /src/
RUN pip install --no-cache-dir --index-url "$TORCH_INDEX" "$(grep '^torch==' /src/constraints.txt)"
COPY . /src/

FROM torch AS serve-files
RUN pip install --no-cache-dir -c /src/constraints.txt "/src[image,onnx,serve]"

FROM torch AS demo-files
RUN pip install --no-cache-dir -c /src/constraints.txt "/src[demo,image]"

# The server. It serves /opt/ml/model, or /opt/ml/models with SAGEMAKER_MULTI_MODEL=true. Code inside of models only runs
# with MXNET_SERVE_ALLOW_CODE=1.
FROM serve-files AS serve
LABEL com.amazonaws.sagemaker.capabilities.multi-models=true \
      com.amazonaws.sagemaker.capabilities.accept-bind-to-port=true
ENV MXNET_SERVE_HOST=0.0.0.0 PYTHONUNBUFFERED=1
EXPOSE 8080
USER mxnet
WORKDIR /home/mxnet
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=3 \
    CMD ["python3", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:%s/ping' % os.environ.get('SAGEMAKER_BIND_TO_PORT', '8080'), timeout=4)"]
ENTRYPOINT ["mxnet"]
CMD ["serve"]

# The demo, which is the default target
FROM demo-files
USER mxnet
WORKDIR /home/mxnet
CMD ["mxnet", "demo"]
