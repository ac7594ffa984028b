/** The OpenAPI document in the tools that users have: it generates clients, it is linted, and it runs in Postman. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { send } from '../../support/network/http-send.ts';
import { generatorsFor } from './sessions.ts';
import { installTools } from './tools.ts';

const daemon = testDaemonOfFile();
const root = join(import.meta.dirname, '../../..');
let folder = '';
let tools: Awaited<ReturnType<typeof installTools>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'generators-'));
  tools = await installTools(folder);
  const { text } = await send(daemon().url, { path: '/api/v1/openapi.json' });
  writeFileSync(join(folder, 'openapi.json'), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compile(...files: string[]) {
  const flags = ['--strict', '--noEmit', '--ignoreConfig', '--noUncheckedIndexedAccess'];
  const target = ['--target', 'es2024', '--lib', 'es2024,dom,dom.iterable', '--module', 'esnext'];
  const types = ['--moduleResolution', 'bundler', '--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  return tools.own('tsc', [...flags, ...target, ...types, ...files]);
}

describeWithEngine('a client that a generator makes', () => {
  it.each(['orval', '@hey-api/openapi-ts', 'swagger-typescript-api'])(
    'of the document with %s compiles strictly and runs code',
    async (name) => {
      const generator = generatorsFor(daemon().url).find((candidate) => candidate.name === name);
      if (generator === undefined) throw new Error(`there is no session for ${name}`);
      for (const [path, text] of Object.entries(generator.files ?? {})) writeFileSync(join(folder, path), text);
      const [command, ...args] = generator.command;
      expect(await tools.tool(command, args)).toMatchObject({ exitCode: 0 });
      writeFileSync(join(folder, 'session.ts'), generator.session);
      expect(await compile('session.ts')).toMatchObject({ exitCode: 0, stdout: '' });
      const bundled = await tools.own('rolldown', ['session.ts', '-o', 'session.mjs', '--platform', 'node']);
      expect(bundled.exitCode, bundled.all).toBe(0);
      const { apiKey } = await daemon().newUser();
      const program = [join(folder, 'session.mjs'), daemon().url, apiKey];
      const { stdout, stderr } = await execa(tools.node, program, { reject: false });
      expect(stderr).toBe('');
      const { events, ...answers } = JSON.parse(stdout) as { events: string[] };
      expect(answers).toEqual({ stdout: '42\n', code: 'unknown_language' });
      expect([...new Set(events)]).toEqual(['started', 'stdout', 'finished']);
    },
  );
});

describe('the document', () => {
  it('has nothing that Spectral reports, not even a hint', async () => {
    writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
    const args = ['lint', 'openapi.json', '--ruleset', '.spectral.yaml', '--fail-severity', 'hint', '--quiet'];
    const { exitCode, all } = await tools.tool('spectral', args);
    expect({ exitCode, all }).toEqual({ exitCode: 0, all: '' });
  });
});
