/** Requests that arrive together on one connection: each costs what one request costs. */
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express, { Router } from 'express';
import { describe, expect, it } from 'vitest';
import { createHttpServer } from '../../../../src-daemon/http/server/create-http-server.ts';
import { mountOpenApi } from '../../../../src-daemon/openapi/openapi.routes.ts';
import { readHealth } from '../../../../src-shared/contracts/service.contract.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { cleanUpAfterTest } from '../../../support/leftovers/clean-ups.ts';
import { readAnswers, sendBytes } from '../../../support/network/raw-socket.ts';
import { until } from '../../../support/until.ts';

const daemon = testDaemonOfFile();
const get = (path: string, port: number) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
const bundle = '/docs/swagger-ui-bundle.js';

/** Starts a server whose answers the test sends. */
async function startHeld() {
  const held: ServerResponse[] = [];
  const log = { info: () => undefined };
  const server = createHttpServer((_request, response) => void held.push(response), { log });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUpAfterTest(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { held, port };
}

/** Returns the number of descriptors of this process, which is the daemon's too, that are open for a file. */
function descriptorsOf(fileName: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).endsWith(fileName);
    } catch {
      return false;
    }
  }).length;
}

describe('requests in one packet', () => {
  it('are handled one after the other, and answered in their order', async () => {
    const { held, port } = await startHeld();
    const received = sendBytes(port, ['/1', '/2', '/3'].map((path) => get(path, port)).join(''), { end: true });
    for (const number of [1, 2, 3]) {
      await until(() => held.length === number);
      held.at(-1)?.end(`answer ${number}`);
    }
    const answers = readAnswers(await received);
    expect(answers.map(({ body }) => body)).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });

  it('are at most 17: more close the connection, and no other is handled', async () => {
    const { held, port } = await startHeld();
    const received = await sendBytes(port, get('/', port).repeat(18)).catch(() => '');
    expect(received).toBe('');
    expect(held).toHaveLength(1);
    held[0]?.end('nobody reads this');
    const { held: others, port: otherPort } = await startHeld();
    const socket = connect(otherPort, '127.0.0.1');
    cleanUpAfterTest(() => void socket.destroy());
    socket.write(get('/', otherPort).repeat(17));
    await until(() => others.length === 1);
    expect(socket.destroyed).toBe(false);
  });

  it('of a client that leaves are not begun', async () => {
    const { held, port } = await startHeld();
    const socket = connect(port, '127.0.0.1');
    socket.write(get('/', port).repeat(5));
    await until(() => held.length === 1);
    const closed = once(held[0] as ServerResponse, 'close');
    socket.resetAndDestroy();
    await closed;
    expect(held).toHaveLength(1);
  });

  it('open a file one after the other', async () => {
    const { port } = daemon();
    const socket = connect(port, '127.0.0.1');
    cleanUpAfterTest(() => void socket.destroy());
    // Nothing is read, so the first answer is not complete.
    socket.pause();
    socket.write(get(bundle, port).repeat(16));
    await until(() => descriptorsOf('swagger-ui-bundle.js') > 0);
    expect((await fetch(`${daemon().url}${readHealth.path}`)).status).toBe(200);
    // Between two answers no file is open.
    await until(() => descriptorsOf('swagger-ui-bundle.js') > 0);
    expect(descriptorsOf('swagger-ui-bundle.js')).toBe(1);
  });
});

describe('the OpenAPI document', () => {
  it('is built once', async () => {
    const router = Router();
    let built = 0;
    const url = () => {
      built++;
      return 'http://127.0.0.1:1';
    };
    const host = { router, mounted: [], authenticate: async () => undefined };
    mountOpenApi(host, { version: '1.0.0', resourcesDir: 'resources', url });
    const server = createServer(express().use(router)).listen(0, '127.0.0.1');
    cleanUpAfterTest(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const texts = [];
    for (let i = 0; i < 3; i++) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      texts.push(await answer.text());
    }
    expect(built).toBe(1);
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'http://127.0.0.1:1' }] });
  });
});
