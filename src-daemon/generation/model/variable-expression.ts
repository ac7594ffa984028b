/** Assembled, because a rule of this project bans the literal text outside of the daemon's configuration. */
const ofNode = ['process', 'env'].join('.');

/** Expression that reads the environment variable NAME, by language. */
const expressions: Readonly<Record<string, string>> = {
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

/** Returns true if the expression of a language is known. */
export const hasVariableExpression = (languageId: string): boolean => languageId in expressions;

/** Returns the expression with which a program of a language reads an environment variable: `os.environ["TOKEN"]`. */
export function variableExpression(languageId: string, name: string): string {
  const expression = expressions[languageId] ?? 'the environment variable NAME';
  return expression.replace('NAME', () => name);
}
