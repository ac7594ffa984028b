import { expect, it } from 'vitest';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';

const daemon = testDaemonOfFile({ keepsWarm: true, provesEngine: true });

const run = ({ client }: TestUser, body: object) => client.call(execute, { body });

describeWithEngine('a run', () => {
  it('whose disk is full gets the error in its program, and the next run has an empty disk', async () => {
    const user = await daemon().newUser();
    const fill = 'head -c 80M /dev/zero > big; echo "code $?"; ls -l big | cut -d" " -f5';
    const full = await run(user, { language: 'bash', code: fill });
    expect(full.stdout).toContain('code 1');
    expect(full.stderr.toLowerCase()).toMatch(/no space|file too large/);
    const next = await run(user, { language: 'bash', code: 'ls -A; df --output=used /work | tail -1' });
    expect(next).toMatchObject({ status: 'succeeded', stdout: expect.stringContaining('main.sh') });
    expect(next.stdout).not.toContain('big');
  });

  it('is cut at 1 MiB a stream, on a character, and says so', async () => {
    const user = await daemon().newUser();
    const code = 'import sys; sys.stdout.write("x" + "ä" * (1 << 20)); sys.stderr.write("y" * (1 << 20))';
    const { stdout, stdoutTruncated, stderr, stderrTruncated } = await run(user, { language: 'python', code });
    expect([stdoutTruncated, stderrTruncated]).toEqual([true, false]);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1 << 20);
    expect(Buffer.byteLength(stdout)).toBeGreaterThan((1 << 20) - 4);
    expect(stdout.endsWith('ä')).toBe(true);
    expect(stderr).toHaveLength(1 << 20);
  });
});
