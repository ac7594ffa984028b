import ts from 'typescript';

export interface Pattern {
  path: string;
  line: number;
  /** Text of the expression in the source. */
  text: string;
  /** Undefined if it is built from parts that are not constant. */
  source: string | undefined;
  flags: string;
}

/** Returns every regular expression of a source: literals and calls of `RegExp`. */
export function findPatterns(path: string, text: string): Pattern[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const constants = readConstants(file);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    const pattern = readPattern(node, constants);
    if (pattern !== undefined) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ path, line, text: node.getText(), ...pattern });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

type Constants = ReadonlyMap<string, string>;

/** Returns the string constants of the file. */
function readConstants(file: ts.SourceFile): Constants {
  const constants = new Map<string, string>();
  for (const statement of file.statements)
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (initializer !== undefined && ts.isStringLiteralLike(initializer))
          constants.set(name.getText(), initializer.text);
  return constants;
}

function readPattern(node: ts.Node, constants: Constants): Pick<Pattern, 'source' | 'flags'> | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!(ts.isNewExpression(node) || ts.isCallExpression(node))) return undefined;
  if (!ts.isIdentifier(node.expression) || node.expression.text !== 'RegExp') return undefined;
  const [source, flags] = node.arguments ?? [];
  return { source: readText(source, constants), flags: readText(flags, constants) ?? '' };
}

/** Returns the value of a string that consists of literals and constants of its file. */
function readText(node: ts.Expression | undefined, constants: Constants): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return constants.get(node.text);
  if (!ts.isTemplateExpression(node)) return undefined;
  let text = node.head.text;
  for (const { expression, literal } of node.templateSpans) {
    const part = readText(expression, constants);
    if (part === undefined) return undefined;
    text += part + literal.text;
  }
  return text;
}
