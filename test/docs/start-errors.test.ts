/** Compares the tables of troubleshooting.md with the messages in the sources that run when Strongroom starts. */
import { globSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { readSource, root } from '../house/checkout.ts';

const sources = globSync(
  [
    ...['scripts/strongroom.mjs', 'scripts/install.mjs', 'scripts/install/*.mjs', 'scripts/build/build-if-stale.ts'],
    ...['src-cli/connection/{connect,start-daemon}.ts', 'src-shared-node/{daemon-connection,data-holder,run-file}.ts'],
    ...['src-daemon/process/{config,data-folder,find-app,private-folder,run-until-stopped,storage-failure}.ts'],
    ...[
      'src-daemon/http/server/listen.ts',
      'src-daemon/db/{database,migrate,open-or-explain}.ts',
      'src-daemon/keystore/*.ts',
    ],
  ],
  { cwd: root },
);
/** Variables of the sources that have messages or parts of them. */
const messageNames = ['message', 'messages', 'locations', 'causes'];
/** Messages of these files that no start prints: bugs, and what a running daemon says. */
const notOfStart = [
  /^(a transaction is open|the work of a transaction|the proved connection)/,
  /^(the package\.json of Strongroom|The disk of the data folder|The data folder has become)/,
  /^(You are not logged in|STRONGROOM_)/,
  /^(is taken by …$|packages are up to date|Passphrase of the key store)/,
  // The ends of messages that begin in another file.
  /^… (and try again|Choose another key store)/,
];

/** Returns the texts of at least four words in errors, with `…` for each inserted value. */
function messagesOf(path: string): string[] {
  const kind = path.endsWith('.mjs') ? ts.ScriptKind.JS : ts.ScriptKind.TS;
  const messages: string[] = [];
  const visit = (node: ts.Node, isInError: boolean) => {
    const text = textOf(node);
    if (isInError && text !== undefined && text.split(' ').length >= 4) messages.push(text);
    ts.forEachChild(node, (child) => visit(child, isInError || isError(node)));
  };
  visit(ts.createSourceFile(path, readSource(path), ts.ScriptTarget.Latest, false, kind), false);
  return messages.filter((text) => !notOfStart.some((pattern) => pattern.test(text)));
}

function isError(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return ts.isIdentifier(node.expression) && node.expression.text.endsWith('Error');
  if (ts.isCallExpression(node)) return /^(super|\.write|printMessage)$/.test(nameOf(node.expression));
  if (ts.isFunctionDeclaration(node)) return node.name?.text === 'describeDataHolder';
  return ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && messageNames.includes(node.name.text);
}

function nameOf(node: ts.Expression): string {
  if (node.kind === ts.SyntaxKind.SuperKeyword) return 'super';
  if (ts.isPropertyAccessExpression(node)) return `.${node.name.text}`;
  return ts.isIdentifier(node) ? node.text : '';
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

const [, section = ''] =
  /^## Strongroom does not start\n([\s\S]*?)^## /m.exec(readSource('docs/troubleshooting.md')) ?? [];
const rows = section.split('\n').filter((line) => line.startsWith('| "'));
const quoted = rows.flatMap((row) =>
  [...(row.split(' | ')[0] ?? '').matchAll(/"([^"]+)"/g)].map(([, text = '']) => text),
);
const messages = sources.flatMap(messagesOf);
const code = [...sources, 'scripts/start/start.ts'].map(readSource).join('\n');
const everything = `${code}\n${code.replaceAll(/\$\{[^}]+\}/g, '…')}`;

it.each(messages)('has a row: %s', (message) => {
  expect(quoted.filter((text) => includes(message, text))).not.toEqual([]);
});

it.each(quoted)('no row has an old message: %s', (text) => {
  expect(includes(everything, text)).toBe(true);
});

it('has a cause and a next step in each row', () => {
  expect(rows.filter((row) => row.split(' | ').length !== 3 || row.includes('|  |'))).toEqual([]);
});

/** An ellipsis at the end of a row's text stands for anything. */
function includes(message: string, text: string): boolean {
  return message.includes(text.replace(/ ?…$/, ''));
}
