import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmbeddedEngine, type EmbeddedEngine } from '../../../src-daemon/engine/embedded/embedded-engine.ts';
import { type PackageIndex, startPackageIndex } from '../../daemon/packages/package-index.ts';
import { type BuiltFile, buildWheel } from '../../daemon/packages/wheels.ts';
import { newLayersDir, resourcesDir, run, silentLog } from './embedded-fixture.ts';

const layersDir = newLayersDir();
let engine: EmbeddedEngine;
let index: PackageIndex;

beforeAll(async () => {
  index = await startPackageIndex({ host: '127.0.0.1' });
  // Node's own walls alone: each must hold without bubblewrap.
  engine = createEmbeddedEngine({ resourcesDir, log: silentLog, layersDir, mayConfine: false });
  await engine.start();
});
afterAll(async () => {
  await engine.stop();
  await index.stop();
  rmSync(layersDir, { recursive: true, force: true });
});

async function install(...files: BuiltFile[]): Promise<string> {
  for (const file of files) index.publish(file);
  const packages = Object.fromEntries(files.map(({ fileName }) => [fileName.split('-')[0] ?? '', '']));
  const source = { indexUrl: index.url, trustedHosts: [new URL(index.url).host], certificates: '' };
  const hooks = { onLine: () => undefined, signal: new AbortController().signal };
  const built = await engine.layers?.build({ packageManager: 'pip', packages, source }, hooks);
  return built?.id ?? '';
}

/** A wheel with bytes of its archive changed. */
function forged(name: string, change: (content: Buffer) => void): BuiltFile {
  const wheel = buildWheel({ name, version: '1.0', files: { [`${name}.py`]: 'x'.repeat(1000) } });
  change(wheel.content);
  return wheel;
}

const named = (name: string, path: string) => buildWheel({ name, version: '1.0', files: { [path]: 'x = 1\n' } });

describe('a wheel that means harm', () => {
  test.each([
    ['climbs out of its folder', named('climbing', '../../climbing.py')],
    ['climbs by the way of its data', named('climbdata', 'climbdata-1.0.data/purelib/../../x.py')],
    ['names the root', named('rooted', '/etc/cron.d/rooted')],
    ['names a drive', named('driven', 'C:/driven.py')],
    ['names a folder of another system', named('slashed', '..\\..\\slashed.py')],
    ['is two things by one name', buildWheel({ name: 'twofold', version: '1.0', files: { a: 'x', 'a/b.py': 'y' } })],
    ['is longer than it says', forged('longer', (content) => resize(content, 10))],
    ['is shorter than it says', forged('shorter', (content) => resize(content, 5000))],
    ['claims more than may be', forged('bomb', (content) => resize(content, 0xf000_0000))],
    ['is no archive', forged('nonsense', (content) => content.fill(0x20))],
  ])('is refused: it %s', async (_what, wheel) => {
    await expect(install(wheel)).rejects.toMatchObject({ name: 'LayerError', reason: expect.any(String) });
    expect(readdirSync(layersDir).filter((name) => !name.endsWith('.layer'))).toEqual([]);
  });

  test('has its links taken for the files that they are', async () => {
    const link = 0o120777 * 65536;
    const files = { 'target.txt': '/etc/passwd' };
    const wheel = buildWheel({ name: 'linked', version: '1.0', files });
    for (let at = 0; at + 4 <= wheel.content.length; at++)
      if (wheel.content.readUInt32LE(at) === 0o100644 * 65536) wheel.content.writeUInt32LE(link, at);
    const layer = await install(wheel);
    const code = 'import os\nprint(os.path.islink("/packages/target.txt"), open("/packages/target.txt").read())';
    expect(await run(engine, { code, layer })).toMatchObject({ stdout: 'False /etc/passwd\n' });
  });

  test('runs none of its code before the job, and within its limits then', async () => {
    const files = { 'hasty.pth': 'import time; print("early"); time.sleep(60)\n', 'hasty.py': '' };
    const layer = await install(buildWheel({ name: 'hasty', version: '1.0', files }));
    const result = await run(engine, { code: 'print("never")', layer, timeoutMs: 500 });
    expect(result).toMatchObject({ status: 'timed_out', stdout: 'early\n' });
  });

  test('does not stand before the interpreter’s own library', async () => {
    const files = { 'json.py': 'print("mine")\n', 'sitecustomize.py': 'print("mine")\n', 'os.py': 'print("mine")\n' };
    const layer = await install(buildWheel({ name: 'shadow', version: '1.0', files }));
    expect(await run(engine, { code: 'import json, os; print(json.loads("[1]"))', layer })).toMatchObject({
      stdout: '[1]\n',
    });
  });
});

const attempts: Readonly<Record<string, string>> = {
  'writes it': 'open("/packages/kept.py", "w")',
  'appends to it': 'open("/packages/kept.py", "a").write("x")',
  'opens it to read and write': 'os.write(os.open("/packages/kept.py", os.O_RDWR), b"x")',
  'cuts it': 'os.truncate("/packages/kept.py", 0)',
  'adds to its folder': 'open("/packages/new.py", "w")',
  'makes a folder in it': 'os.mkdir("/packages/new")',
  'puts a link into it': 'os.symlink("/etc", "/packages/new")',
  'removes a file': 'os.remove("/packages/kept.py")',
  'removes a folder': 'os.rmdir("/packages/kept-1.0.dist-info")',
  'gives a file another name': 'os.rename("/packages/kept.py", "/work/kept.py")',
  'puts a file in its place': 'open("/work/x", "w").close(); os.rename("/work/x", "/packages/kept.py")',
  'gives it a second name': 'os.link("/packages/kept.py", "/work/kept.py")',
  'changes its times': 'os.utime("/packages/kept.py", (1, 1))',
  'puts a folder in the place of all': 'os.mkdir("/work/p"); os.rename("/work/p", "/packages")',
  'leaves it upwards': 'print("ESCAPED", open("/packages/../../../../etc/passwd").read())',
  'leaves it by a link': 'os.symlink("/packages/../etc/passwd", "/work/l"); print("ESCAPED", open("/work/l").read())',
  'reads past its end':
    'fd = os.open("/packages/kept.py", os.O_RDONLY); print("ESCAPED" if os.pread(fd, 100, 12) or os.lseek(fd, 1 << 40, 0) and os.read(fd, 9) else "")',
};

test.each(Object.entries(attempts))('a program gets nowhere with its packages when it %s', async (_what, attempt) => {
  const layer = await install(buildWheel({ name: 'kept', version: '1.0', files: { 'kept.py': 'VALUE = 42\n\n' } }));
  const file = join(layersDir, `${layer}.layer`);
  const before = digest(file);
  const result = await run(engine, { code: `import os\n${attempt}`, layer });
  expect(result.stdout).not.toContain('ESCAPED');
  if (!attempt.includes('pread'))
    expect(result).toMatchObject({ status: 'failed', stderr: expect.stringMatching(/Error/) });
  expect(digest(file)).toBe(before);
  expect(await run(engine, { code: 'import kept; print(kept.VALUE)', layer })).toMatchObject({ stdout: '42\n' });
});

/** Changes what the archive says of the size of its first file, in both of its headers. */
function resize(content: Buffer, size: number): void {
  content.writeUInt32LE(size, 22);
  content.writeUInt32LE(size, content.indexOf('PK\x01\x02', 'latin1') + 24);
}

function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
