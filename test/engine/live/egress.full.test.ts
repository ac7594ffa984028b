import { expect, test } from 'vitest';
import type { NetworkEventData } from '../../../src-shared/contracts/network/network-events.ts';
import { networkLimits } from '../../../src-shared/contracts/network/network-limits.ts';
import { effectiveRule } from '../../../src-shared/contracts/network/network-rules.ts';
import { until } from '../../support/until.ts';
import { boundSecret, describeRules, farName } from '../docker/egress/rule-runs.ts';
import { startKernel } from './kernel-client.ts';
import { openSandbox, shell, startShell } from './live-fixture.ts';

const value = 'sk-live-7Qx/value+of=the.secret';
const answer = 'curl -sS --max-time 20 -H "Authorization: Bearer $TOKEN"';

describeRules('a live sandbox with network rules', { plan: 206, keepsWarm: true }, ({ fixture, far }) => {
  async function open(language = 'bash') {
    const events: NetworkEventData[] = [];
    const secret = boundSecret('TOKEN', value);
    const sandbox = await openSandbox(fixture().engine, {
      language,
      network: {
        rules: [{ host: farName, secrets: ['TOKEN'] }, { host: 'pass.far.example' }].map(effectiveRule),
        onBlocked: 'deny',
        secrets: [secret],
        extraCa: far().authority,
      },
      networkHooks: { onEvent: (event) => void events.push(event), onRequest: () => {}, onSecretUse: () => {} },
    });
    return { sandbox, events, env: { TOKEN: secret.placeholder } };
  }

  test('reaches its hosts from processes, and nothing else', async () => {
    const { sandbox, events, env } = await open();
    const allowed = await startShell(sandbox, `${answer} https://${farName}/answer`, env);
    expect(await allowed.process.ended).toMatchObject({ exitCode: 0 });
    expect(allowed.stdout()).toBe('Bearer ***');
    expect((await far().received()).requests.at(-1)?.headers.authorization).toBe(`Bearer ${value}`);
    const refused = await shell(sandbox, 'curl -sS --max-time 20 https://other.example/ 2>&1');
    expect(refused.exitCode).toBe(6);
    await until(() => events.some(({ host, reason }) => host === 'other.example' && reason === 'name_not_allowed'));
    await sandbox.dispose();
  });

  test.each([
    ['python', `import urllib.request; urllib.request.urlopen('https://${farName}/', timeout=20).status`],
    ['javascript', `(await fetch('https://${farName}/')).status`],
    ['typescript', `(await fetch('https://${farName}/')).status as number`],
  ])('trusts the certificates of its authority in a kernel of %s that booted ahead', async (language, code) => {
    const { sandbox } = await open(language);
    const kernel = await startKernel(sandbox, language);
    expect(await kernel.run(code)).toMatchObject({ status: 'ok', result: '200' });
    await sandbox.dispose();
  });

  test('can still start processes while a program holds as many connections as it can', async () => {
    const { sandbox, events } = await open('python');
    const code = `
import socket, time
held = []
for _ in range(80):
  try:
    one = socket.create_connection(('pass.far.example', 443), timeout=5)
    one.sendall(b'\\x16')
    held.append(one)
  except OSError: pass
def is_open(one):
  one.setblocking(False)
  try: return one.recv(1, socket.MSG_PEEK) != b''
  except BlockingIOError: return True
  except OSError: return False
# All channels are in use until the daemon has refused those over the limit.
while sum(map(is_open, held)) > ${networkLimits.connectionsOfSandbox}: time.sleep(0.05)
print('full', flush=True)
time.sleep(60)`;
    const flood = await startShell(sandbox, `python3 -c "$CODE"`, { CODE: code });
    await until(() => flood.stdout() === 'full\n' && events.some(({ reason }) => reason === 'limit'));
    expect((await shell(sandbox, 'echo alive')).stdout).toBe('alive\n');
    expect((await sandbox.list('', 1)).entries).toEqual([]);
    await sandbox.dispose();
  });

  test('reports the ends of its connections when it is removed', async () => {
    const { sandbox, events } = await open();
    const code = `exec 3<>/dev/tcp/pass.far.example/443; printf x >&3; sleep 60`;
    await startShell(sandbox, `${answer} https://${farName}/ >/dev/null; ${code}`);
    await until(() => events.some(({ phase }) => phase === 'close'));
    await sandbox.dispose();
    const count = (phase: string) => events.filter((event) => event.phase === phase).length;
    expect(count('close')).toBe(count('open'));
  });
});
