import { satisfies, valid, validRange } from '@renovatebot/pep440';

/** Values of the environment markers (PEP 508) of the Python that imports the packages; absent if they are not known. */
export type MarkerEnvironment = Readonly<Record<string, string>>;

/** True or false; undefined if the marker depends on a value that is not known. */
export type MarkerValue = boolean | undefined;

const longest = 2000;
const deepest = 50;
const variables = new Set(
  (
    'os_name sys_platform platform_machine platform_python_implementation platform_release platform_system ' +
    'platform_version python_version python_full_version implementation_name implementation_version extra'
  ).split(' '),
);

/** Returns the environment of Python in a sandbox. `machine` is its processor: `x86_64`, `aarch64`. */
export function sandboxMarkers(pythonVersion: string | null | undefined, machine?: string): MarkerEnvironment {
  const full = pythonVersion ?? undefined;
  const short = full === undefined ? undefined : /^\d+\.\d+/.exec(full)?.[0];
  return {
    os_name: 'posix',
    sys_platform: 'linux',
    platform_system: 'Linux',
    platform_python_implementation: 'CPython',
    implementation_name: 'cpython',
    extra: '',
    ...(full !== undefined && { python_full_version: full, implementation_version: full }),
    ...(short !== undefined && { python_version: short }),
    ...(machine !== undefined && { platform_machine: machine }),
  };
}

/** Evaluates a marker. @throws SyntaxError if it is not valid */
export function evaluateMarker(marker: string, environment: MarkerEnvironment): MarkerValue {
  if (marker.length > longest) throw new SyntaxError('is too long');
  const tokens = tokensOf(marker);
  let at = 0;
  let depth = 0;
  const value = readOr();
  if (at < tokens.length) throw new SyntaxError('has text after its end');
  return value;

  function readOr(): MarkerValue {
    let left = readAnd();
    while (tokens[at] === 'or') {
      at++;
      const right = readAnd();
      left = left === true || right === true ? true : left === undefined || right === undefined ? undefined : false;
    }
    return left;
  }

  function readAnd(): MarkerValue {
    let left = readTerm();
    while (tokens[at] === 'and') {
      at++;
      const right = readTerm();
      left = left === false || right === false ? false : left === undefined || right === undefined ? undefined : true;
    }
    return left;
  }

  function readTerm(): MarkerValue {
    if (tokens[at] !== '(') return readComparison();
    if (++depth > deepest) throw new SyntaxError('is nested too deeply');
    at++;
    const value = readOr();
    if (tokens[at++] !== ')') throw new SyntaxError('has no closing parenthesis');
    depth--;
    return value;
  }

  function readComparison(): MarkerValue {
    const left = readValue();
    let operator = tokens[at++] ?? '';
    if (operator === 'not') operator = `not ${tokens[at++] ?? ''}`;
    if (!/^(?:[<>]=?|[!=~]=|===|in|not in)$/.test(operator)) throw new SyntaxError('has no comparison');
    const right = readValue();
    return left === undefined || right === undefined ? undefined : compareMarker(left, operator, right);
  }

  /** Returns undefined for a variable whose value is not known. */
  function readValue(): string | undefined {
    const token = tokens[at++] ?? '';
    if (/^["']/.test(token)) return token.slice(1, -1);
    if (!variables.has(token)) throw new SyntaxError('has an unknown name');
    return environment[token];
  }
}

/** Compares as versions if both are versions, else as Python compares strings (PEP 508, "Environment Markers"). */
export function compareMarker(left: string, operator: string, right: string): boolean {
  if (operator === 'in') return right.includes(left);
  if (operator === 'not in') return !right.includes(left);
  const range = `${operator}${right}`;
  if (valid(left) !== null && validRange(range)) return satisfies(left, range, { prereleases: true });
  if (operator === '==' || operator === '===') return left === right;
  if (operator === '!=') return left !== right;
  const order = left < right ? -1 : left > right ? 1 : 0;
  return { '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[operator] ?? false;
}

function tokensOf(marker: string): string[] {
  const token = /\s*(?:([()])|("[^"]*"|'[^']*')|(===|[<>!=~]=|[<>])|([A-Za-z_][\w.]*))\s*/y;
  const tokens: string[] = [];
  while (token.lastIndex < marker.length) {
    const found = token.exec(marker);
    if (found === null) throw new SyntaxError('is not valid');
    tokens.push(found[0].trim());
  }
  return tokens;
}
