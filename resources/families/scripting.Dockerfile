# Ruby, PHP, Perl, Lua and R with the same init as the languages of the base image.
# Init is copied last, so that a new init does not reinstall the packages.
ARG BASE
ARG DEBIAN=debian:trixie-slim
FROM ${BASE} AS base

FROM ${DEBIAN}
COPY install.sh /install.sh
# The second line adds HTTPS for the languages that do not include it.
RUN sh /install.sh ruby php-cli php-mbstring php-xml php-sqlite3 perl lua5.4 r-base-core \
      ca-certificates curl php-curl libio-socket-ssl-perl libwww-perl liblwp-protocol-https-perl lua-sec lua-socket
COPY lines.rb /lines.rb
RUN cat /lines.rb >> /usr/lib/ruby/vendor_ruby/rubygems/defaults/operating_system.rb && rm /lines.rb
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
