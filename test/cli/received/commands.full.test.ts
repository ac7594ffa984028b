/**
 * Files that `sandbox cp` and `--out` write into a repository of this machine. The daemon is a stub, so that it can
 * name any path.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { finished, started, stubApiOfFile } from '../network/stub-api.ts';

const api = stubApiOfFile();
const project = join(api.folder, 'project');
const proof = join(api.folder, 'proof');
const id = `sbx${'a'.repeat(26)}`;
const git = (...args: string[]) => execFileSync('git', ['-C', project, ...args], { encoding: 'utf8' });

beforeEach(() => {
  for (const path of [project, proof]) rmSync(path, { recursive: true, force: true });
  execFileSync('git', ['init', '-q', project]);
});

const head = 'ref: refs/heads/main\n';
const config = `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${project}\n\tfsmonitor = "touch ${proof};false"\n`;
const repository = (at: string) => ({
  ...{ [`${at}HEAD`]: head, [`${at}config`]: config, [`${at}objects/x`]: '', [`${at}refs/x`]: '' },
  [`${at}result.txt`]: 'result',
});

/** Answers for `cp`, with a sandbox that has these files. */
function sandboxWith(files: Record<string, string>): void {
  const folders = new Set<string>();
  for (const path of Object.keys(files)) for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.add(at);
  const entry = (path: string, type: 'file' | 'folder') => ({
    ...{ path, type, size: 1, mode: 0o644, modifiedAt: '2026-01-01T00:00:00.000Z' },
  });
  const entries = [
    ...[...folders].sort().map((path) => entry(path, 'folder')),
    ...Object.keys(files).map((path) => entry(path, 'file')),
  ];
  const at = `/api/v1/sandboxes/${id}`;
  api.answer({
    [`GET ${at}/entries`]: () => ({ body: { entries, truncated: false } }),
    [`GET ${at}/entry`]: ({ path }) => {
      const asked = new URL(path, 'http://x').searchParams.get('path');
      const found = entries.find((listed) => listed.path === asked);
      return found ? { body: found } : { status: 404 };
    },
    ...Object.fromEntries(
      Object.entries(files).map(([path, body]) => [
        `GET ${at}/files/${path.split('/').map(encodeURIComponent).join('/')}`,
        () => ({ body }),
      ]),
    ),
  });
}

const copy = (target: string) => api.run(['sandbox', 'cp', `${id}:.`, target]);

describe('strongroom sandbox cp', () => {
  it('leaves the repository as it is, in every spelling, and names what it leaves out', async () => {
    const before = readdirSync(join(project, '.git'), { recursive: true });
    const names = ['.git', '.GIT', '.git ', 'git~1', '.git::$INDEX_ALLOCATION', 'sub/.git'];
    sandboxWith(Object.fromEntries([...names.map((name) => [`${name}/commondir`, '/tmp/x']), ['a.txt', 'a']]));
    const { exitCode, stderr } = await copy(project);
    expect(exitCode).toBe(0);
    for (const name of names) expect(stderr).toContain(`${name} was left out: it belongs to version control\n`);
    expect(readdirSync(join(project, '.git'), { recursive: true })).toEqual(before);
    expect(readdirSync(project)).toEqual(['.git', 'a.txt', 'sub']);
    expect(readdirSync(join(project, 'sub'))).toEqual([]);
  });

  it.each(['', 'd/', 'd/e/'])('makes no repository of %j, so git status there runs no program', async (at) => {
    sandboxWith(repository(at));
    const { exitCode, stderr } = await copy(project);
    expect(exitCode).toBe(0);
    for (const name of ['HEAD', 'config', 'objects', 'refs'])
      expect(stderr).toContain(`${at}${name} was left out: it would be part of a Git repository`);
    expect(readdirSync(join(project, at)).filter((name) => name !== '.git')).toEqual(['result.txt']);
    git('-C', join(project, at), 'status');
    expect(existsSync(proof)).toBe(false);
  });

  it('follows no link with the name of the folder that it copies', async () => {
    const outside = join(api.folder, 'outside');
    mkdirSync(outside, { recursive: true });
    symlinkSync(outside, join(project, 'out'));
    sandboxWith({ 'out/x': 'x' });
    const { exitCode, stderr } = await api.run(['sandbox', 'cp', `${id}:out`, `${project}/`]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 65, stderr: expect.stringContaining('is not a folder') });
    expect(readdirSync(outside)).toEqual([]);
  });

  it('refuses a target in the folder of a repository', async () => {
    sandboxWith({ 'post-checkout': 'touch x' });
    const { exitCode, stderr } = await copy(join(project, '.git/hooks'));
    expect({ exitCode, stderr }).toEqual({ exitCode: 65, stderr: expect.stringContaining('part of a repository') });
  });
});

describe('strongroom exec --out', () => {
  const run = (files: Record<string, string>, out = project) => {
    const listed = Object.keys(files).map((path) => ({ path, size: 1, mediaType: 'text/plain' }));
    api.answer({
      'POST /api/v1/execute': () => ({
        events: [started, { event: 'finished', data: { ...finished, files: listed } }],
      }),
      ...Object.fromEntries(
        Object.entries(files).map(([path, body]) => [
          `GET /api/v1/executions/run_1/files/${path.split('/').map(encodeURIComponent).join('/')}`,
          () => ({ body }),
        ]),
      ),
    });
    return api.run(['exec', '--out', out, 'bash', 'true']);
  };

  it('makes no repository of a folder, and names what it leaves out', async () => {
    const { exitCode, stderr } = await run(repository('d/'));
    expect(exitCode).toBe(65);
    expect(stderr).toContain('4 of 5 files were not saved');
    for (const name of ['HEAD', 'config', 'objects', 'refs']) expect(stderr).toContain(`d/${name} (it would be part`);
    expect(readdirSync(join(project, 'd'))).toEqual(['result.txt']);
    git('-C', join(project, 'd'), 'status');
    expect(existsSync(proof)).toBe(false);
  });

  it('does so too if the files arrive in two runs', async () => {
    expect((await run({ 'd/objects/x': '', 'd/refs/x': '' })).exitCode).toBe(0);
    expect((await run({ 'd/HEAD': head, 'd/config': config, 'd/b': '' })).stderr).toContain('2 of 3 files');
    expect(readdirSync(join(project, 'd'))).toEqual(['b', 'objects', 'refs']);
  });

  it('refuses a folder of a repository before the run', async () => {
    writeFileSync(join(project, 'a'), '');
    const { exitCode, stderr } = await run({ x: '' }, join(project, '.git'));
    expect({ exitCode, stderr }).toEqual({ exitCode: 65, stderr: expect.stringContaining('part of a repository') });
    expect(api.requests).toEqual([]);
  });
});
