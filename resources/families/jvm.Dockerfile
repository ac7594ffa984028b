# Java behind the same init as the base image's languages.
# Init comes last, so that a new one costs no installation.
ARG BASE
ARG DEBIAN=debian:trixie-slim
FROM ${BASE} AS base

FROM ${DEBIAN}
COPY install.sh /install.sh
# ca-certificates-java, on which the JDK depends, makes the JDK's trust store from ca-certificates.
RUN sh /install.sh default-jdk-headless ca-certificates
COPY --from=base /sbin/strongroom-init /sbin/strongroom-init
ENV PATH=/usr/local/bin:/usr/bin:/bin
WORKDIR /work
USER 65534:65534
ENTRYPOINT ["/sbin/strongroom-init"]
