# Writes JSON texts.

# Sets __strongroom_json to a text as JSON. Bytes that are no UTF-8 become U+FFFD.
__strongroom_quote() {
  builtin local LC_ALL=C text="$1" code character
  text=${text//\\/'\\'}
  text=${text//\"/'\"'}
  text=${text//$'\n'/'\n'}
  text=${text//$'\t'/'\t'}
  if [[ $text == *[$'\x01'-$'\x1f\x7f']* ]]; then
    for code in {1..31} 127; do
      builtin printf -v character '\\x%02x' "$code"
      builtin printf -v character %b "$character"
      builtin printf -v code '\\u%04x' "$code"
      text=${text//"$character"/"$code"}
    done
  fi
  if [[ $text == *[$'\x80'-$'\xff']* ]]; then __strongroom_repair "$text"; else __strongroom_json=$text; fi
  __strongroom_json="\"$__strongroom_json\""
}

# Sets __strongroom_json to a text without bytes that are no UTF-8 (RFC 3629, section 4).
__strongroom_repair() {
  builtin local LC_ALL=C rest="$1" part taken
  builtin local tail
  tail=[$'\x80'-$'\xbf']
  __strongroom_json=
  while [[ -n $rest ]]; do
    part=${rest%%[$'\x80'-$'\xff']*}
    __strongroom_json+=$part
    rest=${rest:${#part}}
    case $rest in
      '') break ;;
      [$'\xc2'-$'\xdf']$tail*) taken=2 ;;
      $'\xe0'[$'\xa0'-$'\xbf']$tail* | [$'\xe1'-$'\xec\xee\xef']$tail$tail* | $'\xed'[$'\x80'-$'\x9f']$tail*) taken=3 ;;
      $'\xf0'[$'\x90'-$'\xbf']$tail$tail* | [$'\xf1'-$'\xf3']$tail$tail$tail*) taken=4 ;;
      $'\xf4'[$'\x80'-$'\x8f']$tail$tail*) taken=4 ;;
      *) taken=0 ;;
    esac
    if ((taken == 0)); then
      __strongroom_json+=$'\xef\xbf\xbd'
      rest=${rest:1}
    else
      __strongroom_json+=${rest:0:taken}
      rest=${rest:taken}
    fi
  done
}

# Sets __strongroom_units to the length of a text in UTF-16 units: continuation bytes count nothing, and the first byte
# of a sequence of four counts twice.
__strongroom_count_units() {
  builtin local LC_ALL=C first fours
  first=${1//[$'\x80'-$'\xbf']/}
  fours=${first//[!$'\xf0'-$'\xf4']/}
  __strongroom_units=$((${#first} + ${#fours}))
}
