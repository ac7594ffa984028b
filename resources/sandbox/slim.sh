#!/bin/sh
# Removes what no program needs from the root file system: documentation, translations, package lists, set-id bits.
set -eu
rm -rf /usr/share/doc /usr/share/man /usr/share/info /usr/share/lintian /usr/share/locale /usr/share/bash-completion \
  /usr/share/common-licenses /usr/share/pixmaps /usr/share/menu \
  /var/lib/apt/lists /var/cache/apt /var/cache/debconf /var/log /var/lib/dpkg/info/*.md5sums
mkdir -p /var/lib/apt/lists/partial /var/cache/apt/archives/partial /var/cache/debconf /var/log /usr/share/man/man1
find / -xdev -perm /6000 -type f -exec chmod a-s {} +
find /usr/lib/python3* -depth \( -name test -o -name tests -o -name idlelib \) -type d -exec rm -rf {} +
ln -sf python3 /usr/bin/python
# The container runtime gives a tmpfs the mode of the folder that it is mounted on.
mkdir -p /work
chmod 1777 /work
