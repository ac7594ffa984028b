import { expect, test } from 'vitest';
import { describeWithDocker, run } from '../docker-fixture.ts';
import { filesOf } from './run-jobs.ts';

describeWithDocker('the output files of a run', (fixture) => {
  test('have at most 16 MiB in total, including sparse files', async () => {
    const code = 'head -c 16M /dev/zero > a; truncate -s 60M b; echo small > c';
    const result = await run(fixture().engine, { code });
    expect(result.files.map(({ path, content }) => [path, content.length])).toEqual([['a', 16 * 1024 * 1024]]);
    expect(result.filesOmitted).toEqual({ count: 0, size: 2, unreadable: 0 });
  });

  test('do not prevent the end of a run when a folder is deeper than any path', async () => {
    // 500 levels by each of 10 processes: a process for each level would mostly measure process starts.
    const code =
      'for i in $(seq 10); do p=$(printf "d/%.0s" {1..50}); mkdir -p $p && cd $p; done; echo deep > x; cd /work; echo flat > y';
    const result = await run(fixture().engine, { code });
    expect(filesOf(result)).toEqual({ y: 'flat\n' });
    expect(result).toMatchObject({ status: 'succeeded', filesOmitted: { count: 0, size: 0, unreadable: 1 } });
  });
});
