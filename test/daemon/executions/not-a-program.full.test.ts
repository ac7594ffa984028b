/** A source that compiles to a library, through the whole HTTP API: the image of Go, Rust and C is large. */
import { expect, it } from 'vitest';
import { installImages } from '../../../src-daemon/engine/docker/images/install-images.ts';
import { execute, listExecutions, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import { listLanguages } from '../../../src-shared/contracts/languages.contract.ts';
import { resourcesDir, runtimeDir } from '../../engine/docker/docker-fixture.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { until } from '../../support/until.ts';

const daemon = testDaemonOfFile();

describeWithEngine('a source that compiles to a library', () => {
  it('is a run that failed, with the reason on stderr, and is so in the history', { timeout: 1_200_000 }, async () => {
    const { client } = await daemon().newUser();
    await installImages({ runtimeDir, resourcesDir, environment: process.env, families: ['native'], onLine: () => {} });
    await until(async () => {
      const { languages } = await client.call(listLanguages);
      return languages.some(({ id, available }) => id === 'go' && available);
    });
    for (const { language, code } of [
      { language: 'go', code: '\uFEFFpackage notmain\n' },
      { language: 'rust', code: '#![crate_type="lib"]' },
    ]) {
      const answer = await client.call(execute, { body: { language, code, compileTimeoutMs: 120_000 } });
      expect(answer).toMatchObject({ status: 'failed', exitCode: 1, stdout: '', files: [] });
      expect(answer.stderr).toMatch(/^strongroom: The \w+ source compiled to a library, not to a program: /m);
      const kept = await client.call(readExecution, { params: { id: answer.id } });
      // The history keeps what was sent, with its byte order mark.
      expect(kept).toMatchObject({ status: 'failed', request: { language, code, compileTimeoutMs: 120_000 } });
    }
    const { executions } = await client.call(listExecutions);
    expect(executions.map(({ status }) => status)).toEqual(['failed', 'failed']);
  });
});
