# Finds the channel and the output again if an error has ended the shell inside of a redirection.

# Sets __strongroom_file to a number that identifies the open file of a descriptor; empty if Linux is older than 5.14.
__strongroom_identify() {
  builtin local __strongroom_name __strongroom_value
  __strongroom_file=
  if [[ ! -e /proc/self/fdinfo/$1 ]]; then builtin return; fi
  while IFS=$' \t' builtin read -r __strongroom_name __strongroom_value; do
    if [[ $__strongroom_name == ino: ]]; then __strongroom_file=$__strongroom_value; fi
  done < "/proc/self/fdinfo/$1"
}

__strongroom_files=()

# Remembers the files of the channel and of the output, before a cell runs.
__strongroom_note_output() {
  builtin local __strongroom_number
  for __strongroom_number in 1 2 240 242 243; do
    __strongroom_identify "$__strongroom_number"
    __strongroom_files[__strongroom_number]=$__strongroom_file
  done
}

# Bash keeps a copy of a descriptor that a redirection replaces, from 10 on, and leaves it open when an error ends the
# shell. Returns 1 if the channel is lost.
__strongroom_recover() {
  builtin local __strongroom_number __strongroom_copy
  for __strongroom_number in 240 242 243 1 2; do
    __strongroom_identify "$__strongroom_number"
    if [[ $__strongroom_file == "${__strongroom_files[__strongroom_number]}" ]]; then builtin continue; fi
    for ((__strongroom_copy = 10; __strongroom_copy < 64; __strongroom_copy++)); do
      __strongroom_identify "$__strongroom_copy"
      if [[ -z $__strongroom_file || $__strongroom_file != "${__strongroom_files[__strongroom_number]}" ]]; then builtin continue; fi
      # A copy is closed by `execve`, and only descriptors up to 2 do not inherit that.
      if [[ -e /proc/self/fd/0 ]]; then exec 241<&0; fi
      builtin eval "exec 0<&$__strongroom_copy $__strongroom_number>&0 0<&-"
      if [[ -e /proc/self/fd/241 ]]; then exec 0<&241 241<&-; fi
      builtin break
    done
  done
  [[ -e /proc/self/fd/240 ]]
}
