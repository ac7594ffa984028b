import { posix } from 'node:path';
import { readJavaTokens } from './java-tokens.ts';

/** A top-level type of a Java source. */
export interface JavaType {
  name: string;
  isPublic: boolean;
  /** True if its body has a method `void main(…)`, with any modifiers and parameters. */
  hasMain: boolean;
}

export interface JavaSource {
  /** Empty for the unnamed package. */
  packageName: string;
  /** In the order of the source. */
  types: readonly JavaType[];
}

/** Reads the package and the top-level types of a Java source. For invalid Java the result may be wrong. */
export function readJavaSource(code: string): JavaSource {
  const reader = createReader();
  readJavaTokens(code, (token, depth) => {
    reader.take(token, depth);
    return false;
  });
  return reader.source;
}

/** Returns the file name that the compiler requires: that of the public type, else of the type with `main`. */
export function javaFileName(code: string): string {
  const { source, take } = createReader();
  readJavaTokens(code, (token, depth) => {
    take(token, depth);
    return source.types.at(-1)?.isPublic === true;
  });
  const named = source.types.find(({ isPublic }) => isPublic) ?? source.types.find(({ hasMain }) => hasMain);
  const name = named === undefined || Buffer.byteLength(named.name) > nameBytesCap ? 'Main' : named.name;
  return `${name}.java`;
}

/** Returns the folder below which a source's package is: `src` for `src/a/b/Main.java` of the package `a.b`. */
export function javaSourceRoot(path: string, code: string): string {
  const folder = posix.dirname(path);
  const packageFolder = readJavaSource(code).packageName.replaceAll('.', '/');
  if (packageFolder === '') return folder;
  if (folder === packageFolder) return '.';
  return folder.endsWith(`/${packageFolder}`) ? folder.slice(0, -packageFolder.length - 1) : folder;
}

/** A file name has at most 255 bytes, and `.class` or `$Inner.class` follows. */
const nameBytesCap = 200;
const typeKeywords: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'record']);

function createReader() {
  const types: { name: string; isPublic: boolean; hasMain: boolean }[] = [];
  const source = { packageName: '', types };
  let previous = '';
  let beforePrevious = '';
  let isPublic = false;
  let isInPackage = false;

  function takeOuter(token: string): void {
    if (token === 'package' && types.length === 0) isInPackage = true;
    else if (token === ';' || token === '}') isPublic = isInPackage = false;
    else if (isInPackage) source.packageName += token;
    else if (token === 'public') isPublic = true;
    else if (typeKeywords.has(previous) && /^[\w$\u0080-\uffff]/.test(token))
      types.push({ name: token, isPublic, hasMain: false });
  }

  function take(token: string, depth: number): void {
    if (depth === 0) takeOuter(token);
    const current = types.at(-1);
    if (depth === 1 && token === '(' && previous === 'main' && beforePrevious === 'void' && current !== undefined)
      current.hasMain = true;
    beforePrevious = previous;
    previous = token;
  }

  return { source, take };
}
