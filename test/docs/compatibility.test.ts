/** Checks that a test runs what each row of docs/compatibility.md promises: a row without one cannot be added. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSource } from '../house/checkout.ts';
import { docs } from './page.ts';

const everyday = 'test/engine/docker/run/everyday/everyday.full.test.ts';
const endings = 'test/engine/docker/run/everyday/endings.full.test.ts';

/** The beginning of the first cell of each row, with a test file and a text that it contains. */
const tests: [row: string, file: string, text: string][] = [
  ['`localhost`', everyday, 'reaches a server of its own at localhost'],
  ['lines leave when', everyday, 'sends a line when it is printed'],
  ['pipes between programs', endings, 'writes to another program and to a file in blocks'],
  ['no terminal', endings, 'has no terminal'],
  ['scripts with the line ends', everyday, 'with the line ends of Windows does the same'],
  ['intended carriage returns', endings, 'also with the line ends of Windows'],
  ['commands of installed packages', 'test/engine/docker/packages/commands.full.test.ts', 'are on PATH'],
  ['shared memory', endings, 'may use most of its memory as shared memory'],
  ['the user:', 'test/engine/user-ids.test.ts', 'whoami'],
  ['`git init`', 'test/engine/docker/sandbox/user-of-programs.full.test.ts', 'git commit'],
  ['the number of processors', everyday, 'sees one processor'],
  ['names of files that are not UTF-8', endings, 'keeps files apart whose names are not UTF-8'],
  [
    'an interrupt or a time limit',
    'test/engine/kernels/javascript-programs.test.ts',
    'ends the program that an interrupted cell',
  ],
  ['`process.stdout.end()`', 'test/engine/kernels/javascript-programs.test.ts', 'process.stdout.end('],
  ['a file that `PUT', 'test/daemon/sandboxes/files/files.test.ts', 'chmod 751 run.sh'],
  ['a program that `sandbox cp`', 'test/cli/commands/sandbox/sandbox.full.test.ts', 'cp keeps programs executable'],
  ['a context that ended', 'test/daemon/sandboxes/contexts/ended-contexts.test.ts', 'context_ended'],
  ['HTTPS in JavaScript', endings, 'uses TLS without a warning'],
  ['the end of a program', endings, 'is reported with the reason'],
  ['`.env` files', 'test/shared/formats/dot-env/dot-env.test.ts', 'is read alike by dotenv, Node and a shell'],
  ['requirements of pip-compile', 'test/shared/requirements.test.ts', 'of pip-compile is read with its hashes'],
  ['npm packages with scripts', 'test/engine/docker/packages/installer-builds.full.test.ts', 'gypfile'],
  ['clients with a time-out', 'test/daemon/executions/lost-connection.test.ts', 'continues to its end'],
  ['TypeScript projects', 'test/engine/docker/run/conformance.test.ts', 'is a project as tsc and tsx read it'],
  ['asyncio in Python cells', 'test/engine/kernels/python-loop.test.ts', 'asyncio.run('],
  [
    'output between cells',
    'test/daemon/sandboxes/contexts/background-work.full.test.ts',
    'between cells at the beginning of the next cell',
  ],
  [
    'programs of a Python cell',
    'test/engine/kernels/python-children.test.ts',
    'receive SIGINT first, as on a terminal',
  ],
  ['`IPython.display`', 'test/engine/kernels/python-notebook.test.ts', 'IPython.display'],
  ['MCP clients', 'test/daemon/mcp/tool-schema.test.ts', 'propertyNames'],
];

const rows = rowsOf('Works as elsewhere');

it('each row of what works names a test, and no test is of a row that no longer exists', () => {
  expect(rows.length).toBeGreaterThan(20);
  const without = rows.filter((row) => tests.filter(([begin]) => row.startsWith(begin)).length !== 1);
  expect(without).toEqual([]);
  expect(tests.filter(([begin]) => !rows.some((row) => row.startsWith(begin)))).toEqual([]);
});

it.each(tests)('%s: its test exists', (_row, file, text) => {
  expect(readSource(file)).toContain(text);
});

/** Returns the rows of the table below a heading, without the `| ` in front. */
function rowsOf(heading: string): string[] {
  const [, part = ''] = readFileSync(join(docs, 'compatibility.md'), 'utf8').split(`## ${heading}\n`);
  const [, ...table] = (part.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  return table.map((line) => line.slice(2));
}
