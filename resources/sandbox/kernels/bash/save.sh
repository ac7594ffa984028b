# Some errors end every bash that is not interactive: an unset variable under `set -u`, `${name?message}`, and a failure
# under `set -e` with a cell's own trap of ERR. The trap of EXIT then starts another bash in the same process, which
# restores the state. Background jobs continue, but `wait` and `jobs` no longer know them. Before Linux 5.14, the context ends
# at an unset variable under `set -eu`: bash exits there inside of the cell's redirections, and the channel is not found.
# Sourced, not a function, because local variables would be part of the state.

if [[ -n $__strongroom_is_running && -z $__strongroom_exits ]]; then
  __strongroom_options+=$-
  { builtin set +aefuvxET; } 2> /dev/null
  builtin trap - DEBUG ERR RETURN
fi
if [[ -n $__strongroom_is_running && -z $__strongroom_exits ]] && __strongroom_recover; then
  {
    __strongroom_finish "$__strongroom_status" ''
    __strongroom_state=$(
      builtin declare -p
      # A function can have a pattern that only this option can read.
      builtin echo 'builtin shopt -s extglob'
      builtin declare -f
      # Functions of these names follow after the last use of the builtins.
      builtin echo 'builtin unset -f declare alias shopt set trap exec'
      builtin declare -Fx
      builtin alias -p
      # After the functions, because these options change how they are read.
      builtin shopt -p
      builtin set +o
      builtin trap -p
      builtin echo 'set --' "${@@Q}"
      builtin echo 'exec 241<&-'
      builtin declare -f declare alias shopt set trap exec
    )
    # An ignored signal would stay ignored in the program that is executed.
    builtin trap - INT
  } 2> /dev/null
  # The state has the function. With `builtin`, the redirection would not last.
  builtin unset -f exec
  exec "$BASH" --noprofile --norc "$__strongroom_folder/kernel.sh" resume 241<<< "$__strongroom_state"
fi
__strongroom_return "$__strongroom_status" && [[ 1 ]]
builtin eval "$__strongroom_exit_trap"
