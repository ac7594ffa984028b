/** A daemon that is stopped (SIGSTOP) keeps its lock and does not answer. It takes the limit of a start, a minute. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startChildDaemon } from '../support/daemon/child-daemon.ts';
import { commandIn, temporaryFolder } from './command.ts';

describe.skipIf(process.platform === 'win32')('a daemon that holds the data and does not answer', () => {
  it('is named by doctor and by other commands, with its pid', { timeout: 180_000 }, async () => {
    const folder = temporaryFolder();
    const command = commandIn(folder, join(folder, 'data'));
    const daemon = await startChildDaemon(command.dataDir);
    const { pid } = daemon.process;
    daemon.process.kill('SIGSTOP');
    const [doctor, other] = await Promise.all([
      command.run(['doctor', '--json']),
      command.run(['whoami', '--json'], { env: { STRONGROOM_API_KEY: `srk_${'a'.repeat(43)}` } }),
    ]);
    daemon.process.kill('SIGCONT');
    daemon.process.kill('SIGTERM');
    await daemon.exited;
    const [finding] = JSON.parse(doctor.stdout).findings;
    expect(doctor.exitCode).toBe(1);
    expect(finding).toMatchObject({ name: 'data folder', status: 'failure', pid });
    expect(finding.nextStep).toContain(`"kill ${pid}"`);
    expect(other.exitCode).toBe(69);
    expect(JSON.parse(other.stderr).error).toMatchObject({ code: 'no_daemon', reason: 'already_running', pid });
  });
});
