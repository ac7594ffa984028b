import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { buildFuzzReplay } from '../../support/init/build-init.ts';
import { describeWithInit } from '../../support/init/init-suite.ts';

const folder = join(import.meta.dirname, 'fuzz/corpus');
const corpus = readdirSync(folder).map((name) => join(folder, name));

describeWithInit('the saved inputs of the fuzzer', () => {
  let replay: string;

  beforeAll(async () => {
    replay = await buildFuzzReplay();
  });

  test('are small and few', () => {
    expect(corpus.length).toBeGreaterThan(20);
    expect(corpus.length).toBeLessThan(200);
    expect(corpus.filter((path) => statSync(path).size > 4096)).toEqual([]);
  });

  test('cause no report of a sanitizer, and change nothing outside the work directory', async () => {
    const { stderr } = await promisify(execFile)(replay, corpus);
    expect(stderr.trimEnd().split('\n')).toEqual(corpus);
  });
});
