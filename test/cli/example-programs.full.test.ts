/** A few programs of examples/, with the command lines and outputs of their pages. All of them: test/docs/programs.full.test.ts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../src-daemon/engine/languages/languages.ts';
import { languageOfFile } from '../../src-shared/formats/file-language.ts';
import { examplesOf } from '../docs/page.ts';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { commandWithDaemon, type TestCommand } from './command.ts';

const examples = join(import.meta.dirname, '../../examples');
const features = examplesOf('../examples/README.md');
const hellos = examplesOf('../examples/languages/README.md');
const page = readFileSync(join(examples, 'README.md'), 'utf8');
const fixture = commandWithDaemon();

/** The examples of one line without a shell's own characters, and the first languages. */
const simple = [
  ...features
    .filter(({ script }) => /^strongroom run [\w./ -]+\n$/.test(script))
    .map((one) => ({ ...one, folder: examples })),
  ...hellos.slice(0, 1).flatMap(({ script, output = '' }) => {
    const lines = script
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('strongroom'));
    const outputs = output.trim().split('\n');
    return lines.map((line, at) => ({ script: line, output: `${outputs[at]}\n`, folder: join(examples, 'languages') }));
  }),
];

describeWithEngine('the example', () => {
  let command: TestCommand;
  beforeAll(async () => {
    ({ command } = await fixture.forNewUser());
  });

  it.each(simple)('$script', async ({ script, output, folder }) => {
    const given = script.trim().split(' ').slice(1);
    const args = given.map((arg) => (existsSync(join(folder, arg)) ? join(folder, arg) : arg));
    expect(await command.run(args)).toEqual({ exitCode: 0, stdout: output, stderr: '' });
  });
});

describe('the pages of examples/', () => {
  it('have simple examples', () => {
    expect(simple.length).toBeGreaterThanOrEqual(6);
  });

  it('list each folder', () => {
    const folders = readdirSync(examples, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const missing = folders.filter(({ name }) => !page.includes(`\n| [${name}](`));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('show a program in each language', () => {
    const shown = hellos.flatMap(({ script }) =>
      [...script.matchAll(/^strongroom run (\S+) Ada$/gm)].map(([, file = '']) => file),
    );
    const known = shown.map((name) => languageOfFile(languages, { name, code: '' }));
    expect(known.toSorted()).toEqual(languages.map(({ id }) => id).toSorted());
  });
});
