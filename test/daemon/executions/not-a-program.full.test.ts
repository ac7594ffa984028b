/** A source that compiles to a library, through the whole HTTP API: the image of Go, Rust and C is large. */
import { expect, it } from 'vitest';
import { execute, listExecutions, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import { installInDaemon, installLimitMs } from '../../engine/docker/images/installed-families.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';

const daemon = testDaemonOfFile();

describeWithEngine('a source that compiles to a library', () => {
  it('is a run that failed, with the reason on stderr, and is so in the history', {
    timeout: installLimitMs,
  }, async () => {
    const user = await daemon().newUser();
    await installInDaemon(['native'], user);
    const { client } = user;
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
