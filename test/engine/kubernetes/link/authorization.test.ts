/** Tokens of files and of plugins. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { pluginToken, tokenFile } from '../../../../src-daemon/engine/kubernetes/link/authorization.ts';
import { runPlugin } from '../../../../src-daemon/engine/kubernetes/link/exec-plugin.ts';
import { readCluster } from '../../../../src-daemon/engine/kubernetes/link/read-cluster.ts';
import { writeKubeconfig, writeNew } from '../../../support/kubernetes/cluster-files.ts';

const secret = 'secret-of-the-plugin';
const apiVersion = 'client.authentication.k8s.io/v1';

function credential(status: object): string {
  return JSON.stringify({ kind: 'ExecCredential', apiVersion, status });
}

/** Writes a plugin, a shell script, and returns how it is run. */
function plugin(script: string, changes: object = {}) {
  const path = writeNew('plugin', `#!/bin/sh\n${script}\n`);
  const spec = { apiVersion, command: path, ...changes } as const;
  return { plugin: spec, folder: dirname(path), env: process.env, clusterInfo: { server: 'https://cluster.example' } };
}

/** A plugin that prints a token with the number of its runs, and writes its environment to a file. */
function countingPlugin(expiry: string) {
  return plugin(`echo run >> "$0.runs"; n=$(wc -l < "$0.runs" | tr -d ' ')
echo '${credential({ token: 'token-N', expirationTimestamp: expiry })}' | sed "s/token-N/token-$n/"`);
}

afterEach(() => void vi.useRealTimers());

describe('a token file', () => {
  test('is read again after a minute, and after a refusal', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const path = writeNew('token', 'first\n');
    const { current, forget } = tokenFile(path);
    expect(await current()).toBe('Bearer first');
    writeFileSync(path, 'second');
    vi.advanceTimersByTime(59_000);
    expect(await current()).toBe('Bearer first');
    vi.advanceTimersByTime(1000);
    expect(await current()).toBe('Bearer second');
    writeFileSync(path, 'third');
    forget();
    expect(await current()).toBe('Bearer third');
  });

  test.each([
    ['', 'is empty'],
    [`${secret}\n${secret}`, 'characters of no token'],
    [secret.repeat(1 << 16), 'larger than 1 MiB'],
  ])('that is not one token is refused', async (content, message) => {
    const error: Error = await tokenFile(writeNew('token', content))
      .current()
      .then(String, (reason) => reason);
    expect(error.message).toContain(message);
    expect(error.message).not.toContain(secret);
  });
});

describe('a plugin', () => {
  test('gives its token once, until it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-01T12:00:00Z') });
    const { current, forget } = pluginToken(countingPlugin('2026-05-01T14:00:00+01:00'));
    expect(await Promise.all([current(), current()])).toEqual(['Bearer token-1', 'Bearer token-1']);
    vi.setSystemTime(Date.parse('2026-05-01T12:59:00Z'));
    expect(await current()).toBe('Bearer token-1');
    vi.setSystemTime(Date.parse('2026-05-01T12:59:55Z'));
    expect(await current()).toBe('Bearer token-2');
    vi.setSystemTime(Date.parse('2026-05-01T12:00:00Z'));
    forget();
    expect(await current()).toBe('Bearer token-3');
  });

  test('gets its arguments and environment, and nothing of the settings of the daemon', async () => {
    const command = plugin(`env > "$0.env"; echo '${credential({ token: 'TOKEN' })}' | sed "s/TOKEN/$1-$OWN/"`, {
      args: ['one'],
      env: [{ name: 'OWN', value: 'two' }],
      provideClusterInfo: true,
    });
    const env = { ...process.env, STRONGROOM_PASSWORD: secret };
    expect(await runPlugin({ ...command, env })).toEqual({ token: 'one-two', expiresAt: undefined });
    const received = readFileSync(`${command.plugin.command}.env`, 'utf8');
    expect(received).toContain('"cluster":{"server":"https://cluster.example"}');
    expect(received).toContain(`PATH=${process.env.PATH}`);
    expect(received).not.toContain(secret);
  });

  test('of a kubeconfig is found relative to it', async () => {
    const user = { exec: { apiVersion, command: './own-plugin' } };
    const path = writeKubeconfig({ cluster: { server: 'https://cluster.example' }, user });
    const script = `#!/bin/sh\necho '${credential({ token: 'near' })}'\n`;
    writeFileSync(join(dirname(path), 'own-plugin'), script, { mode: 0o700 });
    const { authorization } = await readCluster(
      { kind: 'kubeconfig', paths: [path], context: 'test', env: process.env },
      'sandboxes',
    );
    expect(await authorization.current()).toBe('Bearer near');
  });

  test('that runs for 30 s is ended with its children', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const command = plugin('sleep 600 & echo $! > "$0.new"; mv "$0.new" "$0.child"; wait');
    const refused = expect(runPlugin(command)).rejects.toThrow('was ended, because it took longer than 30 s');
    const child = `${command.plugin.command}.child`;
    while (!existsSync(child)) await immediate();
    vi.advanceTimersByTime(29_999);
    expect(isRunning(Number(readFileSync(child, 'utf8')))).toBe(true);
    vi.advanceTimersByTime(1);
    await refused;
    while (isRunning(Number(readFileSync(child, 'utf8')))) await immediate();
  });

  test.each([
    { that: 'fails', script: `echo ${secret} >&2; echo ${secret}; exit 3`, message: 'failed (exit code 3)' },
    { that: 'prints something else', script: `echo ${secret}`, message: 'did not print an ExecCredential' },
    { that: 'prints too much', script: 'head -c 2000000 /dev/zero; sleep 600', message: 'printed more than 1 MiB' },
    {
      that: 'prints a certificate',
      script: `echo '${credential({ clientCertificateData: secret })}'`,
      message: 'printed a certificate',
    },
    { that: 'needs a terminal', changes: { interactiveMode: 'Always' }, message: 'needs a terminal' },
    { that: 'does not exist', changes: { command: '/nowhere/plugin' }, message: 'cannot be started (ENOENT)' },
  ])('that $that is an error without its output and arguments', async ({ script = '', changes, message }) => {
    const error: Error = await runPlugin(plugin(script, { args: [secret], ...changes })).then(
      () => new Error('no error'),
      (reason) => reason,
    );
    expect(error).toMatchObject({ name: 'ClusterConfigError', code: 'engine_unavailable' });
    expect(error.message).toContain(message);
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(secret);
  });
});

/** The timers of the tests are fake. */
function immediate(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function isRunning(pid: number): boolean {
  try {
    // A process that has ended and was not waited for yet is a zombie.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
