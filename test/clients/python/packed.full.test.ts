/** The wheel as a program gets it: built and installed without a network, and used. */
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, it } from 'vitest';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { runPython } from './run-python.ts';

const daemon = testDaemonOfFile();
const source = join(import.meta.dirname, '../../../clients/python');
const system = '/usr/bin/python3';
let folder: string;
let python: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wheel-'));
  cpSync(source, join(folder, 'source'), { recursive: true });
  const build = ['--no-build-isolation', '--no-deps', '--no-index', '--wheel-dir', join(folder, 'wheels')];
  await execa(system, ['-m', 'pip', 'wheel', ...build, join(folder, 'source')]);
  await execa(system, ['-m', 'venv', join(folder, 'venv')]);
  python = join(folder, 'venv/bin/python');
  const [wheel = ''] = readdirSync(join(folder, 'wheels'));
  await execa(python, ['-m', 'pip', 'install', '--no-index', join(folder, 'wheels', wheel)]);
});

it('has its types, and marks them', async () => {
  const script = `
import strongroom, pathlib
folder = pathlib.Path(strongroom.__file__).parent
show([(folder / name).exists() for name in ("py.typed", "generated/api.py")])
show("/venv/" in str(folder))
`;
  expect(await runPython(script, { url: daemon().url, apiKey: 'key', python, path: '' })).toEqual([[true, true], true]);
});

it('has types that mypy accepts, also for Python 3.9', async () => {
  const flags = ['--strict', '--python-version', '3.9', '--cache-dir', join(folder, 'mypy')];
  // Its Debian release supports keyword arguments of a typed dictionary as an experiment.
  const args = [...flags, '--enable-incomplete-feature=Unpack', join(source, 'src/strongroom')];
  const { stdout } = await execa(system, ['-m', 'mypy', ...args], { reject: false });
  expect(stdout).toMatch(/^Success: no issues found in \d+ source files$/);
});

describeWithEngine('the installed wheel', () => {
  it('runs the example of its README', async () => {
    const { apiKey } = await daemon().newUser();
    const [, example = ''] = /```python\n([\s\S]*?)```/.exec(readFileSync(join(source, 'README.md'), 'utf8')) ?? [];
    const env = { STRONGROOM_URL: daemon().url, STRONGROOM_API_KEY: apiKey };
    const { stdout } = await execa(python, ['-c', example], { env });
    expect(stdout).toMatch(/^succeeded 0 42\n\none\ntwo\n42\nunknown_language 422 /);
  });
});
