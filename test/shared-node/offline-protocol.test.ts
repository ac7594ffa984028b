import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import {
  offlineFailure,
  offlineResult,
  parseOfflineAnswer,
  parseOfflineRequest,
} from '../../src-shared-node/offline-protocol.ts';

const helper = join(import.meta.dirname, '../../src-daemon/process/offline-process.ts');

describe('the offline helper', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'offline-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ['text that is not JSON', 'show', 'the request is not JSON'],
    ['an unknown field', '{"work":"show","force":true}', 'force'],
    ['an empty new passphrase', '{"work":"move","kind":"passphrase","newPassphrase":""}', 'newPassphrase'],
  ])('rejects %s without doing anything', async (_, input, part) => {
    const { line, exitCode } = await askHelper(input);
    const answer = parseOfflineAnswer('show', line);
    expect(answer).toMatchObject({ ok: false, code: 'usage', message: expect.stringContaining('Nothing was done') });
    expect(answer).toMatchObject({ message: expect.stringContaining(part) });
    expect(exitCode).toBe(1);
  });

  function askHelper(input: string): Promise<{ line: string; exitCode: number | null }> {
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [helper, '--data-dir', folder], (_error, stdout) =>
        resolve({ line: stdout, exitCode: child.exitCode }),
      );
      child.stdin?.end(input);
    });
  }
});

describe('a request to the offline helper', () => {
  it.each([
    'null',
    '[]',
    '{"work":"erase"}',
    '{"work":"backup","file":"a","passphrase":"long enough"}',
    '{"work":"restore","file":1,"passphrase":"x","replace":true}',
    '{"work":"restore","file":"a","passphrase":"","replace":true}',
    '{"work":"move","kind":"cloud"}',
  ])('is not accepted when malformed: %s', (text) => {
    expect(() => parseOfflineRequest(text)).toThrow(z.ZodError);
  });
});

describe('an answer of the offline helper', () => {
  it('is read as the result of its work', () => {
    const answer = offlineResult('move', { from: 'file', to: 'os' });
    expect(parseOfflineAnswer('move', JSON.stringify(answer))).toEqual(answer);
  });

  it('is read as a failure', () => {
    const answer = offlineFailure({ code: 'damaged', message: 'The backup is damaged.' });
    expect(parseOfflineAnswer('backup', JSON.stringify(answer))).toEqual(answer);
  });

  it.each([
    '',
    'Killed',
    'null',
    '{"ok":true}',
    '{"ok":true,"result":{"from":"file"}}',
    '{"ok":true,"result":{"from":"file","to":"os","key":"x"}}',
    '{"ok":false,"code":"Not a code","message":"x"}',
    '{"ok":false,"code":"damaged"}',
  ])('is not accepted when malformed: %s', (line) => {
    expect(parseOfflineAnswer('move', line)).toBeUndefined();
  });

  it('cannot be built from a result of another work', () => {
    expect(() => offlineResult('show', { from: 'file', to: 'os' } as never)).toThrow();
  });
});
