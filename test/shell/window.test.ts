import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { output, register, runCode } from '../e2e/interface.ts';
import { instanceOf, listContainers } from '../support/engine/docker.ts';
import { describeShell, isAlive, root, useShell } from './real-shell.ts';

const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const shipped = dependencies.electron;

describeShell('the window', () => {
  const fixture = useShell();

  it('shows the interface of a daemon of its own, a run succeeds, and quitting leaves neither', async () => {
    const shell = await fixture.start();
    const { window } = shell;
    const tested = await shell.app.evaluate(() => process.versions.electron);
    process.stdout.write(`Electron ${tested} is tested, ${shipped} ships\n`);
    await register(window);
    await runCode(window, 'print("hello from the window")');
    await output(window).getByText('hello from the window').waitFor();
    expect(window.url()).toBe(`http://127.0.0.1:${shell.runFile().port}/#/run`);

    const { pid } = shell.runFile();
    expect(isAlive(pid)).toBe(true);
    await shell.quit();
    expect(isAlive(pid)).toBe(false);
    expect(await listContainers(instanceOf(fixture.dataDir))).toEqual([]);
  });
});
