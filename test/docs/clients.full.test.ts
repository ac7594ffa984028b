/** Runs each snippet of docs/clients with its program, as one user of a new machine who has pasted the quick start. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, it, vi } from 'vitest';
import { hasCommand } from '../../scripts/engine/debian.ts';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { sendHttpFile } from './http-file.ts';
import { agentServersOf, blocksOf, filesOf, tasksOf } from './page.ts';
import { expectPasted, readerOfFile } from './page-session.ts';

const checkout = join(import.meta.dirname, '../..');
/** The variable of VS Code for the open file. */
const openFile = ['$', '{file}'].join('');

describeWithEngine('the snippets of', () => {
  const reader = readerOfFile();
  const inWork = (name: string) => join(reader().work, name);
  const inHome = (path: string) => path.replace(/^~/, reader().home);
  const program = (command: string, args: string[], env = {}) =>
    execa(command, args, { cwd: reader().work, env: { ...reader().env, ...env }, stdin: 'ignore' });

  beforeAll(async () => {
    expectPasted(await reader().paste(['quick-start.md']));
  });

  it.for([
    ['clients/README.md', 'sh'],
    ['clients/shell.md', 'jq'],
    ['clients/cron.md', 'sh'],
    ['clients/make.md', 'make'],
    ['clients/pre-commit.md', 'pre-commit'],
  ] as const)('%s work from top to bottom (need %s)', async ([page, command], { skip }) => {
    skip(isMissing(command));
    vi.stubEnv('PRE_COMMIT_COLOR', 'never');
    saveFiles(page);
    expectPasted(await reader().paste([page]));
  });

  it('cron.md run with the environment of cron', async () => {
    const folder = join(reader().home, 'cron-bin');
    mkdirSync(folder);
    symlinkSync(process.execPath, join(folder, 'node'));
    symlinkSync(join(checkout, 'scripts/strongroom'), join(folder, 'strongroom'));
    writeFileSync(inHome('~/report.py'), 'print(len(open("orders.csv").readlines()), "orders")');
    writeFileSync(inHome('~/orders.csv'), '1\n2\n');
    const [path = '', job = ''] = textOf('clients/cron.md', 'crontab').trim().split('\n');
    const command = job.split(' ').slice(5).join(' ');
    const [line = ''] = blocksOf('clients/cron.md').flatMap(({ text }) => /^env -i .*$/m.exec(text) ?? []);
    expect(line).toContain(path);
    const filled = line.replace('/usr/local/bin', folder).replace('COMMAND', command);
    await program('/bin/sh', ['-c', filled], { LOGNAME: 'me' });
    expect(readFileSync(inHome('~/report.log'), 'utf8')).toBe('2 orders\n');
  });

  it.each(tasksOf('clients/vscode.md'))('vscode.md: the task "$label"', async ({ command, args }) => {
    writeFileSync(inWork('open.py'), 'print("from the editor")');
    const filled = args.map((arg) => arg.replaceAll(openFile, inWork('open.py')));
    expect((await program(join(reader().home, 'bin', command), filled)).stdout).toBe('from the editor');
  });

  it('vscode.md: the server of agents is that of the other agents', () => {
    const [server] = agentServersOf('agents.md');
    const [file] = filesOf('clients/vscode.md').filter(({ path }) => path === '.vscode/mcp.json');
    expect(JSON.parse(file?.text ?? '')).toEqual({ servers: { strongroom: server } });
  });

  it('neovim.md run the buffer and the selected lines (need nvim)', async ({ skip }) => {
    skip(isMissing('nvim'));
    saveFiles('clients/neovim.md');
    writeFileSync(inWork('buffer.py'), 'print("first")\nprint(6 * 7, "\\x1b[31m")\nexit(3)\n');
    const wait = '-c "lua assert(vim.wait(60000, function() return #vim.api.nvim_list_wins() == 2 end))"';
    const shownAfter = async (command: string) => {
      const line = `nvim --headless buffer.py -c '${command}' ${wait} -c 'wincmd j' -c 'write! shown.txt' -c 'qall!'`;
      await program('/bin/sh', ['-c', line]);
      return readFileSync(inWork('shown.txt'), 'utf8');
    };
    expect(await shownAfter('Strongroom')).toBe('first\n42 \u001b[31m\n\n[exit code 3]\n');
    expect(await shownAfter('1Strongroom')).toBe('first\n\n[exit code 0]\n');
  });

  it('emacs.md run the buffer and the region, and a block of Org (need emacs)', async ({ skip }) => {
    skip(isMissing('emacs'));
    saveFiles('clients/emacs.md');
    writeFileSync(inWork('buffer.py'), 'print("first")\nprint(6 * 7)\nexit(3)\n');
    writeFileSync(inWork('notes.org'), textOf('clients/emacs.md', 'org'));
    const emacs = async (file: string, form: string) => {
      const args = ['--batch', '--load', inHome('~/.emacs.d/init.el'), file, '--eval', `(progn ${form})`];
      return (await program('emacs', args)).stdout;
    };
    const shown = `(while (process-live-p (get-process "strongroom")) (accept-process-output nil 0.1))
      (princ (with-current-buffer "*strongroom*" (buffer-string)))`;
    const key = '(call-interactively (key-binding (kbd "C-c r")))';
    expect(await emacs('buffer.py', `${key} ${shown}`)).toMatch(/^first\n42\n[\s\S]*code 3/);
    const region = '(goto-char (point-min)) (set-mark (point)) (forward-line) (transient-mark-mode 1) (activate-mark)';
    expect(await emacs('buffer.py', `${region} ${key} ${shown}`)).toMatch(/^first\n\n[\s\S]*finished/);
    const block = '(setq org-confirm-babel-evaluate nil) (org-babel-execute-src-block)';
    expect(await emacs('notes.org', `${block} (princ (buffer-string))`)).toMatch(/#\+RESULTS:\n: 42$/);
  });

  it('jetbrains.md send each request', async () => {
    saveFiles('clients/jetbrains.md');
    expectPasted(await reader().paste(['clients/jetbrains.md']));
    const environment = (name: string) => JSON.parse(readFileSync(inWork(name), 'utf8')).local;
    const variables = { ...environment('http-client.env.json'), ...environment('http-client.private.env.json') };
    const replies = await sendHttpFile(readFileSync(inWork('strongroom.http'), 'utf8'), variables);
    expect(replies.map(({ status, passed }) => ({ status, passed }))).toEqual([
      { status: 200, passed: ['the program succeeds'] },
      { status: 200, passed: ['the run has its output'] },
      { status: 200, passed: [] },
    ]);
    expect(replies[2]?.text).toMatch(/event: stdout[\s\S]*one[\s\S]*event: stdout[\s\S]*two[\s\S]*event: finished/);
  });

  it('jupyter.md run as one notebook (need jupyter-nbconvert)', async ({ skip }) => {
    skip(isMissing('jupyter-nbconvert'));
    const page = 'clients/jupyter.md';
    const sources = blocksOf(page).filter(({ kind }) => kind === 'python');
    writeFileSync(inWork('page.ipynb'), JSON.stringify(notebookOf(sources.map(({ text }) => text.trimEnd()))));
    const { stdout: key } = await program('strongroom', ['keys', 'create', 'jupyter', '--scopes', 'execute']);
    const { stdout } = await program('jupyter-nbconvert', ['--to', 'notebook', '--execute', '--stdout', 'page.ipynb'], {
      STRONGROOM_API_KEY: key,
      STRONGROOM_URL: reader().daemon.url,
      PYTHONPATH: join(checkout, 'clients/python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
    });
    const cells = (JSON.parse(stdout) as Notebook).cells.map(({ outputs }) => outputs.map(textOfOutput));
    expect(cells).toEqual([[], ['in the sandbox\n'], [textOf(page, 'output').trimEnd()], []]);
  });

  /** Saves the files of a page in the working folder, or in the home folder, as its reader does. */
  function saveFiles(page: string): void {
    for (const { path, text } of filesOf(page)) {
      const file = path.startsWith('~') ? inHome(path) : inWork(path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text.replaceAll('http://127.0.0.1:7341', reader().daemon.url), { flag: 'a' });
    }
  }
});

function isMissing(command: string): boolean {
  return !hasCommand(command) && process.env.CI !== 'true';
}

function textOf(page: string, kind: string): string {
  return blocksOf(page).find((block) => block.kind === kind)?.text ?? '';
}

interface Notebook {
  cells: { outputs: { text?: string | string[]; data?: Record<string, string | string[]> }[] }[];
}

function notebookOf(sources: string[]) {
  const cells = sources.map((source, index) => {
    return { cell_type: 'code', id: `cell-${index}`, source, metadata: {}, outputs: [], execution_count: null };
  });
  const kernelspec = { name: 'python3', display_name: 'Python 3', language: 'python' };
  return { nbformat: 4, nbformat_minor: 5, metadata: { kernelspec }, cells };
}

function textOfOutput({ text, data }: Notebook['cells'][number]['outputs'][number]): string {
  return [text ?? data?.['text/plain'] ?? ''].flat().join('');
}
