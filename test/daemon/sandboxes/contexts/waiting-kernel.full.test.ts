/** The kernel that boots with a sandbox's container, and the first context, which takes it. */
import { expect, it } from 'vitest';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { type ApiSandbox, openSandbox } from '../../../support/sandboxes/api-sandbox.ts';

const daemon = testDaemonOfFile({ keepsWarm: true });

/** Counts the kernels that run. Init has the command of a kernel as its arguments. */
async function countKernels(sandbox: ApiSandbox): Promise<number> {
  const count = 'cat /proc/[0-9]*/cmdline | tr "\\0" " " | grep -o "strongroom/kernel[s]/" | wc -l';
  const { stdout } = await sandbox.run({ command: ['sh', '-c', count] });
  return Number(stdout) - 1;
}

describeWithEngine('the waiting kernel of a sandbox', () => {
  it.each([
    ['python', 'import os; print(os.environ["x"])'],
    ['javascript', 'console.log(process.env.x)'],
    ['typescript', 'console.log(process.env.x as string)'],
    ['bash', 'echo "$x"'],
  ])('is the kernel of the first context in %s', async (language, code) => {
    const { client } = await daemon().newUser();
    const sandbox = await openSandbox(client, { language, env: { x: '42' } });
    expect(await countKernels(sandbox)).toBe(1);
    expect((await sandbox.cell(code)).stdout).toBe('42\n');
    expect(await countKernels(sandbox)).toBe(1);
    await sandbox.remove();
  });

  it('is not used for a variable that its interpreter has read while it booted', async () => {
    const { client } = await daemon().newUser();
    const sandbox = await openSandbox(client, { env: { PYTHONHASHSEED: '7' } });
    const { stdout } = await sandbox.cell(
      'import os; print(os.environ["PYTHONHASHSEED"], os.environ.get("MPLBACKEND"))',
    );
    expect(stdout).toBe('7 None\n');
    expect(await countKernels(sandbox)).toBe(2);
    await sandbox.remove();
  });
});
