# The Bash kernel of a live sandbox: one bash that evaluates cells and keeps their variables, functions, options and
# work directory (KERNELS.md). All names of the driver begin with __strongroom_, except the function `exit`.
#
# The context ends by `exit`, by `exec` of a program, by `set -n`, and by an interrupt of a cell that has removed the
# trap of INT. A cell replaces the traps of INT, ERR, DEBUG and RETURN for itself only. Its trap of EXIT runs at the end of
# the context. A cell that sets one also ends the context by the errors that save.sh describes.
# Builtins of the driver are called by `builtin`, because a cell can define functions of their names; a function named
# `builtin` or `exec` breaks the context.
# A SIGINT can also end it in the moment in which bash begins to wait for a program: wait_for in jobs.c installs
# wait_sigint_handler before it stores the previous handler. A SIGINT between the two finds none to restore, so the
# handler runs again for each signal that it sends to its own process, without end, and no code of the driver runs. The
# daemon then ends the context after 2 s. A subshell of a cell has the same moment. Job control would avoid it, but only
# outside of subshells, and its programs leave the process group that init signals.

__strongroom_folder=${BASH_SOURCE[0]%/*}
for __strongroom_part in channel json word complete inspect output run; do
  builtin source "$__strongroom_folder/$__strongroom_part.sh"
done

# No effect between cells.
builtin trap '' INT
__strongroom_exit_trap=
__strongroom_on_exit='__strongroom_status=$?; builtin source "$__strongroom_folder/save.sh"'
builtin trap "$__strongroom_on_exit" EXIT
# An `exec` of a program that does not exist would end the context.
builtin shopt -s execfail
exit() {
  # The redirection hides these commands from `set -x`.
  { __strongroom_status=$? __strongroom_exits=1; } 2> /dev/null
  builtin exit "${1-$__strongroom_status}"
}

if [[ ${1-} == resume ]]; then
  # Bash refuses some of its own variables.
  builtin source /dev/fd/241 2> /dev/null
else
  # Cells may use descriptor 3, so the channel moves to a number that they do not use by accident.
  exec 240>&3 3>&- 242>&1 243>&2
  if [[ -v STRONGROOM_WARM ]]; then __strongroom_receive_context; fi
  __strongroom_send '{"type":"ready"}'
fi
builtin source "$__strongroom_folder/loop.sh"
