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
  const tabs = (window: Page) => window.getByRole('tablist', { name: 'Open documents' }).getByRole('tab');
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

    // A second start hands its file to the first.
    expect(await fixture.startAgain(make('next.ts', 'const answer: number = 42;\n'))).toBe(0);
    await shows(window, 'const answer: number');
    expect(await language(window)).toBe('typescript');
    expect(runs).toEqual([]);
  });

  it('gets a tab of its own next to work', async () => {
    const { app, window } = await fixture.start();
    await register(window);
    await write(window, 'print("my own work")');
    const path = make('other.py', 'print("from a file")\n');
    const open = () =>
      app.evaluate(({ app: inside }, file) => {
        inside.emit('open-file', { preventDefault: () => undefined }, file);
      }, path);
    // The second time it has a tab already, which is shown again.
    for (let time = 1; time <= 2; time += 1) {
      await open();
      await shows(window, 'from a file');
      expect(await tabs(window).allInnerTexts()).toEqual(['scratch 1', 'other.py']);
      await tabs(window).first().click();
      await shows(window, 'my own work');
    }
  });

  it('opened with others has a tab next to theirs', async () => {
    const names = ['first.py', 'second.sh', 'third.ts'];
    const paths = names.map((name) => make(name, `# ${name}\n`));
    const { app, window } = await fixture.start();
    await register(window);
    await fixture.startAgain(...paths);
    await shows(window, '# third.ts');
    await expect.poll(() => tabs(window).allInnerTexts()).toEqual(names);
    await tabs(window).nth(1).click();
    expect(await language(window)).toBe('bash');

    // On macOS the system opens them one by one. They are open already.
    await app.evaluate(({ app: inside }, files) => {
      for (const file of files) inside.emit('open-file', { preventDefault: () => undefined }, file);
    }, paths);
    await shows(window, '# third.ts');
    expect(await tabs(window).allInnerTexts()).toEqual(names);

    await fixture.startAgain(...Array.from({ length: 22 }, (_, index) => make(`${index}.py`, `# ${index}\n`)));
    await expect.poll(() => tabs(window).count()).toBe(23);
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
