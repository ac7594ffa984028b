/** Errors of the system for local files, which are no internal errors of the command. */
import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { asFileError } from '../../../src-cli/input/file-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'files-'));
const file = join(folder, 'file');
writeFileSync(file, '');

it.each([
  ['a name that is too long', () => statSync(join(folder, 'x'.repeat(300))), 'the name is too long'],
  ['a file as a folder', () => readdirSync(file), 'a part of the path is a file'],
  ['a folder as a file', () => openSync(folder, 'w'), 'is a folder'],
  ['a file that was deleted', () => openSync(join(folder, 'none'), 'r'), 'does not exist'],
])('names the file and the reason of %s', (_name, work, reason) => {
  const error = asFileError(errorOf(work));
  expect(error).toMatchObject({ code: 'file_error', exitCode: 65 });
  expect(error?.message).toContain(folder);
  expect(error?.message).toContain(reason);
});

it('names a file that a stream cannot open', async () => {
  const failing = Promise.withResolvers<unknown>();
  createReadStream(join(folder, 'none')).on('error', failing.resolve);
  expect(asFileError(await failing.promise)?.message).toContain('none: the file does not exist.');
});

it('leaves other errors as they are', async () => {
  const failing = Promise.withResolvers<unknown>();
  connect(join(folder, 'no-socket')).on('error', failing.resolve);
  expect(asFileError(await failing.promise)).toBeUndefined();
  expect(asFileError(spawnSync('no-such-program').error)).toBeUndefined();
  expect(asFileError(new Error('other'))).toBeUndefined();
});

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
