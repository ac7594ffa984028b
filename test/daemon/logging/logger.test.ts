import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../../src-daemon/logging/logger.ts';
import { until } from '../../support/until.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'logs-'));
});

function everything(): string {
  return readdirSync(dir)
    .map((name) => readFileSync(join(dir, name), 'utf8'))
    .join('');
}

/** Waits until a text is at the end of a file: a file is full only when what waited for it is on disk. */
function untilWritten(text: string): Promise<void> {
  return until(() => readdirSync(dir).some((name) => readFileSync(join(dir, name)).subarray(-1000).includes(text)));
}

test('a line is JSON with an ISO time and without the name of the machine', async () => {
  const { log, close } = await createLogger({ dir, level: 'info' });
  log.info({ requestId: 'req_1', route: '/secrets/:name', status: 200, durationMs: 3, accountId: 7 }, 'request');
  log.debug('not at this level');
  await close();
  const line = JSON.parse(everything());
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    requestId: 'req_1',
    route: '/secrets/:name',
    status: 200,
    durationMs: 3,
    accountId: 7,
    msg: 'request',
  });
});

test('a line after the close is lost, and does not crash the process', async () => {
  const { log, close } = await createLogger({ dir, level: 'info' });
  log.info('before');
  await close();
  log.child({ part: 'engine' }).error('after');
  expect(JSON.parse(everything())).toMatchObject({ msg: 'before' });
});

test('what a field must not hold never reaches the file, however deep it stands', async () => {
  const { log, close } = await createLogger({ dir, level: 'info' });
  const secrets = {
    password: 'LEAK1',
    token: 'LEAK2',
    apiKey: 'LEAK3',
    authorization: 'LEAK4',
    'x-api-key': 'LEAK5',
    code: 'LEAK6',
    prompt: 'LEAK7',
    email: 'LEAK8',
    env: { A: 'LEAK9' },
    headers: { cookie: 'LEAK10' },
  };
  log.info(secrets, 'top');
  log.info({ a: secrets }, 'second');
  log.info({ a: { b: secrets } }, 'third');
  log
    .child({ bound: secrets })
    .info({ a: [{ b: { c: [{ Password: 'LEAK11' }] } }], bytes: Buffer.from('LEAK12') }, 'fourth');
  await close();
  const text = everything();
  expect(text.trim().split('\n')).toHaveLength(4);
  expect(text).not.toContain('LEAK');
});

test('an error is logged with its stack and causes, and without what else hangs on it', async () => {
  const { log, close } = await createLogger({ dir, level: 'info' });
  const cause = Object.assign(new RangeError('the root'), { code: 'ERR_ROOT', reply: { body: 'LEAK' } });
  log.error({ err: Object.assign(new Error('outer', { cause }), { config: { auth: 'LEAK' } }) }, 'failed');
  log.error({ err: 'LEAK, thrown as a string' }, 'failed');
  await close();
  const text = everything();
  expect(text).not.toContain('LEAK');
  const [first] = text.split('\n').map((line) => line && JSON.parse(line));
  expect(first.err).toMatchObject({
    type: 'Error',
    message: 'outer',
    cause: { type: 'RangeError', errorCode: 'ERR_ROOT' },
  });
  expect(first.err.stack).toContain('logger.test.ts');
});

test('files are for their owner only, and there are at most five of about 5 MB', async () => {
  const { log, close } = await createLogger({ dir, level: 'info' });
  const filler = 'x'.repeat(64 * 1024);
  for (let i = 0; i < 600; i += 1) {
    log.info({ filler, number: i });
    if (i % 20 === 0) await untilWritten(`"number":${i}`);
  }
  await close();
  const files = readdirSync(dir).map((name) => statSync(join(dir, name)));
  expect(files.length).toBeGreaterThan(1);
  expect(files.length).toBeLessThanOrEqual(5);
  for (const file of files) {
    expect(file.mode & 0o777).toBe(0o600);
    expect(file.size).toBeLessThan(12 * 1024 * 1024);
  }
});

test('a folder that is not there is an error', async () => {
  await expect(createLogger({ dir: join(dir, 'nowhere'), level: 'info' })).rejects.toThrow('ENOENT');
});

test('the log of an earlier daemon is continued', async () => {
  for (const message of ['first', 'second']) {
    const { log, close } = await createLogger({ dir, level: 'info' });
    log.info(message);
    await close();
  }
  expect(everything()).toMatch(/first.*second/s);
});

test('what others wrote is escaped, so that it does not act where the log is shown', async () => {
  const { log, close } = await createLogger({ dir, level: 'info' });
  const hostile = '\u001b]0;owned\u0007\u009b2J\u202egnp\u2066\u200b\u{e0041}';
  log.warn({ reason: hostile, err: new Error(hostile) }, hostile);
  log.child({ part: hostile }).warn('child');
  await close();
  const lines = everything().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ reason: hostile, msg: hostile }, { part: hostile }]);
  expect(lines.join('')).not.toMatch(/\p{C}/u);
});
