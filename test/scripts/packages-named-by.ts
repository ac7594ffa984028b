import { parseAst } from 'vite';

type Node = Record<string, unknown> & { type: string };

/** Functions that find a package by its name, next to `import`. */
const finders = ['require', 'createRequire', '.resolve', 'findPackage', 'requireWithPresets'];

/** A bundle takes most of a second to parse, and is read for each of several packages. */
const seen = new Map<string, string[]>();

/**
 * The packages that a program names where it loads or looks for one: in imports, `import()`, `require()`, `resolve()` of
 * either kind, `findPackage()` and `requireWithPresets()`.
 */
export function packagesNamedBy(source: string): string[] {
  const known = seen.get(source);
  if (known !== undefined) return known;
  const found = new Set<string>();
  visit(parseAst(source) as unknown as Node, (node) => {
    const name = packageOf(specifierOf(node));
    if (name !== undefined) found.add(name);
  });
  seen.set(source, [...found]);
  return [...found];
}

function specifierOf(node: Node): unknown {
  if (node.type === 'CallExpression') {
    const [argument] = node.arguments as Node[];
    return finders.includes(calledName(node.callee as Node)) ? argument?.value : undefined;
  }
  return /^(Import|Export)/.test(node.type) ? (node.source as Node | null | undefined)?.value : undefined;
}

/** `require` of `require()`, `createRequire` of `createRequire(path)()`, `.resolve` of `require.resolve()`. */
function calledName(callee: Node): string {
  if (callee.type === 'CallExpression') return calledName(callee.callee as Node);
  if (callee.type === 'MemberExpression') return `.${(callee.property as Node).name}`;
  return callee.type === 'Identifier' ? String(callee.name) : '';
}

/** `@scope/name` of `@scope/name/file.js`; undefined for a path, an address and a module of Node. */
function packageOf(specifier: unknown): string | undefined {
  if (typeof specifier !== 'string' || /^(node|file|data|https?):|^internal\//.test(specifier)) return undefined;
  return /^(?:@[\w.-]+\/)?[a-z0-9][\w.-]*(?=\/|$)/.exec(specifier)?.[0];
}

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, look);
  else if (typeof value === 'object' && value !== null) {
    if (typeof (value as Node).type === 'string') look(value as Node);
    for (const part of Object.values(value)) visit(part, look);
  }
}
