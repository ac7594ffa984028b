/** The switches of the find bar; each is pressed with Alt and its letter. */
export const toggleKeys = {
  matchesCase: { label: 'Match case', key: 'c' },
  isWholeWord: { label: 'Whole words', key: 'w' },
  isRegexp: { label: 'Regular expression', key: 'r' },
} as const;
