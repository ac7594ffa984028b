/** Another process exchanges a folder of the target for a link to a folder outside, again and again, while files arrive. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { CliError } from '../../../src-cli/cli-error.ts';
import { createTargetFolder } from '../../../src-cli/received/target-folder.ts';

const files = 3_000;
const exchange = `
  const { renameSync, rmSync, existsSync } = require('node:fs');
  const [d, folder, link] = process.argv.slice(1);
  const move = (from, to) => { try { renameSync(from, to); } catch { /* The writer created a folder. */ } };
  console.log('exchanging');
  for (;;) {
    move(d, folder); move(link, d); move(d, link); move(folder, d);
    // If the writer created a folder in between, the cycle starts again with the own one.
    try { if (existsSync(folder)) { rmSync(d, { recursive: true, force: true }); move(folder, d); } } catch { /* In use. */ }
  }
`;

it('a folder that is exchanged for a link all the time gets files, and nothing outside of the target does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'exchange-'));
  const outside = join(folder, 'outside');
  const root = join(folder, 'root');
  mkdirSync(join(root, 'd'), { recursive: true });
  mkdirSync(join(outside, 'sub'), { recursive: true });
  symlinkSync(outside, join(folder, 'link'));
  const paths = [join(root, 'd'), join(folder, 'kept'), join(folder, 'link')];
  const exchanging = spawn(process.execPath, ['-e', exchange, ...paths], { stdio: ['ignore', 'pipe', 'inherit'] });
  const target = createTargetFolder({ root, isForced: true });
  let written = 0;
  try {
    await once(exchanging.stdout, 'data');
    for (let number = 0; number < files; number += 1) {
      const names = number % 2 === 0 ? ['d', `${number}`] : ['d', 'sub', `${number}`];
      written += await target.write(names, Readable.from([Buffer.from('x')]), new AbortController().signal).then(
        () => 1,
        (error: unknown) => {
          // Nothing but a refusal of the folder, or of one that was moved away, may end a write.
          if (!(error instanceof CliError)) throw error;
          return 0;
        },
      );
    }
    expect(exchanging.exitCode).toBeNull();
  } finally {
    exchanging.kill('SIGKILL');
    target.close();
  }
  expect(readdirSync(outside, { recursive: true })).toEqual(['sub']);
  expect(written).toBeGreaterThan(0);
});

it('a file of another process is never replaced without --force, whenever it appears', async () => {
  const root = mkdtempSync(join(tmpdir(), 'appearing-'));
  async function* chunks() {
    yield Buffer.from('from the sandbox');
    writeFileSync(join(root, 'x'), 'mine');
  }
  const target = createTargetFolder({ root, isForced: false });
  await expect(target.write(['x'], chunks(), new AbortController().signal)).rejects.toThrow('exists already');
  target.close();
  expect(readdirSync(root)).toEqual(['x']);
  expect(readFileSync(join(root, 'x'), 'utf8')).toBe('mine');
});
