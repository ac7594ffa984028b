# Completes variables, commands and files.

__strongroom_match_limit=500

# Answers with the names that begin with the word before the cursor. The payload is the text before the cursor.
__strongroom_complete() {
  builtin local name matches= last= count=0 kind prefix end
  __strongroom_find_word "$__strongroom_payload"
  __strongroom_find_kind
  while IFS= builtin read -r name; do
    if [[ $name == "$last" || $name == __strongroom_* ]]; then builtin continue; fi
    last=$name
    if [[ $kind == file ]]; then __strongroom_write_file; fi
    __strongroom_quote "$name"
    matches+=${matches:+,}$__strongroom_json
    if ((++count == __strongroom_match_limit)); then builtin break; fi
  done < <(builtin compgen -A "$kind" -- "$prefix" | LC_ALL=C sort)
  __strongroom_count_units "$__strongroom_payload"
  end=$__strongroom_units
  __strongroom_count_units "$__strongroom_raw"
  __strongroom_send "{\"type\":\"complete\",\"id\":$__strongroom_id,\"matches\":[$matches],\
\"start\":$((end - __strongroom_units)),\"end\":$end}"
}

# Sets kind to an action of compgen, prefix to its text, and __strongroom_raw to what a match replaces.
__strongroom_find_kind() {
  kind=file prefix=$__strongroom_word
  if [[ $prefix =~ ^(.*)\$\{?([a-zA-Z_0-9]*)$ && $__strongroom_quoting != \' ]]; then
    kind=variable prefix=${BASH_REMATCH[2]} __strongroom_raw=${BASH_REMATCH[2]}
  elif [[ -n $__strongroom_is_command && -z $__strongroom_quoting && $prefix != */* && $prefix != '~'* ]]; then
    kind=command
  fi
}

# Changes name to how it is written in a command: a folder ends with a slash, and special characters are quoted.
__strongroom_write_file() {
  builtin local LC_ALL=C character
  if [[ -d $name ]]; then name+=/; fi
  if [[ -n $__strongroom_quoting || $name != *[!a-zA-Z0-9_./~+,:@%=$'\x80'-$'\xff'-]* ]]; then builtin return; fi
  for character in \\ ' ' $'\t' \" \' '$' '`' '(' ')' '&' ';' '|' '<' '>' '*' '?' '[' ']' '{' '}' '!' '#' '^'; do
    name=${name//"$character"/"\\$character"}
  done
}
