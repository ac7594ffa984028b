#!/bin/sh
# Installs Debian packages into a family image, without the files that no program needs: documentation, translations,
# package lists, set-id bits. Everything is one step, because a later layer cannot shrink an earlier one.
set -eu
cat > /etc/dpkg/dpkg.cfg.d/strongroom <<'RULES'
path-exclude=/usr/share/doc/*
path-exclude=/usr/share/man/*
path-exclude=/usr/share/info/*
path-exclude=/usr/share/lintian/*
path-exclude=/usr/share/locale/*
path-exclude=/usr/share/icons/*
path-exclude=/usr/lib/python3/*/test/*
RULES
mkdir -p /usr/share/man/man1
apt-get update
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
rm -rf /usr/share/doc /usr/share/man /usr/share/info /usr/share/lintian /usr/share/locale /usr/share/icons \
  /usr/share/common-licenses /var/lib/apt/lists /var/cache/apt /var/cache/debconf /var/log \
  /var/lib/dpkg/info/*.md5sums
mkdir -p /var/lib/apt/lists/partial /var/cache/apt/archives/partial /var/cache/debconf /var/log
find / -xdev -perm /6000 -type f -exec chmod a-s {} +
# The container runtime gives a tmpfs the mode of the folder that it is mounted on.
mkdir -p /work
chmod 1777 /work
