/** The texts of the errors and of the progress of a push. */
import { describe, expect, test } from 'vitest';
import { pushError } from '../../../../src-daemon/engine/docker/registry/push-error.ts';
import { createPushProgress, PushEvent } from '../../../../src-daemon/engine/docker/registry/push-progress.ts';

const host = 'registry.example.com';
const name = `${host}/strongroom-jvm:0123456789abcdef`;
const credentials = { serveraddress: host, username: 'user', password: 'secret-of-the-registry' };

describe('a failed push', () => {
  test.each([
    ['unauthorized: authentication required', 'docker login registry.example.com'],
    ['no basic auth credentials', 'docker login registry.example.com'],
    ['denied: requested access to the resource is denied', 'docker login registry.example.com'],
    ['Get "https://registry.example.com/v2/": dial tcp: lookup registry.example.com: no such host', 'Check the name'],
    ['Get "https://registry.example.com/v2/": http: server gave HTTP response to HTTPS client', 'only by TLS'],
    ['Get "https://registry.example.com/v2/": x509: certificate signed by unknown authority', 'certificate authority'],
    ['dial tcp 192.0.2.1:443: connect: connection refused', "that the engine's machine reaches registry.example.com"],
    ['received unexpected HTTP status: 500 Internal Server Error', 'Try again.'],
  ])('%s', (text, advice) => {
    const { message } = pushError(text, { host, name, credentials: undefined });
    expect(message).toContain(`${name} could not be pushed: ${text}. `);
    expect(message).toContain(advice);
  });

  test.each([
    ['password', credentials],
    ['token', { serveraddress: host, identitytoken: credentials.password }],
  ])('shows no %s that the registry repeats', (_name, given) => {
    const { message } = pushError(`denied: ${credentials.password}\u001b[2J`, { host, name, credentials: given });
    expect(message).toContain('denied: [secret]␛[2J. Log in');
  });
});

describe('the progress', () => {
  function linesOf(...events: unknown[]): string[] {
    const lines: string[] = [];
    const onEvent = createPushProgress((line) => lines.push(line));
    for (const event of events) onEvent(PushEvent.parse(event));
    return lines;
  }

  function pushing(id: string, current: number) {
    return { id, status: 'Pushing', progressDetail: { current, total: 100e6 }, progress: '[=>  ]' };
  }

  test('has a line for each quarter of a large layer, and for each layer that is there', () => {
    expect(
      linesOf(
        { status: 'The push refers to repository [registry.example.com/strongroom-jvm]' },
        { id: 'a', status: 'Preparing', progressDetail: {} },
        { id: 'b', status: 'Layer already exists' },
        ...[1e6, 26e6, 27e6, 60e6, 99e6, 101e6].map((current) => pushing('a', current)),
        { id: 'c', status: 'Pushing', progressDetail: { current: 900, total: 1000 } },
        { id: 'c', status: 'Pushed' },
        { id: 'c', status: 'Pushed' },
        { id: 'a', status: 'Retrying in 5 seconds' },
        { id: 'a', status: 'Retrying in 4 seconds' },
      ),
    ).toEqual([
      '  b: Layer already exists',
      '  a: 25 %',
      '  a: 50 %',
      '  a: 75 %',
      '  c: Pushed',
      '  a: failed, and the engine tries again',
    ]);
  });

  test('is short and printable, whatever the engine says', () => {
    const [line = '', ...more] = linesOf({ id: `\u001b[2J${'a'.repeat(5000)}`, status: `Pushed\n${'b'.repeat(5000)}` });
    expect([line.slice(0, 8), line.length, more]).toEqual(['  ␛[2Jaa', 604, []]);
    expect(linesOf(...Array.from({ length: 1000 }, (_, id) => ({ id: `${id}`, status: 'Pushed' })))).toHaveLength(200);
  });
});
