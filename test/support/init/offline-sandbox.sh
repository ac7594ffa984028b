#!/bin/sh
# Makes the namespaces of this process similar to a container without network, then executes a command as the sandbox's
# user without capabilities. Only the loopback interface exists, resolv.conf is empty, and /tmp is a tmpfs.
# Arguments: the lowest port that every user may open, and the command.
set -eu
ip link set lo up
echo "$1" >/proc/sys/net/ipv4/ip_unprivileged_port_start
shift
mount --bind /dev/null /etc/resolv.conf
mount --bind /dev/null /etc/hosts
chown 65534:65534 .
mount --bind . /mnt
mount -t tmpfs -o mode=1777 tmpfs /tmp
cd /mnt
exec setpriv --reuid=65534 --regid=65534 --clear-groups --bounding-set=-all --inh-caps=-all "$@"
