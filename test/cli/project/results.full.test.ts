/** The files of a run in the folder of `--out`. The daemon is a stub, so that it can name any path. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ended, finished, started, stubApiOfFile } from '../network/stub-api.ts';

const api = stubApiOfFile();
const out = join(api.folder, 'out');
beforeEach(() => rmSync(out, { recursive: true, force: true }));

/** Answers a run that left files; each has its path as JSON as its content. */
function answer(paths: readonly string[], more: object = {}): void {
  const files = paths.map((path) => ({ path, size: path.length, mediaType: 'text/plain' }));
  const contents = paths.map((path) => [
    `GET /api/v1/executions/run_1/files/${path.split('/').map(encodeURIComponent).join('/')}`,
    () => ({ body: path }),
  ]);
  api.answer({
    'POST /api/v1/execute': () => ({
      events: [started, { event: 'finished', data: { ...finished, files, ...more } }],
    }),
    ...Object.fromEntries(contents),
  });
}

const run = (...args: string[]) => api.run(['exec', '--out', out, ...args, 'bash', 'true']);
const read = (...names: string[]) => readFileSync(join(out, ...names), 'utf8');

describe('the folder of --out', () => {
  it('gets every file of the run, also of one that failed', async () => {
    answer(['a.txt', 'sub/dir/b.txt'], { status: 'failed', exitCode: 3 });
    expect(await run()).toEqual({ exitCode: 3, stdout: '', stderr: '' });
    expect([read('a.txt'), read('sub', 'dir', 'b.txt')]).toEqual(['"a.txt"', '"sub/dir/b.txt"']);
    expect(readdirSync(out)).toEqual(['a.txt', 'sub']);
  });

  it('is not created by a run that left no files', async () => {
    api.answer({ 'POST /api/v1/execute': () => ({ events: [started, ended] }) });
    expect((await run()).exitCode).toBe(0);
    expect(existsSync(out)).toBe(false);
  });

  it('keeps its own files, gets the others, and the exit code says so', async () => {
    mkdirSync(out);
    writeFileSync(join(out, 'mine.txt'), 'mine');
    writeFileSync(join(out, 'same.txt'), '"same.txt"');
    answer(['mine.txt', 'new.txt', 'same.txt']);
    const { exitCode, stderr } = await run();
    expect(exitCode).toBe(65);
    expect(stderr).toBe(
      `strongroom: 1 of 3 files were not saved in ${out}: mine.txt (it exists already). --force replaces existing files. The history of the run has them.\n`,
    );
    expect([read('mine.txt'), read('new.txt')]).toEqual(['mine', '"new.txt"']);
    answer(['mine.txt']);
    expect(await run('--force')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(read('mine.txt')).toBe('"mine.txt"');
  });

  it('has the result and the error as JSON with --json', async () => {
    mkdirSync(out);
    writeFileSync(join(out, 'a'), 'mine');
    answer(['a']);
    const { stdout, stderr, exitCode } = await run('--json');
    expect(JSON.parse(stdout)).toMatchObject({ id: 'run_1', files: [{ path: 'a' }] });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'file_error' } });
    expect(exitCode).toBe(65);
  });

  it.each([
    ['../outside'],
    ['a/../../outside'],
    ['/tmp/strongroom-outside'],
    ['..'],
    ['a\\..\\b'],
    ['a\nb'],
    ['\u001b[31m'],
    ['.git/config'],
    ['sub/.GIT/hooks/post-checkout'],
  ])('does not get %j, and gets the others', async (path) => {
    answer(['first', path, 'last']);
    const { exitCode, stderr } = await run('--force');
    expect(exitCode).toBe(65);
    expect(stderr).toContain('1 of 3 files were not saved');
    expect(stderr).not.toContain('\u001b');
    expect(readdirSync(out)).toEqual(['first', 'last']);
    expect(existsSync(join(api.folder, 'outside'))).toBe(false);
    expect(existsSync('/tmp/strongroom-outside')).toBe(false);
  });

  it('is the only one that is written to, also if it has links', async () => {
    const other = join(api.folder, 'other');
    mkdirSync(out);
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'file'), 'theirs');
    symlinkSync(other, join(out, 'folder'));
    symlinkSync(join(other, 'file'), join(out, 'file'));
    answer(['folder/new', 'file', 'ok']);
    expect((await run('--force')).exitCode).toBe(65);
    expect(readdirSync(other)).toEqual(['file']);
    expect(readFileSync(join(other, 'file'), 'utf8')).toBe('theirs');
    expect([read('file'), read('ok')]).toEqual(['"file"', '"ok"']);
  });

  it('cannot be a file, which is refused before the run', async () => {
    writeFileSync(out, '');
    answer(['a']);
    expect(await run()).toMatchObject({ exitCode: 65, stderr: expect.stringContaining('is not a folder') });
    expect(api.requests).toEqual([]);
    rmSync(out);
  });

  it('gets no part of a file whose download breaks', async () => {
    answer(['a', 'b']);
    api.answer({
      'POST /api/v1/execute': () => ({
        events: [
          started,
          { event: 'finished', data: { ...finished, files: [{ path: 'a', size: 1, mediaType: 'text/plain' }] } },
        ],
      }),
      'GET /api/v1/executions/run_1/files/a': () => ({
        status: 404,
        body: { error: { code: 'file_not_found', message: 'There is no such file.', requestId: 'req_1' } },
      }),
    });
    const { exitCode, stderr } = await run();
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 65,
      stderr: expect.stringContaining('There is no such file'),
    });
    expect(existsSync(join(out, 'a'))).toBe(false);
  });
});
