# Some errors end every bash that is not interactive: an unset variable under `set -u`, `${name?message}`, and a failure
# under `set -e` with a cell's own trap of ERR. The trap of EXIT then starts another bash in the same process, which
# restores the state. Background jobs continue, but `wait` and `jobs` no longer know them. Under `set -eu` the context ends
# at an unset variable: bash exits there without undoing redirections, so the channel is closed.
# Sourced, not a function, because local variables would be part of the state.

if [[ -n $__strongroom_is_running && -z $__strongroom_exits ]]; then
  {
    __strongroom_options+=$-
    set +aefuvxET
    trap - DEBUG ERR
    __strongroom_finish "$__strongroom_status" ''
    __strongroom_state=$(
      declare -p
      # A function can have a pattern that only this option can read.
      echo 'shopt -s extglob'
      declare -f
      declare -Fx
      alias -p
      # After the functions, because these options change how they are read.
      shopt -p
      set +o
      trap -p
      echo 'set --' "${@@Q}"
    )
    # An ignored signal would stay ignored in the program that is executed.
    trap - INT
  } 2>/dev/null
  exec "$BASH" --noprofile --norc "$__strongroom_folder/kernel.sh" resume 241<<<"$__strongroom_state"
fi
