/** Compares the headers in docs/ai.md with those that an endpoint receives. */
import type { IncomingHttpHeaders } from 'node:http';
import { expect, it } from 'vitest';
import { generate } from '../../src-shared/contracts/generation.contract.ts';
import { putProvider, testProvider } from '../../src-shared/contracts/providers.contract.ts';
import { readSource } from '../house/checkout.ts';
import { testDaemonOfFile } from '../support/daemon/test-daemon.ts';
import { modelEndpointOfFile } from '../support/network/model-endpoint.ts';

const daemon = testDaemonOfFile();
const endpoint = modelEndpointOfFile();

type Kind = 'all' | 'all, if the provider has a key' | 'questions to the model';

/** The rows of the table: name, value (empty if it differs between requests), and the requests that have the header. */
const rows = [...readSource('docs/ai.md').matchAll(/^\| `([a-z-]+): ([^`]*)` \| ([^:|]+)(?:: [^|]+)? \|$/gm)].map(
  ([, name = '', value = '', requests]) => ({ name, value, requests: requests as Kind }),
);

it.each(['sk-example', undefined])('ai.md lists exactly the headers of requests with the key %s', async (apiKey) => {
  const { client } = await daemon().newUser();
  const body = { baseUrl: endpoint().url, model: 'test-model', ...(apiKey !== undefined && { apiKey }) };
  await client.call(putProvider, { params: { id: 'p' }, body });
  await client.call(testProvider, { params: { id: 'p' } });
  await client.call(generate, { body: { prompt: 'Say hello.', language: 'python', execute: false } });

  const sent = endpoint().requests.map(({ method, headers }) => ({ method, headers: valuesOf(headers) }));
  expect(sent).toEqual([
    { method: 'GET', headers: headersFor(['all', apiKey && 'all, if the provider has a key']) },
    {
      method: 'POST',
      headers: headersFor(['all', apiKey && 'all, if the provider has a key', 'questions to the model']),
    },
  ]);

  function headersFor(kinds: (string | undefined)[]) {
    const listed = rows.filter(({ requests }) => kinds.includes(requests));
    return Object.fromEntries(listed.map(({ name, value }) => [name, value.replace('KEY', apiKey ?? '')]));
  }
});

/** Returns the headers, without the values that the page describes. */
function valuesOf(headers: IncomingHttpHeaders) {
  const described = new Set(rows.filter(({ value }) => value === '').map(({ name }) => name));
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, described.has(name) ? '' : value]));
}
