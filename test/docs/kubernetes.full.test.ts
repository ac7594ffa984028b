/**
 * Follows docs/kubernetes.md at a real cluster, command by command: STRONGROOM_KUBECONFIG names its kubeconfig, and
 * STRONGROOM_KUBE_REGISTRY a registry that this machine can push to and its nodes can pull from.
 */
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cliBundle } from '../cli/command.ts';
import { testPassword } from '../support/daemon/test-daemon.ts';
import { blocksOf } from './page.ts';

const { STRONGROOM_KUBECONFIG: kubeconfig, STRONGROOM_KUBE_REGISTRY: registry } = process.env;
const checkout = join(import.meta.dirname, '../..');

if (kubeconfig === undefined || registry === undefined)
  test.skip('docs/kubernetes.md: STRONGROOM_KUBECONFIG and STRONGROOM_KUBE_REGISTRY name no cluster', () => {});
else follow(kubeconfig, registry);

function follow(givenConfig: string, givenRegistry: string): void {
  const home = mkdtempSync(join(tmpdir(), 'docs-kubernetes-'));
  const namespace = `strongroom-docs-${randomBytes(4).toString('hex')}`;
  const env = {
    HOME: home,
    PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
    KUBECONFIG: join(home, 'kubeconfig'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'share'),
    XDG_CACHE_HOME: join(home, 'cache'),
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  };
  let stopDaemon = async () => {};

  const here = (script: string) =>
    script
      .replaceAll('registry.example.com/team', `${givenRegistry}/docs`)
      .replaceAll('npm run images', `npm --prefix ${checkout} run --silent images`)
      .replaceAll(/(--namespace|--kube-namespace) strongroom\b/g, `$1 ${namespace}`);

  /** Runs a script as a reader does, with the password on standard input. */
  async function paste(script: string) {
    const { stdout, stderr, exitCode } = await execa('bash', ['-euc', here(script)], {
      ...{ env, cwd: home, reject: false, input: `${testPassword}\n`, timeout: 600_000 },
    });
    return { script, stdout, stderr, exitCode };
  }

  /** Starts `strongroom serve` and creates the account of the quick start, which the command then uses. */
  async function serve(script: string): Promise<void> {
    const child = execa('bash', ['-euc', `exec ${here(script).trim()} --port 0 --key-store file`], {
      ...{ env, cwd: home, reject: false, buffer: false },
    });
    stopDaemon = async () => {
      child.kill('SIGTERM');
      await child;
    };
    const { value: line } = await child.iterable().next();
    const { url } = JSON.parse(String(line)) as { url: string };
    const body = JSON.stringify({ email: 'team@example.com', password: testPassword });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(new URL('/api/register', url), { method: 'POST', headers, body });
    const { apiKey } = (await answer.json()) as { apiKey: string };
    Object.assign(env, { STRONGROOM_API_KEY: apiKey });
  }

  beforeAll(() => {
    copyFileSync(givenConfig, env.KUBECONFIG);
    mkdirSync(join(home, 'bin'));
    const program = join(home, 'bin/strongroom');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' -- '${cliBundle}' "$@"\n`, { mode: 0o755 });
  });

  afterAll(async () => {
    await stopDaemon();
    const kubectl = ['delete', 'namespace', namespace, '--ignore-not-found', '--wait=false'];
    await execa('kubectl', ['--kubeconfig', givenConfig, ...kubectl]);
    rmSync(home, { recursive: true, force: true });
  });

  test('the steps work in their order', async () => {
    const results: Awaited<ReturnType<typeof paste>>[] = [];
    for (const { kind, text } of blocksOf('kubernetes.md')) {
      if (kind !== 'sh') continue;
      if (text.startsWith('strongroom serve')) await serve(text);
      else results.push(await paste(text));
      const last = results.at(-1);
      if (last !== undefined) expect(last, JSON.stringify(last)).toMatchObject({ exitCode: 0 });
    }
    expect(results.length).toBeGreaterThan(4);
    expect(results.map(({ stdout }) => stdout).join('\n')).toContain('\nsandbox\n');
  });
}
