/** The commands that run programs, with a fake editor, a real daemon and real containers. */
import { describe, expect, it } from 'vitest';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { until } from '../../support/until.ts';
import { editorAt } from './fake-editor.ts';

const daemon = testDaemonOfFile();

async function signedIn() {
  const user = await daemon().newUser();
  return { user, ...editorAt(daemon().config.dataDir, user.apiKey) };
}

const setSecret = (user: TestUser, name: string, value: string) =>
  user.client.call(putSecret, { params: { name }, body: { value } });

describe('running the file', () => {
  it('runs the text of the editor, and shows the output and the end', async () => {
    const { editor, commands } = await signedIn();
    editor.open('unsaved.py', 'python', 'print(6 * 7)');
    await commands.runFile();
    expect(editor.panel).toMatch(/^── unsaved\.py · python ──\n42\n── succeeded in \d+\.\d\d s ──\n$/);
    expect(editor.errors).toEqual([]);
    expect(editor.running).toEqual([true, false]);
  });

  it('finds the language by the id of VS Code, and by the file if that says nothing', async () => {
    const { editor, commands } = await signedIn();
    editor.open('script', 'shellscript', 'echo "$0 runs" | sed s/.*runs/bash/');
    await commands.runFile();
    expect(editor.panel).toContain('script · bash ──\nbash\n');
    editor.open('notes', 'plaintext', '#!/usr/bin/env node\nconsole.log(process.release.name)');
    await commands.runFile();
    expect(editor.panel).toContain('notes · javascript ──\nnode\n');
  });

  it('asks for the language if nothing names it', async () => {
    const { editor, commands } = await signedIn();
    editor.open('Untitled-1', 'plaintext', 'print("asked")');
    await commands.runFile();
    expect(editor.panel).toBe('');
    editor.answers.picks = [['Python']];
    await commands.runFile();
    expect(editor.panel).toContain('asked\n');
  });

  it('shows how a program failed, after its error output', async () => {
    const { editor, commands } = await signedIn();
    editor.open('fail.py', 'python', 'import sys; sys.stderr.write("no"); sys.exit(3)');
    await commands.runFile();
    expect(editor.panel).toMatch(/──\nno\n── failed with exit code 3 after /);
  });

  it('shows control characters and names of files safely', async () => {
    const { editor, commands } = await signedIn();
    const code = 'open("a\\x1b.txt", "w").write("1"); print("\\x1b]0;title\\x07 \\u202eabc")';
    editor.open('hostile.py', 'python', code);
    await commands.runFile();
    expect(editor.panel).toContain('␛]0;title␇ ‹U+202E›abc\n');
    expect(editor.panel).toContain('a␛.txt (1 bytes)');
  });

  it('applies the limits of the settings', async () => {
    const { editor, commands } = await signedIn();
    editor.current.timeoutMs = 300;
    editor.open('long.py', 'python', 'while True: pass');
    await commands.runFile();
    expect(editor.panel).toContain('stopped at the time limit (strongroom.timeoutMs)');
    editor.current.timeoutMs = 1.5;
    await commands.runFile();
    expect(editor.errors.at(-1)?.message).toContain('strongroom.timeoutMs must be a whole number from 100 to 600000');
  });

  it('runs nothing without an open file', async () => {
    const { editor, commands } = await signedIn();
    await commands.runFile();
    expect(editor.errors.at(-1)?.message).toContain('No editor is active.');
  });
});

describe('running the selection', () => {
  it('runs it without the indentation that all its lines share', async () => {
    const { editor, commands } = await signedIn();
    const selection = '    for n in (1, 2):\n        print(n)\n';
    editor.open('part.py', 'python', `def f():\n${selection}`);
    editor.select(selection, 2);
    await commands.runSelection();
    expect(editor.source).toEqual({ address: 'file:///folder/part.py', firstLine: 2 });
    expect(editor.panel).toContain('──\n1\n2\n──');
  });

  it('is refused if no text is selected', async () => {
    const { editor, commands } = await signedIn();
    editor.open('part.py', 'python', 'print(1)');
    await commands.runSelection();
    expect(editor.errors.at(-1)?.message).toContain('No text is selected.');
  });
});

describe('cancelling', () => {
  const endless = 'import time\nprint("begun", flush=True)\ntime.sleep(60)';

  it.each(['the progress message', 'the command'])('by %s ends the program', async (by) => {
    const { editor, commands } = await signedIn();
    editor.open('endless.py', 'python', endless);
    editor.onOutput = (text) => {
      if (text.includes('begun')) by === 'the command' ? void commands.cancelRun() : editor.cancelProgress();
    };
    await commands.runFile();
    expect(editor.panel).toMatch(/begun\n── cancelled after /);
    expect(editor.errors).toEqual([]);
  });

  it('is offered when another run is started', async () => {
    const { editor, commands } = await signedIn();
    editor.open('endless.py', 'python', endless);
    const first = commands.runFile();
    await until(() => editor.panel.includes('begun'));
    editor.answers.button = 'Cancel the Run';
    await commands.runFile();
    await first;
    expect(editor.errors).toEqual([expect.objectContaining({ actions: ['Cancel the Run'] })]);
    expect(editor.panel).toContain('── cancelled after ');
  });
});

describe('secrets', () => {
  const code = 'import os; print(sorted(n for n in os.environ if n.startswith("MY_")))';

  it('are chosen by name, and the next runs of the workspace get these alone', async () => {
    const { user, editor, commands } = await signedIn();
    await setSecret(user, 'MY_ONE', 'first value');
    await setSecret(user, 'MY_TWO', 'second value');
    editor.open('env.py', 'python', code);
    await commands.runFile();
    expect(editor.panel).toContain('──\n[]\n');

    editor.answers.picks = [['MY_TWO']];
    await commands.pickSecrets();
    await commands.runFile();
    expect(editor.panel).toContain("secrets: MY_TWO ──\n['MY_TWO']\n");
    expect(JSON.stringify([editor.lists, [...editor.state]])).not.toContain('value');

    await commands.pickSecrets();
    expect(editor.lists.at(-1)).toEqual([
      expect.objectContaining({ label: 'MY_ONE', isPicked: false }),
      expect.objectContaining({ label: 'MY_TWO', isPicked: true }),
    ]);
  });

  it('are given to no program of a folder that is not trusted', async () => {
    const { user, editor, commands } = await signedIn();
    await setSecret(user, 'MY_ONE', 'first value');
    editor.answers.picks = [['MY_ONE']];
    await commands.pickSecrets();
    editor.trusted = false;
    editor.open('env.py', 'python', code);
    await commands.runFile();
    expect(editor.panel).toContain('env.py · python ──\n[]\n');
    await commands.pickSecrets();
    expect(editor.errors.at(-1)?.message).toContain('until you trust it');
  });

  it('that no longer exist lead to the choice', async () => {
    const { editor, commands } = await signedIn();
    editor.state.set('secrets', ['REMOVED']);
    editor.open('env.py', 'python', code);
    await commands.runFile();
    expect(editor.errors).toEqual([{ message: expect.stringContaining('REMOVED'), actions: ['Choose Secrets'] }]);
  });
});

describe('the network', () => {
  it('is refused if the settings of the daemon do not allow it, and used if they do', async () => {
    const { user, editor, commands } = await signedIn();
    editor.current.network = 'full';
    editor.open('net.py', 'python', 'print("ran")');
    editor.answers.button = 'Open Settings';
    await commands.runFile();
    expect(editor.errors.at(-1)?.actions).toEqual(['Open Settings', 'Open Strongroom']);
    expect(editor.opened).toEqual(['strongroom.network']);

    await user.client.call(updateSettings, { body: { network: { allowed: true } } });
    await commands.runFile();
    expect(editor.panel).toContain('ran\n');
  });
});
