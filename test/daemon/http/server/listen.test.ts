/** Where the daemon listens, and what it says when another program was there first. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ListenError, type Listening, listen } from '../../../../src-daemon/http/server/listen.ts';
import { removeLocalSocket } from '../../../../src-daemon/http/server/local-socket.ts';
import { squat } from '../../../support/daemon/squatter.ts';
import { hasIpv6 } from '../../../support/network/has-ipv6.ts';
import { until } from '../../../support/until.ts';

const isPosix = process.platform !== 'win32';
const opened: Listening[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'listen-'));
});
afterEach(async () => {
  for (const listening of opened.splice(0)) await listening.close();
});

async function open({ port = 0, isPreferred = false, socketFolder = folder } = {}): Promise<Listening> {
  const server = () => createServer((_request, response) => void response.end('here'));
  const listening = await listen(server, { port, isPreferred, socketFolder });
  opened.push(listening);
  return listening;
}

/** Returns one answer, over a new connection. */
function ask(address: { socketPath?: string; host?: string; port?: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    const asking = get({ ...address, agent: false }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    });
    asking.once('error', reject);
  });
}

/** Creates the socket file that a killed process leaves. */
function leaveSocket(path: string): void {
  const program = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', program, path]);
  expect(statSync(path).isSocket()).toBe(true);
}

const socketFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('strongroom-socket-'));

describe('the daemon listens', () => {
  it('to 512 connections at its port, and at its socket however many those are', async () => {
    const { port, socketPath } = await open();
    const held = Array.from({ length: 512 }, () => connect(port, '127.0.0.1'));
    try {
      await Promise.all(held.map((connection) => once(connection, 'connect')));
      await expect(ask({ host: '127.0.0.1', port })).rejects.toThrow(/ECONNRESET|socket hang up/);
      expect(await ask({ socketPath })).toBe('here');
    } finally {
      for (const connection of held) connection.destroy();
    }
    const isAnswered = () =>
      ask({ host: '127.0.0.1', port }).then(
        () => true,
        () => false,
      );
    await until(isAnswered);
  });

  it('at one port of both loopback addresses and at a socket, and nowhere after it has stopped', async () => {
    const listening = await open();
    const { port, socketPath, warnings } = listening;
    const addresses = [{ host: '127.0.0.1', port }, { socketPath }, ...(hasIpv6 ? [{ host: '::1', port }] : [])];
    for (const address of addresses) expect(await ask(address)).toBe('here');
    expect(warnings).toEqual([]);
    await listening.close();
    for (const address of addresses) await expect(ask(address)).rejects.toThrow(/ECONNREFUSED|ENOENT/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(isPosix)('at a socket that its owner alone can open', async () => {
    const { socketPath } = await open();
    expect(dirname(socketPath)).toBe(folder);
    expect(statSync(socketPath).mode & 0o777).toBe(0o600);
  });

  it.runIf(isPosix)('at a socket in place of the one that a killed daemon has left', async () => {
    const path = join(folder, 'daemon.sock');
    leaveSocket(path);
    writeFileSync(join(folder, 'keep'), '');
    const { socketPath } = await open();
    expect(socketPath).toBe(path);
    expect(await ask({ socketPath })).toBe('here');
    expect(existsSync(join(folder, 'keep'))).toBe(true);
  });

  it.runIf(isPosix)('at a socket in a private folder elsewhere where the path is too long', async () => {
    const long = join(folder, 'x'.repeat(100));
    mkdirSync(long, { mode: 0o700 });
    const listening = await open({ socketFolder: long });
    expect(await ask({ socketPath: listening.socketPath })).toBe('here');
    expect(statSync(dirname(listening.socketPath)).mode & 0o777).toBe(0o700);
    await listening.close();
    expect(existsSync(dirname(listening.socketPath))).toBe(false);
    expect(socketFolders()).toEqual([]);
  });

  it.runIf(isPosix)('at a socket elsewhere where something else has its name, which stays', async () => {
    const path = join(folder, 'daemon.sock');
    writeFileSync(path, 'a letter');
    const listening = await open();
    expect(listening.socketPath).not.toBe(path);
    expect(await ask({ socketPath: listening.socketPath })).toBe('here');
    await listening.close();
    expect(statSync(path).size).toBe(8);
  });
});

it.runIf(isPosix)(
  'a socket that a killed daemon has left elsewhere is removed with its folder, and nothing else',
  async () => {
    const own = mkdtempSync(join(tmpdir(), 'strongroom-socket-'));
    const foreign = mkdtempSync(join(tmpdir(), 'foreign-'));
    for (const owner of [own, foreign]) {
      leaveSocket(join(owner, 'daemon.sock'));
      removeLocalSocket(join(owner, 'daemon.sock'), folder);
    }
    removeLocalSocket(join(foreign, 'other'), folder);
    expect([existsSync(own), readdirSync(foreign)]).toEqual([false, ['daemon.sock']]);
  },
);

describe('a port that another program has', () => {
  const self = new RegExp(`\\(pid ${process.pid}\\)`);
  const knowsHolders = process.platform === 'linux';

  it('is an error that names the port and the program', async () => {
    const { port } = await squat(0);
    const error = await open({ port }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ListenError);
    expect(error).toMatchObject({ reason: 'port_taken', message: expect.stringContaining(`Port ${port} is taken by`) });
    if (knowsHolders) expect((error as ListenError).message).toMatch(self);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('at a preferred port is a warning that names it, another port for this start, and that port again when it is free', async () => {
    const squatter = await squat(0);
    const first = await open({ port: squatter.port, isPreferred: true });
    expect(first.port).not.toBe(squatter.port);
    expect(await ask({ host: '127.0.0.1', port: first.port })).toBe('here');
    expect(first.warnings[0]).toContain(`Port ${squatter.port}, which these data usually have, is taken by`);
    expect(first.warnings[0]).toContain(`This start uses port ${first.port}.`);
    if (knowsHolders) expect(first.warnings[0]).toMatch(self);
    expect(squatter.received()).toEqual([]);
    await squatter.close();
    const second = await open({
      port: squatter.port,
      isPreferred: true,
      socketFolder: mkdtempSync(join(tmpdir(), 'listen-')),
    });
    expect([second.port, second.warnings]).toEqual([squatter.port, []]);
  });

  it.runIf(hasIpv6)('at [::1] alone is a warning that names it, and the daemon serves at 127.0.0.1', async () => {
    const squatter = await squat(0, '::1');
    const { port, warnings } = await open({ port: squatter.port });
    expect(await ask({ host: '127.0.0.1', port })).toBe('here');
    expect(warnings).toEqual([expect.stringContaining(`[::1]:${port} is taken by`)]);
    if (knowsHolders) expect(warnings[0]).toMatch(self);
    expect(squatter.received()).toEqual([]);
  });
});
