/** The value of a secret with hosts is sent to its host, and is nowhere else. On a real engine, with a host in a namespace. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAuditLog } from '../../../../src-shared/contracts/audit.contract.ts';
import {
  cancelExecution,
  listExecutions,
  readExecution,
  readExecutionNetwork,
} from '../../../../src-shared/contracts/executions.contract.ts';
import { putSecret } from '../../../../src-shared/contracts/secrets.contract.ts';
import { updateSettings } from '../../../../src-shared/contracts/settings.contract.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { dockerOfTests } from '../../../support/engine/docker.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { openEventStream } from '../../../support/event-stream.ts';
import { type FarEcho, makeFarEcho } from '../../../support/network/far-echo.ts';
import { canMakeFarHost } from '../../../support/network/far-host.ts';
import { isInFolder, searchSandbox } from '../../../support/network/search-sandbox.ts';

const host = 'api.sentinel.example';
const value = `sk-live-${randomBytes(24).toString('base64')}`;
// A container that boots for its run has the id of the run.
const daemon = testDaemonOfFile();

/** Uses the secret in all ways, keeps the answers in memory and in files, prints them, and waits for a line of a file. */
const program = `
import base64, os, subprocess, time, urllib.request
token = os.environ['TOKEN']
basic = base64.b64encode(f'user:{token}'.encode()).decode()
answers = []
for path, authorization in (('/answer', f'Bearer {token}'), ('/', f'Bearer {token}'), ('/answer?encoding=gzip', f'Basic {basic}')):
  request = urllib.request.Request(f'https://${host}{path}', headers={'Authorization': authorization})
  with urllib.request.urlopen(request, timeout=20) as answer: answers.append((dict(answer.headers), answer.read()))
open('answers.txt', 'w').write(repr(answers))
open('environment.txt', 'w').write(repr(dict(os.environ)))
print(answers, flush=True)
child = subprocess.Popen(['sleep', '60'])
print('waiting', flush=True)
time.sleep(45)`;

describeWithEngine('the value of a secret with hosts', () => {
  if (!canMakeFarHost() && process.env.CI !== 'true') {
    it.skip('needs root, to make a network to try against', () => {});
    return;
  }
  let far: FarEcho;
  beforeAll(async () => {
    far = await makeFarEcho(host, { name: 'sentinel', network: '203.0.208', ownAddresses: [], privateAddresses: [] });
  });
  afterAll(() => far?.remove());

  it('is in no byte of the sandbox, of what the daemon answers, and of what it stores', async () => {
    const { session, token } = await daemon().newUser();
    const caBundlePath = join(mkdtempSync(join(tmpdir(), 'sentinel-')), 'ca.pem');
    writeFileSync(caBundlePath, far.authority);
    await session.call(updateSettings, { body: { network: { ceiling: [{ host }] }, installer: { caBundlePath } } });
    await session.call(putSecret, { params: { name: 'TOKEN' }, body: { value, hosts: [{ host }] } });
    const network = { allow: [{ host, address: far.far.address, secrets: ['TOKEN'] }] };
    const body = { language: 'python', code: program, network, timeoutMs: 60_000 };
    const headers = { authorization: `Bearer ${token}` };
    const stream = await openEventStream(daemon().url, { method: 'POST', path: '/api/v1/execute', headers, body });
    const events = [];
    let text = '';
    while (!text.includes('waiting')) {
      const event = await stream.next();
      if (event === undefined) throw new Error(`the run ended: ${JSON.stringify(events)}`);
      events.push(event);
      if (event.event === 'stdout') text += event.data.text;
    }

    const { requests } = await far.received();
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${value}`);
    const id: string = events[0]?.data.id;
    const pid = await pidOfRun(id);
    const absent = { memory: false, environment: false, files: false };
    const forms = [value, Buffer.from(`user:${value}`).toString('base64'), Buffer.from(value).toString('base64')];
    for (const form of forms) expect(searchSandbox(pid, Buffer.from(form))).toEqual(absent);
    // The search finds what is there.
    const present = { memory: true, environment: true, files: true };
    expect(searchSandbox(pid, Buffer.from('srph_TOKEN_'))).toEqual(present);

    await session.call(cancelExecution, { params: { id } });
    events.push(...(await stream.rest()));
    const answers = await Promise.all([
      session.call(readExecution, { params: { id } }),
      session.call(readExecutionNetwork, { params: { id } }),
      session.call(listExecutions, { query: {} }),
      session.call(listAuditLog, { query: {} }),
    ]);
    const seen = JSON.stringify([events, answers]) + (await daemon().readLog());
    expect(seen).toContain('network.secret_used');
    for (const form of forms) expect(seen).not.toContain(form);
    for (const form of forms) expect(isInFolder(daemon().config.dataDir, Buffer.from(form))).toBe(false);
  });
});

async function pidOfRun(id: string): Promise<number> {
  const filters = { label: [`app.strongroom.execution=${id}`] };
  const [container] = await dockerOfTests().listContainers({ filters });
  if (container === undefined) throw new Error('the run has no container');
  return (await dockerOfTests().getContainer(container.Id).inspect()).State.Pid;
}
