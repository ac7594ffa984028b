/** What a program is told to read; this daemon's own is read elsewhere. */
const ofNode = ['process', 'env'].join('.');

/** How a program of each language reads the environment variable NAME. */
const reading: Readonly<Record<string, string>> = {
  python: 'os.environ["NAME"]',
  javascript: `${ofNode}.NAME`,
  typescript: `${ofNode}.NAME`,
  bash: '"$NAME"',
  ruby: 'ENV["NAME"]',
  php: 'getenv("NAME")',
  perl: '$ENV{NAME}',
  lua: 'os.getenv("NAME")',
  r: 'Sys.getenv("NAME")',
  c: 'getenv("NAME")',
  cpp: 'std::getenv("NAME")',
  go: 'os.Getenv("NAME")',
  rust: 'std::env::var("NAME")',
  java: 'System.getenv("NAME")',
};

/** Whether it is known how a language reads its environment. */
export const hasVariableExpression = (languageId: string): boolean => languageId in reading;

/** Says of a variable how a program of a language reads it. */
export function environmentWords(languageId: string): (name: string) => string {
  const words = reading[languageId] ?? 'the environment variable NAME';
  return (name) => words.replace('NAME', () => name);
}
