import { expect, test } from 'vitest';
import { describeWithDocker, jobOf, run } from '../docker-fixture.ts';
import { filesOf } from './run-jobs.ts';

describeWithDocker('the output files of a run', (fixture) => {
  test('are the new and changed files in the working directory, without the program', async () => {
    const result = await run(fixture().engine, {
      code: 'echo more >> changed.txt; touch -d 2001-01-01 old.txt; mkdir -p a/b; echo deep > a/b/c; rm gone.txt; echo >> main.sh',
      files: { 'changed.txt': 'given ', 'same.txt': 'same', 'gone.txt': 'x', 'a/same.txt': 'y' },
    });
    expect(filesOf(result)).toEqual({ 'changed.txt': 'given more\n', 'a/b/c': 'deep\n', 'old.txt': '' });
  });

  test('contain no link, FIFO, socket or folder', async () => {
    const code = `
ln -s /etc/passwd link; ln -s / root; ln -s /proc/self/environ env; mkfifo fifo; mkdir empty
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("sock")'
echo plain > file; ln file hard`;
    expect(filesOf(await run(fixture().engine, { code }))).toEqual({ file: 'plain\n', hard: 'plain\n' });
  });

  test('are at most 32, and the others are counted', async () => {
    const result = await run(fixture().engine, { code: 'for i in $(seq 40); do echo $i > f$i; done' });
    expect(result.files).toHaveLength(32);
    expect(result.filesOmitted).toEqual({ count: 8, size: 0, unreadable: 0 });
  });

  test.each([
    ['a file without read permission', 'echo x > in; chmod 000 in'],
    ['a folder without permission', 'mkdir shut; echo x > shut/in; chmod 000 shut'],
    ['a folder that may be listed but not searched', 'mkdir shut; echo x > shut/in; chmod 444 shut'],
  ])('do not include %s, which is counted', async (_, code) => {
    const result = await run(fixture().engine, { code: `${code}; echo y > open` });
    expect(filesOf(result)).toEqual({ open: 'y\n' });
    expect(result.filesOmitted).toEqual({ count: 0, size: 0, unreadable: 1 });
  });

  test('keep names with special characters', async () => {
    const code = "echo 1 > 'with space'; echo 2 > 日本語.txt; echo 3 > $'new\\nline'; echo 4 > -rf";
    expect(filesOf(await run(fixture().engine, { code }))).toEqual({
      'with space': '1\n',
      '日本語.txt': '2\n',
      'new\nline': '3\n',
      '-rf': '4\n',
    });
  });

  test('are returned by a run that timed out', async () => {
    const result = await run(fixture().engine, { code: 'echo partial > log; sleep 60', timeoutMs: 3000 });
    expect(result.status).toBe('timed_out');
    expect(filesOf(result)).toEqual({ log: 'partial\n' });
  });
});

describeWithDocker('the input files of a job', (fixture) => {
  test.each([
    ['../up', 'must be a plain relative path'],
    ['/etc/passwd', 'must be a plain relative path'],
    ['a//b', 'must be a plain relative path'],
    ['a/./b', 'must be a plain relative path'],
    ['', 'must be a plain relative path'],
    ['a\0b', 'must not hold a NUL character'],
    [`${'d/'.repeat(300)}f`, 'must not be deeper than 16 levels'],
    ['n'.repeat(256), 'has a name of more than 255 bytes'],
    ['main.sh', 'is the name of the program itself'],
  ])('are refused as %j', async (path, message) => {
    await expect(run(fixture().engine, { files: { [path]: 'x' } })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'files[0].path', message }],
    });
  });

  test('are refused if one has the path of another’s folder', async () => {
    const refused = run(fixture().engine, { files: { a: 'x', 'a/b': 'y' } });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('may be 256 files in 16 levels of folders', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 256 }, (_, index) => [`${index}/${'d/'.repeat(13)}f`, String(index)]),
    );
    const result = await run(fixture().engine, { code: 'find . -name f | wc -l', files });
    expect(result).toMatchObject({ stdout: '256\n', files: [] });
  });

  test('can be executable', async () => {
    const tool = { path: 'bin/tool', content: Buffer.from('#!/bin/bash\necho "ran $0"'), isExecutable: true };
    const job = { ...jobOf({ code: 'bin/tool; stat -c %a bin/tool' }), files: [tool] };
    const output: Uint8Array[] = [];
    const hooks = {
      onOutput: (_: string, chunk: Uint8Array) => output.push(chunk),
      signal: new AbortController().signal,
    };
    await fixture().engine.run(job, hooks);
    expect(Buffer.concat(output).toString()).toBe('ran bin/tool\n755\n');
  });

  test('belong to the user of the program', async () => {
    const result = await run(fixture().engine, { code: 'stat -c "%u %a %F" in; id -u', files: { in: 'x' } });
    const [stat, uid] = result.stdout.split('\n');
    expect(stat).toBe(`${uid} 644 regular file`);
  });
});
