/** A daemon whose event loop is blocked. The limit of 10 s: blocked-daemon.full.test.ts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { register } from '../../../src-shared/contracts/accounts.contract.ts';
import { commandIn } from '../../cli/command.ts';
import { temporaryDataDir } from '../../support/daemon/child-daemon.ts';
import { registerUser } from '../../support/daemon/test-daemon.ts';
import { until } from '../../support/until.ts';
import { startBlockableDaemon, watchdogLines } from './blockable-daemon.ts';

describe('a daemon whose event loop is blocked', () => {
  it('ends after SIGTERM, its log says where it stood, and the next command starts it again', async () => {
    const { dataDir } = temporaryDataDir();
    const blocked = await startBlockableDaemon(dataDir, ['--engine', 'embedded']);
    const user = await registerUser(blocked.url);
    await blocked.block();
    blocked.process.kill('SIGTERM');
    expect(await blocked.exited).toEqual({ code: null, signal: 'SIGKILL' });
    const [line] = watchdogLines(dataDir);
    expect(line).toMatchObject({ lastRequest: `POST ${register.path}` });
    expect(line?.stack).toContainEqual(
      expect.stringMatching(/^blockTheLoop \(test\/support\/daemon\/block-loop\.mjs:\d+\)$/),
    );
    expect(JSON.stringify(line)).not.toContain(user.email);

    const runFile = join(dataDir, 'run/daemon.json');
    expect(existsSync(runFile)).toBe(true);
    const { exitCode, stdout } = await commandIn(join(dataDir, '..'), dataDir).run(['open', '--print']);
    const { pid, port } = JSON.parse(readFileSync(runFile, 'utf8'));
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `http://127.0.0.1:${port}\n` });
    process.kill(pid, 'SIGTERM');
    await until(() => !existsSync(runFile));
  });
});
