# Finds the word before the cursor, as the shell would read it.

# Number of bytes before the cursor that are read.
__strongroom_text_limit=16384

# Sets, for the end of a text: __strongroom_word to its last word without quotes; __strongroom_raw to the part of the text
# that a match replaces; __strongroom_quoting to the quote that is open; __strongroom_is_command to 1 if a command is expected.
__strongroom_find_word() {
  builtin local LC_ALL=C text="$1" index character has_word= start=0
  if ((${#text} > __strongroom_text_limit)); then text=${text: -__strongroom_text_limit}; fi
  __strongroom_word= __strongroom_quoting= __strongroom_is_command=1
  for ((index = 0; index < ${#text}; index++)); do
    character=${text:index:1}
    if [[ -n $__strongroom_quoting ]]; then
      if [[ $character == "$__strongroom_quoting" ]]; then __strongroom_quoting=; else __strongroom_word+=$character; fi
      builtin continue
    fi
    case $character in
      \\)
        index=$((index + 1)) has_word=1
        __strongroom_word+=${text:index:1}
        ;;
      \" | \')
        # An opening quote at the start of a word stays.
        if [[ -z $has_word ]]; then start=$((index + 1)); fi
        __strongroom_quoting=$character has_word=1
        ;;
      ' ' | $'\t')
        if [[ -n $has_word ]]; then __strongroom_end_word; fi
        has_word= start=$((index + 1))
        ;;
      $'\n' | ';' | '|' | '&' | '(' | '`') __strongroom_word= has_word= __strongroom_is_command=1 start=$((index + 1)) ;;
      '<' | '>') __strongroom_word= has_word= __strongroom_is_command= start=$((index + 1)) ;;
      *) __strongroom_word+=$character has_word=1 ;;
    esac
  done
  __strongroom_raw=${text:start}
}

# After a keyword or an assignment, a command is still expected.
__strongroom_end_word() {
  case $__strongroom_word in
    if | then | elif | else | while | until | do | time | '!' | '{' | exec | command | builtin | [a-zA-Z_]*=*) ;;
    *) __strongroom_is_command= ;;
  esac
  __strongroom_word=
}
