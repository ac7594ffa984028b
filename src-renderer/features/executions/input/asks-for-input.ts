/** Calls that read a line of the standard input, by language. They are searched in the code as text, also in comments. */
const calls: Readonly<Record<string, RegExp>> = {
  python: /\b(?:input|getpass|readline)\s?\(/,
  javascript: /\breadline\b|\bprompt\s?\(/,
  typescript: /\breadline\b|\bprompt\s?\(/,
  bash: /\b(?:read|select)\s/,
  ruby: /\bgets\b/,
  php: /\b(?:fgets|fscanf|readline)\s?\(/,
  perl: /<STDIN>|<>/,
  lua: /\bio\.read\b/,
  r: /\b(?:readline|readLines|scan)\s?\(/,
  c: /\b(?:scanf|fgets|getline|getchar)\s?\(/,
  cpp: /\b(?:scanf|fgets|getline|getchar)\s?\(|\bcin\b/,
  go: /\bos\.Stdin\b|\bfmt\.Scan/,
  rust: /\bread_line\b|\bstdin\s?\(\)/,
  java: /\bSystem\.in\b|\bIO\.readln\b/,
};

/**
 * Returns true if a program seems to read single lines of its input. A wrong guess has a small cost: without open input
 * the program finds the end of its input at once, and an open input only matters to a program that reads.
 */
export function asksForInput(language: string, code: string): boolean {
  return calls[language]?.test(code) ?? false;
}
