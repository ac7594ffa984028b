import ts from 'typescript';

/** Largest number of lines of a file. */
const fileLimit = 250;
/** Largest number of lines of a function, without blank ones. */
const functionLimit = 60;
/** Largest number of files of a folder, without data. */
const folderLimit = 20;

const code = /\.(ts|tsx|mts|js|mjs|cjs|py|c|h|sh|css|html|Dockerfile)$|(^|\/)Dockerfile$|^\.ci\/run$/;
const testCall = /^(it|test|describe\w*|(before|after)(All|Each))$/;
/** Matches the scripts whose functions Biome does not measure; it measures those of all other folders. */
const script = /^(test|resources)\/.*\.(ts|tsx|mts|js|mjs|cjs)$/;

/** Matches files that are not source text: each is one value, and is found by its name. */
const data = /\.(png|ico|icns|svg|json|frames)$|^docs\//;

/** Matches what `npm run types:clients` writes. */
const generated = /^clients\/[^/]+\/src\/(.+\/)?generated\//;

/** Returns the length of a code file that is longer than the limit. */
export function findLongFile(path: string, source: string): string[] {
  const lines = source.trimEnd().split('\n').length;
  return code.test(path) && !generated.test(path) && lines > fileLimit ? [`${lines} lines`] : [];
}

/**
 * Returns the functions of a test or of a guest script that are longer than the limit, with their lines. A list of tests, as the callback of
 * `describe`, is not counted; its tests, hooks and functions are. A function or class declared in another function
 * counts on its own.
 */
export function findLongFunctions(path: string, source: string): string[] {
  if (!script.test(path)) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  visit(file);
  return found;

  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node) && !isListOfTests(node)) {
      const lines = countLines(node, file);
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      if (lines > functionLimit) found.push(`the function at line ${line + 1} has ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  }
}

/** Returns the number of lines of a function, without blank ones and without the functions and classes declared in it. */
function countLines(node: ts.Node, file: ts.SourceFile): number {
  const linesOf = (part: ts.Node) =>
    part
      .getText(file)
      .split('\n')
      .filter((line) => line.trim() !== '').length;
  return declaredIn(node).reduce((lines, inner) => lines - linesOf(inner), linesOf(node));
}

function declaredIn(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    const isDeclaration = ts.isFunctionDeclaration(child) || ts.isClassDeclaration(child);
    found.push(...(isDeclaration ? [child] : declaredIn(child)));
  });
  return found;
}

/** Returns true if a function calls `it`, `describe` or a hook of Vitest, outside of the functions in it. */
function isListOfTests(node: ts.Node): boolean {
  return findChild(node, (child) => ts.isCallExpression(child) && testCall.test(calledName(child.expression)));
}

function findChild(node: ts.Node, isMatch: (child: ts.Node) => boolean): boolean {
  return (
    ts.forEachChild(node, (child) => isMatch(child) || (!ts.isFunctionLike(child) && findChild(child, isMatch))) ??
    false
  );
}

/** Returns the first name of a callee: `describe` in `describe.skipIf(true).each(pages)`. */
function calledName(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) return calledName(callee.expression);
  return '';
}

/** Returns the folders that have more files than the limit, each with their number. */
export function findLargeFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
    if (!data.test(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > folderLimit).map(([folder, count]) => `${folder}: ${count} files`);
}
