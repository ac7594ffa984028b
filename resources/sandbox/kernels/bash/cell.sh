__strongroom_return "$__strongroom_previous"; builtin eval "$__strongroom_code"; { __strongroom_seen=$? __strongroom_flags=$-; builtin trap - DEBUG ERR RETURN; } > /dev/null 2>&1
