import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseOfflineAnswer } from '../../src-shared-node/offline-protocol.ts';

const helper = join(import.meta.dirname, '../../src-daemon/process/offline-process.ts');

describe('the offline helper', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'offline-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reports a folder without data', async () => {
    const { line } = await askHelper('{"work":"show"}');
    expect(parseOfflineAnswer('show', line)).toMatchObject({ ok: false, code: 'no_data' });
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
