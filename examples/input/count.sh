# Counts the words of its input.
tr -cs '[:alpha:]' '\n' | sort | uniq -c | sort -k1,1nr -k2 | head -3 | while read -r count word; do echo "$word $count"; done
