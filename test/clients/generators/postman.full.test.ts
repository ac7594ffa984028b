/** The OpenAPI document as a Postman collection: each request, with its example, does what its description says. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { send } from '../../support/network/http-send.ts';
import { type CollectedRequest, type Collection, requestsOf } from './postman/collection.ts';
import { runRequest } from './postman/run-request.ts';
import { installTools } from './tools.ts';

const daemon = testDaemonOfFile();
let folder = '';
let requests: CollectedRequest[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postman-'));
  const { tool } = await installTools(folder);
  const { text } = await send(daemon().url, { path: '/api/v1/openapi.json' });
  writeFileSync(join(folder, 'openapi.json'), text);
  const options = ['-O', 'parametersResolution=Example,enableOptionalParameters=false'];
  const converted = await tool('openapi2postmanv2', ['-s', 'openapi.json', '-o', 'collection.json', ...options]);
  expect(converted.exitCode, converted.all).toBe(0);
  requests = requestsOf(JSON.parse(readFileSync(join(folder, 'collection.json'), 'utf8')) as Collection);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Requests that need more than the collection can have, and the code of the error that says so. */
const refused: Readonly<Record<string, string>> = {
  // The desktop app signs these.
  'POST /api/v1/zk/reseals/:id/commit': '404 reseal_not_found',
  'PUT /api/v1/zk/reseals/:id/code/:name': '404 reseal_not_found',
  'PUT /api/v1/auth/remembered': '403 shell_not_proven',
  'POST /api/v1/auth/remembered/session': '403 shell_not_proven',
  // No connection is held, and no item was rolled back.
  'POST /api/v1/executions/:id/network/decisions': '409 execution_finished',
  'POST /api/v1/executions/delete': '404 execution_not_found',
  'POST /api/v1/sandboxes/:id/network/decisions': '403 network_not_allowed',
  'POST /api/v1/items/accept': '404 item_not_found',
  // Only over the socket of the daemon.
  'POST /api/v1/secret-values': '403 forbidden',
  // There is no model.
  'POST /api/v1/generate': '422 no_provider',
  'POST /api/v1/generate/stream': '422 no_provider',
  'POST /api/v1/generations/:id/cancel': '404 generation_not_found',
  'GET /api/v1/generations/:id/events': '404 generation_not_found',
  // MCP requires a client that accepts both JSON and events, and a session.
  'POST /mcp': '406 -32000',
  'DELETE /mcp': '404 session_not_found',
};

describeWithEngine('the requests of the collection', () => {
  it('succeed with their examples, or say what is missing', { timeout: 600_000 }, async () => {
    expect(requests.length).toBeGreaterThan(100);
    const failed: Record<string, string> = {};
    for (const request of requests) {
      const { status, json } = await runRequest(daemon(), request, requests);
      const { error } = (json ?? {}) as { error?: { code: string | number } };
      if (status >= 300) failed[request.name] = `${status} ${error?.code}`;
    }
    expect(failed).toEqual(refused);
  });
});
