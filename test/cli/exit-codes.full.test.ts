/** How the command ends when something between it and the program fails: 70, 75, 137, and a stream that breaks off. */
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startChildDaemon } from '../support/daemon/child-daemon.ts';
import { registerUser } from '../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { commandIn, commandWithDaemon, temporaryFolder } from './command.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('a fault that is not of the program', () => {
  const folder = temporaryFolder();

  it.each([
    ['its own error', 500, { error: { code: 'internal', message: 'A fault of the daemon.', requestId: 'req_1' } }],
    ['an unknown answer', 200, { surprise: true }],
  ])('is 70 when the daemon gives %s', async (_, status, body) => {
    const port = await serve(
      createHttpServer((_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      }),
    );
    const env = { STRONGROOM_URL: `http://127.0.0.1:${port}`, STRONGROOM_API_KEY: 'srk_a' };
    const { exitCode, stdout, stderr } = await commandIn(folder, folder).run(['whoami', '--json'], { env });
    expect({ exitCode, stdout }).toEqual({ exitCode: 70, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: status === 500 ? 'internal' : 'unexpected_answer' } });
  });

  it('is 75 when the engine is down', async () => {
    const command = commandIn(folder, join(folder, 'data'));
    const daemon = await startChildDaemon(command.dataDir, { DOCKER_HOST: `unix://${join(folder, 'none.sock')}` });
    const { apiKey } = await registerUser(daemon.url);
    const options = { env: { STRONGROOM_API_KEY: apiKey } };
    const { exitCode, stdout, stderr } = await command.run(['exec', '--json', 'python', 'print(1)'], options);
    daemon.process.kill('SIGTERM');
    await daemon.exited;
    expect({ exitCode, stdout }).toEqual({ exitCode: 75, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'engine_unavailable' } });
  });
});

const fixture = commandWithDaemon();

describeWithEngine('a run', () => {
  it('that passes its memory limit is 137, and the command says why', async () => {
    const { command } = await fixture.forNewUser();
    const code = 'blocks = []\nwhile True: blocks.append(bytearray(b"x" * 16777216))';
    const { exitCode, stderr } = await command.run(['exec', '--memory', '64', 'python', code]);
    expect(exitCode).toBe(137);
    expect(stderr).toContain('stopped at the memory limit (--memory)');
  });

  it('continues where its stream was interrupted: all of its output, in order, once', async () => {
    const { command, user } = await fixture.forNewUser();
    const proxy = await cutOnce(fixture.daemon().port, 20_000);
    const code =
      'import time\nfor n in range(3000):\n  print("line", n, flush=True)\n  if n % 100 == 0: time.sleep(0.02)';
    const env = { STRONGROOM_URL: `http://127.0.0.1:${proxy.port}`, STRONGROOM_API_KEY: user.apiKey };
    const { exitCode, stdout, stderr } = await command.run(['exec', 'python', code], { env });
    expect({ exitCode, stderr, cuts: proxy.cuts() }).toEqual({ exitCode: 0, stderr: '', cuts: 1 });
    expect(stdout === Array.from({ length: 3000 }, (_, n) => `line ${n}\n`).join('')).toBe(true);
  });
});

/** A connection to the daemon that breaks off, once, after this many bytes of its answers. */
async function cutOnce(daemonPort: number, afterBytes: number) {
  let cuts = 0;
  const server = createServer((client) => {
    const daemon = connect(daemonPort, '127.0.0.1');
    let passed = 0;
    client.on('error', () => daemon.destroy()).on('close', () => daemon.destroy());
    daemon.on('error', () => client.destroy()).on('close', () => client.destroy());
    // The daemon answers under its own address only.
    client.on('data', (chunk) =>
      daemon.write(chunk.toString('latin1').replace(/(?<=^host: 127\.0\.0\.1:)\d+/im, String(daemonPort)), 'latin1'),
    );
    daemon.on('data', (chunk) => {
      client.write(chunk);
      passed += chunk.length;
      if (cuts > 0 || passed < afterBytes) return;
      cuts += 1;
      client.resetAndDestroy();
    });
  });
  const port = await serve(server);
  return { port, cuts: () => cuts };
}
