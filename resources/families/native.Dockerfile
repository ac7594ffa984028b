# C, C++, Go and Rust behind the same init as the base image's languages.
# Init comes last, so that a new one costs no installation.
ARG BASE
ARG DEBIAN=debian:trixie-slim
FROM ${BASE} AS base

FROM ${DEBIAN}
COPY install.sh /install.sh
# The second line: HTTPS for C, C++ and Rust, which have no TLS of their own.
RUN sh /install.sh gcc g++ libc6-dev golang-go rustc \
      ca-certificates curl libcurl4-openssl-dev libssl-dev
# Go's standard library, compiled once here instead of in every run: the file system is read-only there.
COPY go-cache.sh /go-cache.sh
RUN sh /go-cache.sh
COPY --from=base /sbin/strongroom-init /sbin/strongroom-init
ENV PATH=/usr/local/bin:/usr/bin:/bin
WORKDIR /work
USER 65534:65534
ENTRYPOINT ["/sbin/strongroom-init"]
