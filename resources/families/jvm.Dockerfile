# Java with the same init as the languages of the base image.
# Init is copied last, so that a new init does not reinstall the packages.
ARG BASE
ARG DEBIAN=debian:trixie-slim
FROM ${BASE} AS base

FROM ${DEBIAN}
COPY install.sh /install.sh
# The JDK depends on ca-certificates-java, which creates the JDK's trust store from ca-certificates.
RUN sh /install.sh default-jdk-headless ca-certificates
COPY --from=base /etc/perl/Strongroom /etc/perl/Strongroom
COPY --from=base /usr/lib/strongroom/preload.libasan.so /usr/lib/strongroom/
COPY --from=base /etc/ld.so.preload /etc/ld.so.preload
COPY --from=base /usr/lib/strongroom/accounts.sh /usr/lib/strongroom/
RUN sh /usr/lib/strongroom/accounts.sh
COPY --from=base /sbin/strongroom-init /sbin/strongroom-relay /sbin/
ENV PATH=/usr/local/bin:/usr/bin:/bin
WORKDIR /work
USER 65534:65534
ENTRYPOINT ["/sbin/strongroom-init"]
