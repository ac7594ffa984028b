/** The egress child as a process: its start, its end, its confinement. */

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { egressCommand } from '../../../src-daemon/egress/process/egress-command.ts';
import { spawnEgress } from '../../support/egress/start-egress.ts';
import { makeCertificate } from '../../support/network/certificate.ts';

const host = 'api.example.com';

test('the process exits when its descriptor closes, also with open connections', async () => {
  const egress = spawnEgress();
  await egress.start({ rules: [{ host, secrets: ['A'] }], onBlocked: 'ask' });
  egress.open('tcp other.example.com 443');
  await egress.event({ phase: 'held' });
  egress.stream.destroy();
  expect(await egress.exited).toBe(0);
  expect(egress.printed()).toBe('');
});

test.each<[string, (egress: ReturnType<typeof spawnEgress>) => void]>([
  ['a frame of a channel that is not open', (egress) => egress.sendFrame('D', 0x8000, Buffer.from('x'))],
  ['a message that is not JSON', (egress) => egress.sendFrame('J', 0, Buffer.from('{'))],
  ['a connection before the policy', (egress) => egress.open('tcp api.example.com 443')],
])('%s ends the process without output', async (_, act) => {
  const egress = spawnEgress();
  act(egress);
  expect(await egress.exited).toBe(2);
  expect(egress.printed()).toBe('');
});

test('an intercepted request reaches its host with a certificate that the process verifies', async () => {
  const { key, cert, authority } = makeCertificate(host);
  const server = createServer({ key, cert }, (incoming, response) => response.end(`for ${incoming.url}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const egress = spawnEgress();
  const ca = await egress.start({
    rules: [{ host, address: '127.0.0.1', ports: [port], methods: ['GET'] }],
    extraCa: authority,
  });
  const { stream } = egress.open(`tcp ${host} ${port}`);
  const { connect } = await import('node:tls');
  const sent = request({
    host,
    port,
    path: '/x?y=z',
    createConnection: () => connect({ socket: stream, servername: host, ca }),
  }).end();
  const [response] = await once(sent, 'response');
  let body = '';
  for await (const chunk of response) body += chunk;
  expect(body).toBe('for /x?y=z');
  await egress.event({ phase: 'request', method: 'GET', status: 200 });
  egress.child.kill();
  server.close();
  server.closeAllConnections();
  expect(egress.printed()).toBe('');
});

test('the process can neither read files, start programs or threads, nor load addons', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probe-'));
  const probe = join(folder, 'probe.mjs');
  writeFileSync(
    probe,
    `import { Socket } from 'node:net';
    import { readFileSync, writeFileSync } from 'node:fs';
    import { spawnSync } from 'node:child_process';
    import { Worker } from 'node:worker_threads';
    const attempts = {
      read: () => readFileSync('/etc/hostname'),
      environment: () => readFileSync('/proc/self/environ'),
      write: () => writeFileSync(${JSON.stringify(join(folder, 'written'))}, ''),
      spawn: () => spawnSync('/bin/true'),
      worker: () => new Worker('0', { eval: true }),
      addon: () => process.dlopen({ exports: {} }, '/nothing.node'),
      code: () => new Function('return 1')(),
    };
    const refused = Object.entries(attempts).map(([name, attempt]) => {
      try { attempt(); return name + ' allowed'; } catch (error) { return name + ' ' + (error.code ?? error.name); }
    });
    new Socket({ fd: 3 }).end(JSON.stringify({ refused, variables: Object.keys(process.env) }));`,
  );
  // The command of the product, with one more readable file that runs first.
  const command = [...egressCommand()];
  const program = command.pop() ?? '';
  const egress = spawnEgress([
    ...command,
    `--allow-fs-read=${probe}`,
    `--import=${pathToFileURL(probe).href}`,
    program,
  ]);
  egress.stream.removeAllListeners('data');
  let found = '';
  egress.stream.on('data', (chunk) => {
    found += chunk;
  });
  await egress.exited;
  const end = found.indexOf('}') + 1;
  expect(JSON.parse(found.slice(0, end))).toEqual({
    refused: [
      'read ERR_ACCESS_DENIED',
      'environment ERR_ACCESS_DENIED',
      'write ERR_ACCESS_DENIED',
      'spawn ERR_ACCESS_DENIED',
      'worker ERR_ACCESS_DENIED',
      'addon ERR_DLOPEN_DISABLED',
      'code EvalError',
    ],
    variables: [],
  });
  rmSync(folder, { recursive: true });
});
