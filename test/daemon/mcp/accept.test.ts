import { expect, it } from 'vitest';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { initialize } from './agent.ts';

const daemon = testDaemonOfFile();

async function post(headers: Record<string, string>, body: unknown = initialize) {
  const { apiKey } = await daemon().newUser();
  const response = await fetch(new URL('/mcp', daemon().url), {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

it.each(['*/*', 'application/json, text/event-stream', 'application/*, text/*;q=0.5'])(
  'POST /mcp takes Accept: %s',
  async (accept) => {
    const { status, text } = await post({ accept });
    expect(status).toBe(200);
    expect(text).toContain('"protocolVersion"');
  },
);

it('answers in the forms that the OpenAPI document has', async () => {
  const document = (await (await fetch(new URL('/api/v1/openapi.json', daemon().url))).json()) as {
    paths: Record<string, { post?: { responses: Record<string, { content?: Record<string, { schema: object }> }> } }>;
  };
  const { responses } = document.paths['/mcp']?.post ?? { responses: {} };
  const schemaOf = (status: number) => JSON.stringify(responses[status]?.content?.['application/json']?.schema ?? null);
  const refused = await post({ accept: 'application/json' });
  expect(refused.status).toBe(406);
  expect(JSON.parse(refused.text)).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  expect(schemaOf(406)).toContain('JsonRpcError');
  const invalid = await post(
    { accept: '*/*', 'mcp-protocol-version': '2026-07-28' },
    { jsonrpc: '2.0', id: 1, method: 'x' },
  );
  expect(invalid.status).toBe(400);
  expect(schemaOf(400)).toMatch(/schemas\/Error".*JsonRpcError/);
  for (const path of ['/mcp', '/api/v1/execute']) expect(document.paths[path]?.post?.responses).toHaveProperty('417');
});
