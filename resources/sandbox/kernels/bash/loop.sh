# Sourced, not a function: a cell's `declare` must be global. If a cell leaves cell.sh early, its status is that of the
# condition's last command, because `continue` in a cell continues this loop.
__strongroom_depth=${#BASH_SOURCE[@]}
while {
  __strongroom_seen=${__strongroom_seen:-$?} __strongroom_flags=${__strongroom_flags:-$-}
  builtin trap - DEBUG ERR RETURN
  __strongroom_next "$__strongroom_seen" "$__strongroom_flags"
} > /dev/null 2>&1; do
  # A cell that has closed its output does not silence the next one.
  if [[ ! -e /proc/self/fd/1 ]]; then exec >&242; fi
  if [[ ! -e /proc/self/fd/2 ]]; then exec 2>&243; fi
  __strongroom_note_output
  # cell.sh removes the traps of a cell in its only line: a function cannot remove them, the end of the file would trigger
  # them again, and `set -v` would print another line.
  builtin source "$__strongroom_folder/cell.sh" 240>&- 242>&- 243>&-
done
# `break` in a cell ends the loop, not the kernel, and so does an interrupt before __strongroom_next has removed the
# traps: they would leave the next loop too, which is one level deeper.
if [[ -z $__strongroom_ended ]]; then
  builtin trap '' INT
  builtin trap - DEBUG
  builtin source "$__strongroom_folder/loop.sh"
fi
