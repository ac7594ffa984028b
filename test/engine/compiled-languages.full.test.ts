/** The languages whose images are large: a build of them takes minutes. */
import { expect, test } from 'vitest';
import { compileLimits } from '../../src-daemon/engine/docker/compile-limits.ts';
import { describeWithDocker, run } from './docker-fixture.ts';
import { testLanguagesOf } from './language-suite.ts';
import { testSamplesOf } from './samples.ts';

describeWithDocker('every language of the large images', (fixture) => {
  testLanguagesOf(['native', 'jvm'], fixture);
  testSamplesOf(['native', 'jvm'], fixture);

  test('a compile step has a limit of memory of its own', async () => {
    const code = '#include "/dev/zero"';
    const result = await run(fixture().engine, { language: 'c', code, memoryMb: 1024 });
    expect(result.status).toBe('out_of_memory');
    expect(result.memoryPeakBytes).toBeLessThanOrEqual(compileLimits.memoryMb * 1024 * 1024);
  });

  test('a program may have sources besides the first', async () => {
    const result = await run(fixture().engine, {
      language: 'c',
      code: '#include "more/answer.h"\n#include <stdio.h>\nint main(void) { printf("%d\\n", answer()); }',
      files: { 'more/answer.h': 'int answer(void);', 'answer.c': 'int answer(void) { return 42; }' },
    });
    expect(result).toMatchObject({ stdout: '42\n', stderr: '', status: 'succeeded', files: [] });
  });

  test('a file may not be where the compiler writes', async () => {
    const refused = run(fixture().engine, { language: 'go', files: { 'main/x': 'y' } });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
