import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const schemaCalls = new Set(['object', 'strictObject', 'looseObject', 'extend', 'safeExtend']);

/** Returns the field names of all JSON bodies, queries and headers of the HTTP API: the keys of the schemas in src-shared. */
export function readContractNames(root: string): ReadonlySet<string> {
  const paths = globSync('src-shared/**/*.ts', { cwd: root });
  return new Set(paths.flatMap((path) => findSchemaKeys(path, readFileSync(join(root, path), 'utf8'))));
}

/** Returns the keys of the object literals that a module passes to Zod's object constructors. */
export function findSchemaKeys(path: string, text: string): string[] {
  const found: string[] = [];
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false));
  return found;

  function visit(node: ts.Node): void {
    const shape = ts.isCallExpression(node) && isSchemaCall(node) ? node.arguments[0] : undefined;
    if (shape !== undefined && ts.isObjectLiteralExpression(shape))
      found.push(...shape.properties.flatMap(({ name }) => (name && 'text' in name ? [name.text] : [])));
    ts.forEachChild(node, visit);
  }
}

function isSchemaCall({ expression }: ts.CallExpression): boolean {
  return ts.isPropertyAccessExpression(expression) && schemaCalls.has(expression.name.text);
}
