# Build and run the demo:
#     docker build -t mxnet-torch .
#     docker run --rm mxnet-torch
FROM debian:bookworm-slim

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
RUN pip install --no-cache-dir -c /src/constraints.txt "/src[demo,image]"

USER mxnet
WORKDIR /home/mxnet
CMD ["mxnet", "demo"]
