import { parse } from './es-module-lexer.mjs';

/**
 * The name of the global function that imports for cells. V8 offers no `import` to code that the inspector evaluates. The
 * name is as long as `import`, so that columns stay the same.
 */
export const loaderName = '__load';

/** Values of `t` in the lexer's result. */
const staticImport = 1;
const dynamicImport = 2;
const importMeta = 3;

/**
 * Replaces `import` declarations by `const … = await`, and `import()` and `import.meta` by a global. Each line keeps its
 * number. Returns code that the lexer cannot read as it is: its evaluation reports the error.
 * @param {string} code
 */
export function rewriteImports(code) {
  if (!code.includes('import')) return code;
  let rewritten = '';
  let position = 0;
  for (const found of findImports(code)) {
    if (found.ss < position) continue;
    const [end, text] = replacementOf(code, found);
    rewritten += code.slice(position, found.ss) + text;
    position = end;
  }
  return rewritten + code.slice(position);
}

/** @param {string} code */
function findImports(code) {
  try {
    const [imports] = parse(code);
    return imports
      .filter(({ t }) => t === staticImport || t === dynamicImport || t === importMeta)
      .filter(({ ss }) => code.startsWith('import', ss))
      .sort((a, b) => a.ss - b.ss);
  } catch {
    return [];
  }
}

/** Returns the end of the replaced range and its text. */
function replacementOf(code, found) {
  if (found.t !== staticImport) return [found.ss + 'import'.length, loaderName];
  const statement = code.slice(found.ss, found.se);
  const lines = '\n'.repeat(statement.split('\n').length - 1);
  // The quote of the specifier is before `s`.
  const clause = parseClause(code.slice(found.ss + 'import'.length, found.s - 1));
  if (clause === undefined) return [found.se, statement];
  return [found.se, `${declaration(clause, found)};${lines}`];
}

function declaration({ namespace, names }, { n, at }) {
  const attributes = at === null ? '' : `, { with: ${JSON.stringify(Object.fromEntries(at))} }`;
  const required = JSON.stringify(names.map(([imported]) => imported));
  const loaded = `await ${loaderName}.declared(${JSON.stringify(n)}, ${required}${attributes})`;
  const pattern = `{ ${names.map(([imported, local]) => `${JSON.stringify(imported)}: ${local}`).join(', ')} }`;
  if (namespace === undefined) return names.length === 0 ? `void ${loaded}` : `const ${pattern} = ${loaded}`;
  return `const ${namespace} = ${loaded}${names.length === 0 ? '' : `, ${pattern} = ${namespace}`}`;
}

/**
 * Reads what is between `import` and the specifier: `a, { b as c, default as d } from`. Returns undefined if it has
 * another form.
 * @param {string} text
 */
function parseClause(text) {
  const tokens = tokensOf(text);
  /** @type {[imported: string, local: string][]} */
  const names = [];
  let namespace;
  if (tokens.length > 0 && tokens.pop() !== 'from') return undefined;
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (token === '*') namespace = tokens.splice(0, 2)[1];
    else if (token === '{') names.push(...takeNames(tokens));
    else if (token !== ',' && token !== '}') names.push(['default', token]);
  }
  return { namespace, names };
}

/** Takes the names up to `}` from the tokens. */
function takeNames(tokens) {
  /** @type {[imported: string, local: string][]} */
  const names = [];
  while (tokens.length > 0 && tokens[0] !== '}') {
    const name = tokens.shift();
    if (name === ',') continue;
    const local = tokens[0] === 'as' ? tokens.splice(0, 2)[1] : name;
    names.push([/^['"]/.test(name) ? name.slice(1, -1) : name, local]);
  }
  return names;
}

/** Returns names, strings and punctuators, without comments. */
function tokensOf(text) {
  const found = [];
  for (let start = 0; start < text.length; ) {
    const end = tokenEnd(text, start);
    const token = text.slice(start, end).trim();
    if (token !== '' && !token.startsWith('/')) found.push(token);
    start = end;
  }
  return found;
}

/** Returns the end of the comment, string, punctuator, white space or name at a position. */
function tokenEnd(text, start) {
  const after = (mark, from) => {
    const end = text.indexOf(mark, from);
    return end < 0 ? text.length : end + mark.length;
  };
  if (text.startsWith('//', start)) return after('\n', start);
  if (text.startsWith('/*', start)) return after('*/', start + 2);
  const first = text.charAt(start);
  if (first === '"' || first === "'") return after(first, start + 1);
  if (/[\s{}*,]/.test(first)) return start + 1;
  let end = start + 1;
  while (end < text.length && !/[\s{}*,/"']/.test(text.charAt(end))) end += 1;
  return end;
}
