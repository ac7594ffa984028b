import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { execute, listExecutions, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { createApiClient } from '../../support/api-client.ts';
import {
  type ReadyDaemon,
  spawnDaemon,
  startChildDaemon,
  temporaryDataDir,
} from '../../support/daemon/child-daemon.ts';
import { daemonFlags, registerUser, type TestUser } from '../../support/daemon/test-daemon.ts';
import { instanceOf, listContainers } from '../../support/engine/docker.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { until } from '../../support/until.ts';

const longRun = { language: 'bash', code: 'echo up; sleep 60' };

async function startLongRun(user: TestUser, body: object = longRun): Promise<string> {
  const { url, credential } = user.client;
  const stream = await openEventStream(url, { method: 'POST', path: execute.path, headers: credential, body });
  const started = await stream.next();
  if ((await stream.next())?.event !== 'stdout') throw new Error('the run did not begin');
  return String(started?.data.id);
}

const again = (user: TestUser, { url }: ReadyDaemon) => createApiClient(url, user.client.credential);

describe('the daemon process', () => {
  it('says on one line that it is ready, and where', async () => {
    const folder = temporaryDataDir();
    const child = spawnDaemon(daemonFlags(folder.dataDir));
    const line = await child.nextLine();
    expect(line).toEqual({
      ready: true,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      version: expect.any(String),
      pid: child.process.pid,
    });
    expect((await createApiClient(String(line?.url)).answer(readHealth)).status).toBe(200);
    child.process.kill('SIGTERM');
    expect(await child.exited).toEqual({ code: 0, signal: null });
    // One line for people, about the backup, and no warning of Node.
    expect(child.stderr()).toMatch(/^Your data opens only with .* loses the data\. .* strongroom backup FILE\n$/);
  });

  it('says once what is lost without a backup: a start on data that is there has nothing for people to read', async () => {
    const folder = temporaryDataDir();
    const first = await startChildDaemon(folder.dataDir);
    first.process.kill('SIGTERM');
    await first.exited;
    const second = await startChildDaemon(folder.dataDir);
    second.process.kill('SIGTERM');
    expect(await second.exited).toEqual({ code: 0, signal: null });
    expect([first, second].map((daemon) => daemon.stderr().includes('strongroom backup FILE'))).toEqual([true, false]);
    expect(second.stderr()).toBe('');
  });

  it('refuses a folder that another holds, naming its pid and address', async () => {
    const folder = temporaryDataDir();
    const first = await startChildDaemon(folder.dataDir);
    const second = spawnDaemon(daemonFlags(folder.dataDir));
    const { pid } = first.process;
    expect(await second.nextLine()).toEqual({ ready: false, error: 'already_running', url: first.url, pid });
    expect(await second.exited).toMatchObject({ code: 1 });
    expect(second.stderr()).toContain(`${folder.dataDir} is in use by the daemon with pid ${pid} at ${first.url}`);
    first.process.kill('SIGTERM');
    await first.exited;
  });

  it('refuses a port that is taken, naming it, and takes no other', async () => {
    const folders = temporaryDataDir();
    const first = await startChildDaemon(folders.dataDir);
    const { port } = new URL(first.url);
    const second = spawnDaemon([...daemonFlags(join(folders.dataDir, '../other')), '--port', port]);
    expect(await second.nextLine()).toEqual({ ready: false, error: 'port_taken' });
    expect(await second.exited).toMatchObject({ code: 1 });
    // The message only: an engine that is stopped during its start has not crashed.
    expect(second.stderr().trimEnd().split('\n')).toEqual([expect.stringContaining(port)]);
    first.process.kill('SIGINT');
    expect(await first.exited).toEqual({ code: 0, signal: null });
  });
});

describeWithEngine('a daemon that is killed in the middle of a run', () => {
  it('leaves no container, and its next start calls the run interrupted', async () => {
    const folder = temporaryDataDir();
    const first = await startChildDaemon(folder.dataDir);
    const user = await registerUser(first.url);
    const id = await startLongRun(user);
    const orphans = await listContainers(instanceOf(folder.dataDir));
    expect(orphans.length).toBeGreaterThan(0);
    first.process.kill('SIGKILL');
    await first.exited;
    const second = await startChildDaemon(folder.dataDir);
    const client = again(user, second);
    expect(await client.call(readExecution, { params: { id } })).toMatchObject({
      status: 'interrupted',
      exitCode: null,
    });
    const { logs } = await client.call(listAuditLog, { query: { action: 'code.execute' } });
    expect(logs).toMatchObject([{ metadata: { executionId: id } }]);
    await until(
      async () => !(await listContainers(instanceOf(folder.dataDir))).some((container) => orphans.includes(container)),
    );
    expect(await client.call(execute, { body: { language: 'bash', code: 'echo on' } })).toMatchObject({
      stdout: 'on\n',
    });
    second.process.kill('SIGTERM');
    await second.exited;
  });
});

describeWithEngine('a daemon that is asked to stop', () => {
  it('lets a run that is about to end do so, and answers it', async () => {
    const folder = temporaryDataDir();
    const daemon = await startChildDaemon(folder.dataDir);
    const user = await registerUser(daemon.url);
    const { url, credential } = user.client;
    const body = { language: 'bash', code: 'echo up; sleep 1; echo done' };
    const stream = await openEventStream(url, { method: 'POST', path: execute.path, headers: credential, body });
    await stream.next();
    await stream.next();
    daemon.process.kill('SIGTERM');
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'finished', data: { stdout: 'up\ndone\n' } });
    expect(await daemon.exited).toEqual({ code: 0, signal: null });
  });

  it('cancels a long run, records that, leaves no container and exits with 0', async () => {
    const folder = temporaryDataDir();
    const first = await startChildDaemon(folder.dataDir);
    const user = await registerUser(first.url);
    const id = await startLongRun(user);
    first.process.kill('SIGTERM');
    expect(await first.exited).toEqual({ code: 0, signal: null });
    expect(await listContainers(instanceOf(folder.dataDir))).toEqual([]);
    const second = await startChildDaemon(folder.dataDir);
    const kept = await again(user, second).call(readExecution, { params: { id } });
    expect(kept).toMatchObject({ status: 'cancelled', stdout: 'up\n' });
    second.process.kill('SIGTERM');
    await second.exited;
  });

  it('begins nothing more, not even for who is connected already', async () => {
    const folder = temporaryDataDir();
    const daemon = await startChildDaemon(folder.dataDir);
    const user = await registerUser(daemon.url);
    const socket = connectTo({ host: '127.0.0.1', port: Number(new URL(daemon.url).port) });
    let heard = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(requestText(user, { language: 'bash', code: 'sleep 2; echo the first' }));
    await until(async () => (await user.client.call(listExecutions)).executions[0]?.status === 'running');
    daemon.process.kill('SIGTERM');
    await until(async () => (await user.client.answer(readHealth).catch(() => undefined)) === undefined);
    socket.write(requestText(user, { language: 'bash', code: 'sleep 60; echo the second' }));
    await closed;
    expect(heard).toContain('the first');
    expect(heard).not.toContain('the second');
    expect(heard).toContain('shutting_down');
    expect(await daemon.exited).toEqual({ code: 0, signal: null });
    const next = await startChildDaemon(folder.dataDir);
    const { executions } = await again(user, next).call(listExecutions);
    expect(executions.map(({ status }) => status)).toEqual(['succeeded']);
    next.process.kill('SIGTERM');
    await next.exited;
  });
});

describeWithEngine('an engine that stops in the middle of a run', () => {
  it('ends the run as interrupted with a 503, and the next run works when it is back', async () => {
    const folder = temporaryDataDir();
    const path = join(folder.dataDir, '../engine.sock');
    const proxy = await openProxy(path);
    const daemon = await startChildDaemon(folder.dataDir, { DOCKER_HOST: `unix://${path}` });
    const user = await registerUser(daemon.url);
    const failing = user.client.refusal(execute, { body: longRun });
    await until(async () => (await user.client.call(listExecutions)).executions[0]?.status === 'running');
    await proxy.close();
    expect(await failing).toMatchObject({ code: 'engine_unavailable' });
    const [row] = (await user.client.call(listExecutions)).executions;
    expect(row).toMatchObject({ status: 'interrupted' });
    await until(async () => (await user.client.call(readHealth)).engine.status === 'unavailable');
    expect(await user.client.call(readHealth)).toMatchObject({
      status: 'degraded',
      engine: { nextStep: expect.any(String) },
    });
    const refused = await user.client.refusal(execute, { body: longRun });
    expect(refused).toMatchObject({ code: 'engine_unavailable', message: expect.stringContaining('npm run engine') });
    expect((await user.client.call(listExecutions)).executions).toHaveLength(1);

    const back = await openProxy(path);
    await until(async () => (await user.client.call(readHealth)).engine.status === 'ready');
    expect(await user.client.call(execute, { body: { language: 'bash', code: 'echo back' } })).toMatchObject({
      stdout: 'back\n',
    });
    daemon.process.kill('SIGTERM');
    expect(await daemon.exited).toEqual({ code: 0, signal: null });
    expect(await listContainers(instanceOf(folder.dataDir))).toEqual([]);
    await back.close();
  });
});

function requestText({ apiKey, client }: TestUser, body: object): string {
  const text = JSON.stringify(body);
  const { host } = new URL(client.url);
  const head = [`POST ${execute.path} HTTP/1.1`, `Host: ${host}`, `x-api-key: ${apiKey}`];
  return `${[...head, 'Content-Type: application/json', `Content-Length: ${text.length}`].join('\r\n')}\r\n\r\n${text}`;
}

/** Stands between a daemon and the real engine, so that the engine can go without being stopped for everyone. */
async function openProxy(path: string): Promise<{ close(): Promise<void> }> {
  const host = inject('engine')?.host ?? '';
  const target = host.startsWith('unix://')
    ? { path: host.slice('unix://'.length) }
    : { host: new URL(host).hostname, port: Number(new URL(host).port) };
  const sockets = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connectTo({ ...target, allowHalfOpen: true } as never);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once('error', () => undefined).once('close', () => sockets.delete(socket));
    }
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
