import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { describeWithDocker, type Fixture } from '../docker/docker-fixture.ts';
import { disposeAfterEach, openSandbox, shell, start, startShell } from './live-fixture.ts';

describeWithDocker('a process in a live sandbox', suite);

function suite(fixture: () => Fixture): void {
  disposeAfterEach();

  test('prints to both streams and exits with its code', async () => {
    const sandbox = await openSandbox(fixture().engine);
    expect(await shell(sandbox, 'echo out; echo err >&2; pwd; id -u; exit 3')).toMatchObject({
      exitCode: 3,
      signal: null,
      isOutOfMemory: false,
      stdout: expect.stringMatching(/^out\n\/work\n20\d{5}\n$/),
      stderr: 'err\n',
    });
    expect(sandbox.startupMs).toBeGreaterThanOrEqual(0);
  });

  test('has the environment of the image and its own variables, and nothing of the kernel that waits', async () => {
    const sandbox = await openSandbox(fixture().engine, { language: 'python' });
    const started = await start(sandbox, ['/usr/bin/env'], { GREETING: 'hello' });
    await started.process.ended;
    const lines = started.stdout().split('\n');
    expect(lines).toContain('GREETING=hello');
    expect(lines).toContain('HOME=/tmp');
    expect(lines).toContain('PYTHONUNBUFFERED=1');
    expect(lines.filter((line) => line.startsWith('STRONGROOM'))).toEqual([]);
  });

  test('reads its input until the end', async () => {
    const sandbox = await openSandbox(fixture().engine);
    const { process, stdout } = await startShell(sandbox, 'wc -c');
    for (let count = 0; count < 20; count++) await process.write(Buffer.alloc(100_000));
    process.endInput();
    expect(await process.ended).toMatchObject({ exitCode: 0 });
    expect(stdout().trim()).toBe('2000000');
  });

  test('prints much more than the credit, complete and in order, to a slow reader', async () => {
    const sandbox = await openSandbox(fixture().engine);
    let length = 0;
    let isOrdered = true;
    let last = 0;
    let rest = '';
    const process = await sandbox.startProcess(
      { argv: ['/usr/bin/seq', '500000'], env: {}, cwd: '' },
      {
        onOutput: async (_stream, chunk) => {
          length += chunk.length;
          const lines = (rest + Buffer.from(chunk).toString()).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) {
            isOrdered &&= Number(line) === last + 1;
            last = Number(line);
          }
          await new Promise((resolve) => setTimeout(resolve, 5));
        },
      },
    );
    await process.ended;
    expect({ isOrdered, last, length }).toEqual({ isOrdered: true, last: 500_000, length: 3_388_895 });
  });

  test('ends by a signal, and by a kill if it ignores the signal', async () => {
    const sandbox = await openSandbox(fixture().engine);
    const polite = await startShell(sandbox, 'echo up; sleep 60');
    await until(() => polite.stdout() === 'up\n');
    polite.process.signal(15);
    expect(await polite.process.ended).toMatchObject({ exitCode: null, signal: 'SIGTERM' });

    const stubborn = await startShell(sandbox, 'trap "echo heard" TERM; echo up; while :; do sleep 0.1; done');
    await until(() => stubborn.stdout().startsWith('up\n'));
    stubborn.process.signal(15);
    await until(() => stubborn.stdout().includes('heard'));
    stubborn.process.kill();
    expect(await stubborn.process.ended).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  test('that does not exist is refused with the errno', async () => {
    const sandbox = await openSandbox(fixture().engine);
    await expect(start(sandbox, ['/usr/bin/nothing'])).rejects.toMatchObject({ name: 'StartError', errno: 'ENOENT' });
    await expect(start(sandbox, ['/work'])).rejects.toMatchObject({ name: 'StartError', errno: 'EACCES' });
  });

  test('shares the files of the sandbox with later processes', async () => {
    const sandbox = await openSandbox(fixture().engine);
    await shell(sandbox, 'echo kept > note');
    expect((await shell(sandbox, 'cat note')).stdout).toBe('kept\n');
  });

  test('runs next to 63 others, and the 65th is refused', async () => {
    const sandbox = await openSandbox(fixture().engine);
    const sleeping = await Promise.all(Array.from({ length: 64 }, () => start(sandbox, ['/bin/sleep', '60'])));
    await expect(start(sandbox, ['/bin/true'])).rejects.toMatchObject({ code: 'too_many_channels' });
    sleeping[0]?.process.kill();
    await sleeping[0]?.process.ended;
    const next = await start(sandbox, ['/bin/true']);
    expect(await next.process.ended).toMatchObject({ exitCode: 0 });
  });
}
