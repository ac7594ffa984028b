/** The document that clients are made from, and the page that shows it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { readOpenApi } from '../../src-shared/contracts/service.contract.ts';
import { errorCatalog } from '../../src-shared/error-catalog.ts';
import { testDaemonOfFile } from '../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();
const redocly = join(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js');

interface Operation {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}
type OpenApi = { openapi: string; servers: { url: string }[]; paths: Record<string, Record<string, Operation>> };

const read = async () => (await daemon().client.call(readOpenApi)) as unknown as OpenApi;

async function operations(): Promise<Operation[]> {
  return Object.values((await read()).paths).flatMap((path) => Object.values(path));
}

describe('the OpenAPI document', () => {
  it('is valid 3.1 by the rules of another program', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
    try {
      const document = join(folder, 'openapi.json');
      const config = join(folder, 'redocly.yaml');
      writeFileSync(document, JSON.stringify(await read()));
      // The structure, every reference, every path: not taste, and not that a server is on the Internet.
      writeFileSync(config, 'extends: [spec]\n');
      const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
      const lint = ['lint', document, '--config', config, '--format', 'json'];
      const { stdout } = await execa(process.execPath, [redocly, ...lint], { env, reject: false });
      const { totals, problems } = JSON.parse(stdout);
      expect(problems).toEqual([]);
      expect(totals.errors).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has every operation that is mounted, and no other', async () => {
    const { paths, openapi, servers } = await read();
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const mounted = daemon().daemon.app.mounted.map(
      ({ method, path }) => `${method} ${path.replace(/[:*](\w+)/g, '{$1}')}`,
    );
    expect(documented.toSorted()).toEqual(mounted.toSorted());
    expect(openapi).toMatch(/^3\.1\./);
    expect(servers).toMatchObject([{ url: daemon().url }]);
  });

  it('names each operation once', async () => {
    const ids = (await operations()).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says of each operation which credential it takes, and 401 wherever it takes one', async () => {
    for (const { operationId, security, responses } of await operations())
      expect('401' in responses || security.length === 0, operationId).toBe(true);
    const { paths } = await read();
    expect(paths['/api/v1/health']?.get?.security).toEqual([]);
    expect(paths['/api/v1/execute']?.post?.security).toEqual([{ apiKey: [] }, { session: [] }]);
    expect(paths['/api/v1/auth/logout']?.post?.security).toEqual([{ session: [] }]);
  });

  it('gives every parameter of a path', async () => {
    for (const [path, methods] of Object.entries((await read()).paths)) {
      const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
      for (const { operationId, parameters = [] } of Object.values(methods)) {
        const given = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
        expect(given.toSorted(), operationId).toEqual(named.toSorted());
      }
    }
  });

  it('answers nothing with a status that the catalog of errors does not have', async () => {
    const known = new Set<string>(Object.values(errorCatalog).map(({ status }) => String(status)));
    // MCP itself demands 406.
    for (const { operationId, responses } of await operations())
      for (const status of Object.keys(responses))
        expect(known.has(status) || /^2|^406$/.test(status), `${operationId} ${status}`).toBe(true);
  });
});

describe('the page that shows it', () => {
  it('asks for nothing but this daemon, and is held to that', async () => {
    const page = await daemon().client.send({ path: '/docs' });
    expect(page.status).toBe(200);
    const addresses = Array.from(page.text.matchAll(/(?:src|href)="([^"]+)"/g), ([, address]) => address ?? '');
    expect(addresses.length).toBeGreaterThan(2);
    for (const path of [...addresses, '/api/v1/openapi.json']) {
      expect(path).toMatch(/^\/[^/]/);
      expect((await daemon().client.send({ path })).status, path).toBe(200);
    }
    const script = await daemon().client.send({ path: '/docs/show-api.js' });
    expect(script.text).not.toMatch(/https?:/);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  });
});
