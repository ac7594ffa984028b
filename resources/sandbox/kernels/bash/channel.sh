# Operations in, messages out, and the start ahead of use.

__strongroom_send() { builtin printf '%s\0' "$1" >&240; }

# Reads fields until they begin an operation: a code that contains NUL leaves fields that do not.
__strongroom_receive() {
  while IFS= builtin read -r -d '' -u 240 __strongroom_operation; do
    case $__strongroom_operation in run | complete | inspect) ;; *) builtin continue ;; esac
    IFS= builtin read -r -d '' -u 240 __strongroom_id || builtin return
    IFS= builtin read -r -d '' -u 240 __strongroom_payload || builtin return
    case $__strongroom_id in '' | *[!0-9]*) ;; *) builtin return 0 ;; esac
  done
  builtin return 1
}

# Replaces the environment by that of the context (PROTOCOL.md, "The waiting interpreter").
__strongroom_receive_context() {
  # Bytes, not characters, while the length is counted.
  builtin local LC_ALL=C byte field index length=0
  builtin local -a fields
  fields=()
  builtin printf R >&240
  for index in 1 2 3 4; do
    # The delimiter is the byte 0.
    IFS= builtin read -r -d '' -n 1 -u 240 byte || exit 1
    if [[ -n $byte ]]; then builtin printf -v byte %d "'$byte"; fi
    length=$((length << 8 | (byte & 255)))
  done
  while ((length > 0)); do
    IFS= builtin read -r -d '' -u 240 field || exit 1
    fields+=("$field")
    ((length -= ${#field} + 1))
  done
  __strongroom_environment=("${fields[@]:fields[0] + 1}")
  builtin unset LC_ALL
  __strongroom_replace_environment
  builtin printf G >&240
}

# Bash refuses to change some of its variables, and cannot export names that are no identifiers.
__strongroom_replace_environment() {
  builtin local __strongroom_variable
  for __strongroom_variable in $(builtin compgen -e); do
    # These are bash's own, and an unset PWD would stay empty until the next `cd`.
    case $__strongroom_variable in PWD | OLDPWD | SHLVL) ;; *) unset -v "$__strongroom_variable" ;; esac
  done 2>/dev/null
  for __strongroom_variable in "${__strongroom_environment[@]}"; do
    builtin export -- "$__strongroom_variable"
  done 2>/dev/null
  builtin unset -v __strongroom_environment
}
