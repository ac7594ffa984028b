import ts from 'typescript';
import { identifierParts, phrases } from './plain-english-terms.ts';

/** Matches a comment that begins with a relative clause instead of a subject or a verb. */
const bareClause =
  /(\/\*\*?\s*(?:\n\s*\*\s*)?|^\s*\*\s+@returns\s+|\/\/\s+|^\s*#\s+)(What|Whether|Whose|Whoever|Who|Of|How (?:many|much|long|often|far|big|large))\b[^?\n]*$/gm;

/** Matches comments and strings of C, Python and shell sources. */
const commentsAndStrings =
  /\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/.*|(?:^|\s)#(?!define|if|ifdef|ifndef|include).*/gm;

/** Matches constants of the kernel's packet filter. */
const kernelNames = /^NFTA?_/;

interface Identifier {
  name: string;
  /** Position in the text, in UTF-16 units. */
  start: number;
}

/** Returns `line: explanation` for each term of a text that has a plainer one. */
export type TermSearch = (path: string, text: string) => string[];

/** @param contractNames names of the HTTP contract, which are allowed */
export function createTermSearch(contractNames: ReadonlySet<string>): TermSearch {
  return (path, text) => {
    const identifiers = findIdentifiers(path, text);
    const prose = blank(text, identifiers).replace(/(["'`])([\w-]+)\1/g, (quoted, _, name) =>
      contractNames.has(name) ? ' '.repeat(quoted.length) : quoted,
    );
    const own = identifiers.filter(({ name }) => !contractNames.has(name) && !kernelNames.test(name));
    return [
      ...findPhrases(prose),
      ...(/\.md$/.test(path) ? [] : findBareClauses(text)),
      ...own.flatMap((identifier) => findParts(identifier, text)),
    ];
  };
}

function findPhrases(prose: string): string[] {
  return prose.split('\n').flatMap((line, index) =>
    phrases.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(line);
      return found === null ? [] : [`${index + 1}: "${found[0]}": ${instead}`];
    }),
  );
}

function findBareClauses(text: string): string[] {
  return [...text.matchAll(bareClause)].map(
    ({ index, 1: mark = '', 2: start = '' }) =>
      `${lineOf(text, index + mark.length)}: a comment that begins with "${start}": name the subject or the verb`,
  );
}

function findIdentifiers(path: string, text: string): Identifier[] {
  if (/\.(ts|tsx|mts|js|mjs|cjs)$/.test(path)) return findScriptIdentifiers(path, text);
  if (/\.(c|h|py|sh)$/.test(path)) return findTokens(text);
  return [];
}

function findScriptIdentifiers(path: string, text: string): Identifier[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const found: Identifier[] = [];
  visit(source);
  return found;

  function visit(node: ts.Node): void {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      found.push({ name: node.text, start: node.getStart(source) });
    ts.forEachChild(node, visit);
  }
}

function findTokens(text: string): Identifier[] {
  const code = text.replace(commentsAndStrings, (part) => part.replace(/[^\n]/g, ' '));
  return [...code.matchAll(/\b[A-Za-z_]\w*/g)].map(({ 0: name, index }) => ({ name, start: index }));
}

function findParts({ name, start }: Identifier, text: string): string[] {
  return partsOf(name).flatMap((part) =>
    Object.hasOwn(identifierParts, part)
      ? [`${lineOf(text, start)}: the identifier ${name}: ${identifierParts[part]}`]
      : [],
  );
}

/** Returns the text with spaces instead of its identifiers, so that each term is reported once. */
function blank(text: string, identifiers: readonly Identifier[]): string {
  let blanked = '';
  let end = 0;
  for (const { name, start } of identifiers) {
    blanked += text.slice(end, start) + ' '.repeat(name.length);
    end = start + name.length;
  }
  return blanked + text.slice(end);
}

function lineOf(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

/** Returns the parts of a camelCase or snake_case identifier, in lower case. */
function partsOf(identifier: string): string[] {
  return identifier.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$#\d]+/).map((part) => part.toLowerCase());
}
