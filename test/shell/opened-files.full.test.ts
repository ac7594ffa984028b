/** Files that the system opens with the app. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { editor, register, write } from '../e2e/interface.ts';
import { describeShell, useShell } from './real-shell.ts';

describeShell('a file of the desktop', () => {
  const fixture = useShell();
  const shows = (window: Page, text: string) => editor(window).getByText(text, { exact: false }).first().waitFor();
  const language = (window: Page) => window.getByRole('combobox', { name: 'Language' }).inputValue();
  const make = (name: string, content: string | Buffer) => {
    const folder = join(fixture.dataDir, '../files');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  it('waits for a login, appears in the editor in its language, and is not run', async () => {
    const { window } = await fixture.start([make('a report.sh', 'echo from the desktop > /tmp/x\n')]);
    const runs: string[] = [];
    window.on('request', (request) => {
      if (request.url().endsWith('/execute')) runs.push(request.url());
    });
    await register(window);
    await shows(window, 'echo from the desktop');
    expect(await language(window)).toBe('bash');
    expect(runs).toEqual([]);

    // A second start hands its file to the first; what is as it was opened gives way.
    expect(await fixture.startAgain(make('next.ts', 'const answer: number = 42;\n'))).toBe(0);
    await shows(window, 'const answer: number');
    expect(await language(window)).toBe('typescript');
    expect(runs).toEqual([]);
  });

  it('replaces no work without a question', async () => {
    const { app, window } = await fixture.start();
    await register(window);
    await write(window, 'print("my own work")');
    const path = make('other.py', 'print("from a file")\n');
    const open = () =>
      app.evaluate(({ app: inside }, file) => {
        inside.emit('open-file', { preventDefault: () => undefined }, file);
      }, path);
    await open();
    const question = window.getByRole('dialog', { name: 'Open other.py in the editor?' });
    await question.getByRole('button', { name: 'Keep the current code' }).click();
    await shows(window, 'my own work');
    await open();
    await question.getByRole('button', { name: 'Replace it' }).click();
    await shows(window, 'from a file');
  });

  it('opened with others is shown, and each of the others asks', async () => {
    const names = ['first.py', 'second.sh', 'third.ts'];
    const paths = names.map((name) => make(name, `# ${name}\n`));
    const { app, window } = await fixture.start();
    await register(window);
    await fixture.startAgain(...paths);
    const question = (name: string) => window.getByRole('dialog', { name: `Open ${name} in the editor?` });
    await question('second.sh').getByText('1 more file is waiting.').waitFor();
    await question('second.sh').getByRole('button', { name: 'Replace it' }).click();
    await question('third.ts').getByRole('button', { name: 'Keep the current code' }).click();
    await shows(window, '# second.sh');
    expect(await language(window)).toBe('bash');

    // On macOS the system opens them one by one.
    await app.evaluate(({ app: inside }, files) => {
      for (const file of files) inside.emit('open-file', { preventDefault: () => undefined }, file);
    }, paths);
    await question('second.sh').getByRole('button', { name: 'Open none of them' }).click();
    await question('second.sh').waitFor({ state: 'hidden' });
    // The file that was opened before and not changed gave way to the first one.
    await shows(window, '# first.py');

    await fixture.startAgain(...Array.from({ length: 22 }, (_, index) => make(`${index}.py`, `# ${index}\n`)));
    await question('1.py').getByText('18 more files are waiting.').waitFor();
    await window.getByText('20.py (and 1 more) was not opened: at most 20 files are opened at once.').first().waitFor();
  });

  it('that is no text, too large, a folder or missing is refused with a message', async () => {
    const { app, window } = await fixture.start();
    await register(window);
    const large = make('large.py', Buffer.alloc(1024 * 1024 + 1, 'x'));
    const binary = make('binary.py', Buffer.from([0x70, 0xff, 0xfe]));
    for (const [path, reason] of [
      [large, 'large.py was not opened: it is over 1 MiB.'],
      [binary, 'binary.py was not opened: it is no text in UTF-8.'],
      [join(large, '..'), 'files was not opened: it is a folder.'],
      [`${large}.gone`, 'large.py.gone was not opened: it is not there any more.'],
    ] as const) {
      await app.evaluate(({ app: inside }, file) => {
        inside.emit('open-file', { preventDefault: () => undefined }, file);
      }, path);
      await window.getByText(reason).first().waitFor();
    }
    await shows(window, 'This runs in a container of its own');
  });
});
