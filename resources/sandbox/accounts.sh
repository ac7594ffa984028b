#!/bin/sh
# Makes /etc/passwd and /etc/group links to files in a folder that a sandbox replaces by a small tmpfs. Init writes them
# there with an entry for the sandbox's own user id, which each container has for itself. Without a tmpfs, as during the
# build of an image, the links lead to the files of the distribution.
set -eu
mkdir -p /run/sandbox /usr/lib/strongroom/accounts
for name in passwd group; do
  cp "/etc/$name" "/run/sandbox/$name"
  # Init adds the entry of the last user itself, after that of the sandbox.
  sed '/^[^:]*:[^:]*:65534:/d' "/etc/$name" > "/usr/lib/strongroom/accounts/$name"
  ln -sf "/run/sandbox/$name" "/etc/$name"
done
