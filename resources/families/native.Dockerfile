# C, C++, Go and Rust with the same init as the languages of the base image.
# Init is copied last, so that a new init does not reinstall the packages.
ARG BASE
ARG DEBIAN=debian:trixie-slim
FROM ${BASE} AS base

FROM ${DEBIAN}
COPY install.sh /install.sh
# The second line adds HTTPS for C, C++ and Rust, whose standard libraries have no TLS.
RUN sh /install.sh gcc g++ libc6-dev golang-go rustc \
      ca-certificates curl libcurl4-openssl-dev libssl-dev
# Compiles Go's standard library once. A run could not store it, because its file system is read-only.
COPY go-cache.sh /go-cache.sh
RUN sh /go-cache.sh
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
