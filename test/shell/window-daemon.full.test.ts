import { expect, it } from 'vitest';
import { register, runCode } from '../e2e/interface.ts';
import { until } from '../support/until.ts';
import { describeShell, exited, isAlive, useShell } from './real-shell.ts';

describeShell('the daemon of the window', () => {
  const fixture = useShell();

  it('restarts its daemon when that is killed, continues in the same page, and has the history', async () => {
    const shell = await fixture.start();
    const { window } = shell;
    await register(window);
    await runCode(window, 'print("before the crash")');
    await window.evaluate(() => Object.assign(globalThis, { samePage: true }));
    const before = shell.runFile();
    process.kill(before.pid, 'SIGKILL');
    await exited(before.pid);
    await until(() => readPid(shell) !== before.pid);
    expect(shell.runFile().port).toBe(before.port);

    await window.getByText('The daemon does not answer.').waitFor({ state: 'detached' });
    await window.getByRole('link', { name: 'Activity', exact: true }).click();
    await window
      .getByText(/succeeded/i)
      .first()
      .waitFor();
    expect(await window.evaluate(() => 'samePage' in globalThis)).toBe(true);
  });

  it('finds a daemon that runs already, and leaves it running', async () => {
    const first = await fixture.start();
    await first.window.getByLabel('E-mail').waitFor();
    const { pid } = first.runFile();
    // A shell that is killed leaves its daemon, which serves on.
    await first.kill();
    expect(isAlive(pid)).toBe(true);

    const second = await fixture.start();
    await second.window.getByLabel('E-mail').waitFor();
    expect(second.runFile().pid).toBe(pid);
    await second.quit();
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGTERM');
    await exited(pid);
  });
});

function readPid(shell: { runFile(): { pid: number } }): number | undefined {
  try {
    return shell.runFile().pid;
  } catch {
    // Between two daemons there is no note.
    return undefined;
  }
}
