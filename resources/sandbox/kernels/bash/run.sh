# Answers operations until there is a cell to run.

__strongroom_id=
__strongroom_ended=
__strongroom_is_running=
__strongroom_is_interrupted=
__strongroom_exits=
__strongroom_options=
__strongroom_uses_trap=
__strongroom_seen=
__strongroom_flags=

# Leaves a cell from any depth of functions: `return` leaves the current one, and the trap of DEBUG all others. In a
# subshell the default action of SIGINT applies.
__strongroom_on_interrupt='
if [[ -n $__strongroom_is_running ]] && ((${#BASH_SOURCE[@]} > __strongroom_depth && BASH_SUBSHELL == 0)); then
  __strongroom_is_interrupted=1
  __strongroom_options+=$-
  builtin trap - DEBUG
  builtin set +e -T
  if __strongroom_is_waiting "$BASH_COMMAND"; then
    # The last command of this trap: the trap of DEBUG applies to the next command.
    builtin trap "$__strongroom_on_command" DEBUG
  else
    builtin trap "$__strongroom_on_command" DEBUG
    builtin return 130
  fi
fi'
__strongroom_on_command='
((${#BASH_SOURCE[@]} <= __strongroom_depth)) || [[ ${FUNCNAME-} == __strongroom_* ]] || builtin return 130'

# Returns 0 if bash runs the trap of INT inside its wait for a program. A `return` from there would leave SIGCHLD
# blocked and the list of jobs frozen as long as the kernel runs. The traps of ERR and DEBUG leave the cell after the
# wait; before that, bash still opens the file in `program || { command; } > file`.
# Bash blocks SIGCHLD during the wait, and also during a `read` with a time limit, which only `return` ends.
__strongroom_is_waiting() {
  builtin local IFS=$' \t\n' __strongroom_name __strongroom_value
  if [[ " $1 " == *' read '* && (" $1 " == *' -'*t* || -v TMOUT) ]]; then builtin return 1; fi
  while builtin read -r __strongroom_name __strongroom_value; do
    if [[ $__strongroom_name == SigBlk: ]]; then builtin break; fi
  done < /proc/self/status
  (((16#${__strongroom_value:-0} >> 16) & 1))
}

# Ends a cell that is interrupted, and under `set -e` where bash would exit. A removal finds the `e`, because a match would
# also accept the `E` of this kernel under `shopt -s nocasematch`.
__strongroom_on_error='
{ __strongroom_status=$?; } 2> /dev/null
{ if [[ -n $__strongroom_is_interrupted ]]; then
  if ((${#BASH_SOURCE[@]} > __strongroom_depth && BASH_SUBSHELL == 0)); then builtin return 130; fi
elif [[ -n $__strongroom_is_running && ${-%%e*}${__strongroom_options%%e*} != "$-$__strongroom_options" ]] &&
  ((BASH_SUBSHELL == 0)); then
  __strongroom_options+=$-
  builtin set +e
  if ((${#BASH_SOURCE[@]} > __strongroom_depth)); then builtin return "$__strongroom_status"; fi
fi; } 2> /dev/null'

# Arguments: the status of the cell that has ended, and the options of the shell. Returns 1 at the end of the channel.
__strongroom_next() {
  builtin trap '' INT
  builtin set +aefuvxET
  if [[ -n $__strongroom_is_running ]]; then __strongroom_finish "$1" "$2"; fi
  while __strongroom_receive; do
    case $__strongroom_operation in
      run)
        __strongroom_prepare "$1"
        builtin return 0
        ;;
      complete) __strongroom_complete ;;
      inspect) __strongroom_inspect ;;
    esac
  done
  __strongroom_ended=1
  builtin return 1
}

# Sends `done`, and keeps the options for the next cell.
__strongroom_finish() {
  # Prefixed, because a cell can have a readonly variable of any other name.
  builtin local __strongroom_outcome=ok __strongroom_exit="$1" LC_ALL=C
  __strongroom_is_running=
  __strongroom_options+=$2
  __strongroom_options=${__strongroom_options//[!aefuvx]/}
  __strongroom_take_exit_trap
  if ((__strongroom_exit != 0)); then __strongroom_outcome=error; fi
  if [[ -n $__strongroom_is_interrupted ]]; then __strongroom_outcome=interrupted __strongroom_exit=130; fi
  __strongroom_send "{\"type\":\"done\",\"id\":$__strongroom_id,\"status\":\"$__strongroom_outcome\",\"exitCode\":$__strongroom_exit}"
}

# The options of the last cell become part of the code, so that they do not apply to the driver. The list of commands keeps
# the status of the previous cell, which does not end the shell under `set -e` there.
__strongroom_prepare() {
  __strongroom_previous=$1 __strongroom_seen= __strongroom_flags=
  __strongroom_code=$__strongroom_payload
  if [[ -n $__strongroom_options ]]; then
    __strongroom_code="{ __strongroom_restore $__strongroom_options $1 && [[ 1 ]]; } 2> /dev/null;$__strongroom_payload"
  fi
  if [[ $__strongroom_payload == *trap* ]]; then __strongroom_uses_trap=1; fi
  __strongroom_options=
  __strongroom_is_interrupted=
  __strongroom_is_running=1
  builtin trap "$__strongroom_on_interrupt" INT
  builtin trap "$__strongroom_on_error" ERR
  builtin set -E
}

# Lets a cell read the status of the previous one in `$?`.
__strongroom_return() { builtin return "$1"; }

__strongroom_restore() {
  builtin set "-$1"
  builtin return "$2"
}

# Puts the trap of this driver back if a cell has replaced it by one of its own, which then runs after it.
__strongroom_take_exit_trap() {
  builtin local __strongroom_found
  if [[ -z $__strongroom_uses_trap ]]; then builtin return; fi
  __strongroom_found=$(builtin trap -p EXIT)
  if [[ $__strongroom_found == *'__strongroom_folder/save.sh'* ]]; then builtin return; fi
  __strongroom_exit_trap=
  if [[ -n $__strongroom_found ]]; then
    __strongroom_found=${__strongroom_found#trap -- }
    builtin eval "__strongroom_exit_trap=${__strongroom_found% EXIT}"
  fi
  builtin trap "$__strongroom_on_exit" EXIT
}
