__strongroom_return "$__strongroom_previous"; eval "$__strongroom_code"
