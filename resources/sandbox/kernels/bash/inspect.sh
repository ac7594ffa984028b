# Describes what the word before the cursor names.

# Answers with the value of a variable, or with what a command is. The payload is the text before the cursor.
__strongroom_inspect() {
  builtin local word text found=false data=
  __strongroom_find_word "$__strongroom_payload"
  word=$__strongroom_word
  if [[ $word =~ \$\{?([a-zA-Z_][a-zA-Z_0-9]*)$ ]]; then
    text=$(builtin declare -p -- "${BASH_REMATCH[1]}" 2>/dev/null)
  elif [[ -n $word ]]; then
    text=$(__strongroom_describe "$word" 2>/dev/null)
  else
    text=
  fi
  if [[ -n $text ]]; then
    __strongroom_quote "${text:0:__strongroom_text_limit}"
    found=true data=",\"data\":{\"text/plain\":$__strongroom_json}"
  fi
  __strongroom_send "{\"type\":\"inspect\",\"id\":$__strongroom_id,\"found\":$found$data}"
}

__strongroom_describe() {
  builtin type -- "$1"
  if [[ $(builtin type -t -- "$1") == @(builtin|keyword) ]]; then builtin help -- "$1"; fi
  if [[ $1 =~ ^[a-zA-Z_][a-zA-Z_0-9]*$ ]]; then builtin declare -p -- "$1"; fi
}
