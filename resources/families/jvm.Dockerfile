# Java behind the same init as the base image's languages.
# Init comes last, so that a new one costs no installation.
ARG BASE
ARG DEBIAN=debian:trixie-slim
FROM ${BASE} AS base

FROM ${DEBIAN}
COPY install.sh /install.sh
RUN sh /install.sh default-jdk-headless
COPY --from=base /sbin/strongroom-init /sbin/strongroom-init
ENV PATH=/usr/local/bin:/usr/bin:/bin
WORKDIR /work
USER 65534:65534
ENTRYPOINT ["/sbin/strongroom-init"]
