# The Bash kernel of a live sandbox: one bash that evaluates cells and keeps their variables, functions, options and
# work directory (KERNELS.md). All names of the driver begin with __strongroom_, except the function `exit`.
#
# The context ends by `exit`, by `exec` of a program, by `set -n`, and by an interrupt of a cell that has removed the
# trap of INT. A cell replaces the traps of INT, ERR and DEBUG for itself only. If a cell replaces the trap of EXIT, the
# context also ends by errors that save.sh describes.
# A SIGINT can also end it in the moment in which bash begins to wait for a program: wait_for in jobs.c installs
# wait_sigint_handler before it stores the previous handler. A SIGINT between the two finds none to restore, so the
# handler runs again for each signal that it sends to its own process, without end, and no code of the driver runs. The
# daemon then ends the context after 2 s. A subshell of a cell has the same moment. Job control would avoid it, but only
# outside of subshells, and its programs leave the process group that init signals.

__strongroom_folder=${BASH_SOURCE[0]%/*}
for __strongroom_part in channel json word complete inspect run; do
  source "$__strongroom_folder/$__strongroom_part.sh"
done

# No effect between cells.
trap '' INT
trap '__strongroom_status=$?; source "$__strongroom_folder/save.sh"' EXIT
# An `exec` of a program that does not exist would end the context.
shopt -s execfail
exit() {
  local code=$?
  __strongroom_exits=1
  builtin exit "${1-$code}"
}

if [[ ${1-} == resume ]]; then
  # Bash refuses some of its own variables.
  source /dev/fd/241 2>/dev/null
  exec 241<&-
else
  # Cells may use descriptor 3, so the channel moves to a number that they do not use by accident.
  exec 240>&3 3>&-
  if [[ -v STRONGROOM_WARM ]]; then __strongroom_receive_context; fi
  __strongroom_send '{"type":"ready"}'
fi
source "$__strongroom_folder/loop.sh"
