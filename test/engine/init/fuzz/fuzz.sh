#!/bin/sh
# Fuzzes init's sessions with libFuzzer for some seconds, 600 by default, and adds what it finds to the saved inputs.
# Needs clang (Debian: clang). As root it runs the inputs as an unprivileged user.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sources=$here/../../../../resources/sandbox/init
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/inputs" "$scratch/found"
cp "$here"/corpus/* "$scratch/inputs"
# The fuzzer writes as another user.
chmod -R a+rwX "$scratch"

parts=$(find "$sources" -name '*.c' ! -path '*/init/main.c' ! -path '*/init/program.c' ! -path '*/stream/end.c')
# shellcheck disable=SC2086
clang -std=gnu17 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -DWORK_DIRECTORY='"."' \
  -I"$sources" -I"$here" -o "$scratch/fuzz" \
  "$here/session-fuzz.c" "$here/work.c" "$here/fake-system.c" $parts
"$scratch/fuzz" -max_len=4096 -len_control=20 -max_total_time="${1:-600}" -print_final_stats=1 \
  -artifact_prefix=/tmp/init-fuzz- "$scratch/inputs"
"$scratch/fuzz" -merge=1 -use_counters=0 -max_len=4096 "$scratch/found" "$scratch/inputs"
rm -f "$here"/corpus/*
for file in "$scratch"/found/*; do
  cp "$file" "$here/corpus/$(basename "$file" | cut -c1-16).frames"
done
chmod 644 "$here"/corpus/*
