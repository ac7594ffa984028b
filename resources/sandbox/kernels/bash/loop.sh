# Sourced, not a function: a cell's `declare` must be global. The status of a cell is that of the condition's last
# command, because `continue` in a cell continues this loop.
__strongroom_depth=${#BASH_SOURCE[@]}
while { __strongroom_next "$?" "$-"; } 2>/dev/null; do
  source "$__strongroom_folder/cell.sh" 240>&-
done
# `break` in a cell ends the loop, not the kernel, and so does an interrupt before __strongroom_next has removed the
# traps: they would leave the next loop too, which is one level deeper.
if [[ -z $__strongroom_ended ]]; then
  builtin trap '' INT
  builtin trap - DEBUG
  source "$__strongroom_folder/loop.sh"
fi
