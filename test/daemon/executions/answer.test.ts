/** Executing code with a JSON answer, and cancelling it. A client that leaves: lost-connection.test.ts. */
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { cancelExecution, execute, listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { until } from '../../support/until.ts';

const daemon = testDaemonOfFile({ keepsWarm: true, provesEngine: true });

const run = ({ client }: TestUser, body: object) => client.call(execute, { body });

async function underWay({ client }: TestUser): Promise<string> {
  let id = '';
  await until(async () => {
    const [newest] = (await client.call(listExecutions)).executions;
    id = newest?.id ?? '';
    return newest?.status === 'running';
  });
  return id;
}

describeWithEngine('a run', () => {
  it('has its stdin, arguments, environment and files, and gives back what it left', async () => {
    const user = await daemon().newUser();
    const code = [
      'import os, sys',
      'print(sys.stdin.read(), sys.argv[1:], os.environ["GREETING"], open("data/in.txt").read())',
      'os.makedirs("out"); open("out/result.csv", "w").write("a,b\\n")',
      'open("bytes.bin", "wb").write(bytes(range(256)))',
    ].join('\n');
    const answer = await run(user, {
      language: 'py',
      code,
      stdin: 'typed',
      args: ['--flag', 'two words', ''],
      env: { GREETING: 'grüß dich' },
      files: [
        { path: 'data/in.txt', content: 'inside' },
        { path: 'data/in.bin', content: 'AAEC', encoding: 'base64' },
      ],
    });
    expect(answer).toMatchObject({ status: 'succeeded', exitCode: 0, signal: null, language: 'python', stderr: '' });
    expect(answer.stdout).toBe("typed ['--flag', 'two words', ''] grüß dich inside\n");
    expect(answer.files.map(({ path, size, mediaType }) => ({ path, size, mediaType }))).toEqual([
      { path: 'bytes.bin', size: 256, mediaType: 'application/octet-stream' },
      { path: 'out/result.csv', size: 4, mediaType: 'text/csv' },
    ]);
    expect(answer.files[1]).toMatchObject({ content: 'a,b\n', encoding: 'utf8' });
  });

  it('draws without a screen, and its plot comes back as an image', async () => {
    const user = await daemon().newUser();
    // A gradient of 64 × 48 pixels, as the PNG specification (W3C, third edition) lays it out.
    const code = [
      'import os, struct, zlib',
      'def chunk(kind, data):',
      '    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))',
      'rows = b"".join(b"\\0" + bytes(c for x in range(64) for c in (4 * x, 5 * y, 128)) for y in range(48))',
      'png = b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 48, 8, 2, 0, 0, 0))',
      'png += chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")',
      'open("plot.png", "wb").write(png)',
      'open(os.path.join(os.environ["TMPDIR"], "cache"), "w").close()',
      'os.makedirs(os.environ["MPLCONFIGDIR"])',
      'print(os.environ["MPLBACKEND"], zlib.crc32(png))',
    ].join('\n');
    const { stdout, stderr, files } = await run(user, { language: 'python', code });
    expect(stderr).toBe('');
    expect(files).toMatchObject([{ path: 'plot.png', mediaType: 'image/png', encoding: 'base64' }]);
    const picture = Buffer.from(files[0]?.content ?? '', 'base64');
    expect(picture).toHaveLength(files[0]?.size ?? 0);
    expect(stdout).toBe(`Agg ${crc32(picture)}\n`);
  });

  it('that fails, is killed or takes too long is a 200 that says so', async () => {
    const user = await daemon().newUser();
    expect(await run(user, { language: 'bash', code: 'exit 7' })).toMatchObject({ status: 'failed', exitCode: 7 });
    expect(await run(user, { language: 'bash', code: 'kill -TERM $$' })).toMatchObject({
      status: 'failed',
      exitCode: null,
      signal: 'SIGTERM',
    });
    expect(await run(user, { language: 'bash', code: 'while :; do :; done', timeoutMs: 300 })).toMatchObject({
      status: 'timed_out',
    });
    const hungry = 'b = bytearray(200 << 20); print(len(b))';
    expect(await run(user, { language: 'python', code: hungry, memoryMb: 64 })).toMatchObject({
      status: 'out_of_memory',
    });
  });

  it('takes its limits from the settings where it names none', async () => {
    const user = await daemon().newUser();
    await user.client.call(updateSettings, { body: { limits: { timeoutMs: 300 } } });
    expect(await run(user, { language: 'bash', code: 'sleep 30' })).toMatchObject({ status: 'timed_out' });
    expect(await run(user, { language: 'bash', code: 'sleep 0.4', timeoutMs: 5000 })).toMatchObject({
      status: 'succeeded',
    });
  });

  it('may not ask for the network unless the settings allow it', async () => {
    const user = await daemon().newUser();
    const body = { language: 'bash', code: 'true', network: 'full' };
    expect(await user.client.refusal(execute, { body })).toMatchObject({ code: 'network_not_allowed' });
    await user.client.call(updateSettings, { body: { network: { allowed: true } } });
    expect(await user.client.refusal(execute, { body: { ...body, secrets: 'all' } })).toMatchObject({
      code: 'secrets_must_be_named',
    });
    expect((await user.client.call(listExecutions)).executions.map(({ status }) => status)).not.toContain('succeeded');
  });
});

describeWithEngine('cancelling', () => {
  it('ends the run, whose own request is answered, and answers when nothing of it is left', async () => {
    const user = await daemon().newUser();
    const answer = run(user, { language: 'bash', code: 'echo first; sleep 60' });
    const id = await underWay(user);
    const cancelled = await user.client.call(cancelExecution, { params: { id } });
    expect(cancelled).toMatchObject({ id, status: 'cancelled' });
    expect(await answer).toMatchObject({ id, status: 'cancelled', stdout: cancelled.stdout });
  });

  it('a run that has ended is a conflict', async () => {
    const user = await daemon().newUser();
    const { id } = await run(user, { language: 'bash', code: 'true' });
    const refused = await user.client.refusal(cancelExecution, { params: { id } });
    expect(refused).toMatchObject({ code: 'execution_finished' });
  });
});

describeWithEngine('what could not be attempted', () => {
  it('leaves no run and no audit row', async () => {
    const user = await daemon().newUser();
    const bodies = [
      { language: 'cobol', code: '' },
      { language: 'python', code: '', files: [{ path: 'main.py', content: 'print(1)' }] },
      { language: 'bash', code: '', env: { A: 'x'.repeat(128 * 1024) } },
      { language: 'bash', code: '', secrets: ['NO_SUCH_SECRET'] },
      { language: 'bash', code: '', network: 'full' },
    ];
    const codes = [];
    for (const body of bodies) codes.push((await user.client.refusal(execute, { body })).code);
    expect(codes).toEqual([
      'unknown_language',
      'invalid_request',
      'environment_too_large',
      'unknown_secret',
      'network_not_allowed',
    ]);
    expect((await user.client.call(listExecutions)).executions).toEqual([]);
    const { logs } = await user.client.call(listAuditLog);
    expect(logs.map(({ action }) => action)).toEqual(['auth.register']);
  });
});
