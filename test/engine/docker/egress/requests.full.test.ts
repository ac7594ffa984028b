import { expect, test } from 'vitest';
import type { NetworkRule } from '../../../../src-shared/contracts/network/network-rules.ts';
import { rawRequests } from './raw-requests.ts';
import { boundSecret, describeRules, farName } from './rule-runs.ts';

const host = farName;
const value = 'sk-live-7Qx/value+of=the.secret';
const allow: NetworkRule[] = [{ host, secrets: ['TOKEN'] }];

describeRules('requests of a run that are read', { plan: 205 }, ({ run, far }) => {
  const attempt = async (code: string, more: { allow?: NetworkRule[]; locations?: string[] } = {}) => {
    await far().received();
    const secrets = [boundSecret('TOKEN', value, { host, ...(more.locations && { locations: more.locations }) })];
    const input = { language: 'python', code: `${rawRequests}\nhost = '${host}'\n${code}`, secrets };
    const result = await run({ ...input, allow: more.allow ?? allow });
    expect(result.stderr).toBe('');
    return {
      ...result,
      reasons: result.events.flatMap(({ reason }) => reason ?? []),
      received: await far().received(),
    };
  };

  test.each([
    [
      'a length and chunks',
      "get(host, '/', 'Content-Length: 3', 'Transfer-Encoding: chunked', body='0\\r\\n\\r\\n')",
      'bad_request',
    ],
    ['two lengths', "get(host, '/', 'Content-Length: 1', 'Content-Length: 2', body='ab')", 'bad_request'],
    ['two hosts', "get(host, '/', 'Host: other.far.example')", 'bad_request'],
    ['another host', "get('other.far.example')", 'host_mismatch'],
    ['no host', "'GET / HTTP/1.1\\r\\nConnection: close\\r\\n\\r\\n'", 'bad_request'],
    ['an absolute target', "get(host, 'https://other.far.example/')", 'bad_request'],
    ['CONNECT', "f'CONNECT other.far.example:443 HTTP/1.1\\r\\nHost: {host}\\r\\n\\r\\n'", 'bad_request'],
    ['an unknown encoding of the body', "get(host, '/', 'Transfer-Encoding: strange', body='x')", 'bad_request'],
    ['a folded header', "get(host, '/', 'A: b\\r\\n c')", 'bad_request'],
    ['a line that ends without CR', "get(host).replace('\\r\\n', '\\n')", 'bad_request'],
  ])('with %s are refused, and nothing arrives', async (_name, request, reason) => {
    const { stdout, reasons, received } = await attempt(`ask(${request}, host)`);
    expect(stdout.trim()).toMatch(/^(400|403|closed)$/);
    expect(reasons).toEqual([reason]);
    expect(received.requests).toEqual([]);
  });

  test('with too many headers are answered with 431', async () => {
    const { stdout, reasons, received } = await attempt("ask(get(host, '/', 'X-Long: ' + 'x' * 17 * 1024), host)");
    expect(stdout.trim()).toBe('431');
    expect([reasons, received.requests]).toEqual([['too_large'], []]);
  });

  test.each([
    ['the path', "get(host, f'/{token}')"],
    ['the query', "get(host, f'/?key={token}')"],
    ['the query, encoded', "get(host, '/?key=' + ''.join(f'%{ord(c):02x}' for c in token))"],
    ['another header', "get(host, '/', f'X-Other: {token}')"],
    ['the name of a header', "get(host, '/', f'{token}: x')"],
    ['Base64', "get(host, '/', 'X-Data: ' + base64.b64encode(b'ab' + token.encode() + b'c').decode())"],
    ['a body', "get(host, '/', f'Content-Length: {len(token) + 4}', body=f'ab{token}cd')"],
  ])('with a placeholder in %s are refused, and it never arrives', async (_name, request) => {
    const { stdout, reasons, received, uses } = await attempt(`ask(${request}, host)`);
    expect(stdout.trim()).toBe('403');
    expect(reasons).toEqual(['placeholder_misplaced']);
    expect(JSON.stringify(received)).not.toMatch(/srph_|sk-live/);
    expect(uses).toEqual([]);
  });

  test('with a placeholder to another host, or without encryption, are refused', async () => {
    const code = `
ask(get('other.far.example', '/', f'Authorization: Bearer {token}'), 'other.far.example')
with socket.create_connection(('plain.far.example', 80)) as plain:
  plain.sendall(get('plain.far.example', '/', f'Authorization: Bearer {token}').encode())
  print(plain.recv(100).split()[1].decode())`;
    const more: NetworkRule[] = [
      ...allow,
      { host: 'other.far.example', methods: ['GET'] },
      { host: 'plain.far.example', protocol: 'http' },
    ];
    const { stdout, reasons, received } = await attempt(code, { allow: more });
    expect(stdout).toBe('403\n403\n');
    expect(reasons).toEqual(['placeholder_misplaced', 'placeholder_misplaced']);
    expect(received.requests).toEqual([]);
  });

  test('put the value into Basic credentials, a parameter and a field of a body', async () => {
    const code = `
basic = base64.b64encode(f'user:{token}'.encode()).decode()
ask(get(host, '/basic', f'Authorization: Basic {basic}'), host)
ask(get(host, f'/query?a=1&key={token}'), host)
body = '{"auth": {"token": "%s"}, "other": 1}' % token
fields = ('Content-Type: application/json', f'Content-Length: {len(body)}')
ask(get(host, '/body', *fields, body=body).replace('GET', 'POST', 1), host)`;
    const { stdout, received } = await attempt(code, { locations: ['authorization', 'query:key', 'body:/auth/token'] });
    expect(stdout).toBe('200\n200\n200\n');
    const [basic, query, body] = received.requests;
    expect(Buffer.from(basic?.headers.authorization?.slice(6) ?? '', 'base64').toString()).toBe(`user:${value}`);
    expect(new URL(query?.url ?? '', 'http://far').searchParams.get('key')).toBe(value);
    expect(JSON.parse(body?.body ?? '')).toEqual({ auth: { token: value }, other: 1 });
  });

  test.each(['', '?encoding=gzip', '?encoding=br', '?encoding=deflate', '?encoding=zstd'])(
    'get an answer in which the value is masked, whatever its encoding: /answer%s',
    async (query) => {
      const code = `
answer = ask(get(host, '/answer${query}', f'Authorization: Bearer {token}', 'Accept-Encoding: gzip, br, zstd', 'Range: bytes=8-20'), host)
print(answer.decode('latin1').lower())`;
      const { stdout, received } = await attempt(code);
      expect(received.requests[0]?.headers).toMatchObject({
        authorization: `Bearer ${value}`,
        'accept-encoding': 'identity',
      });
      expect(received.requests[0]?.headers).not.toHaveProperty('range');
      expect(stdout).toContain('x-echo: bearer ***');
      expect(stdout).toMatch(/bearer \*\*\*\s/);
      expect(stdout).not.toContain(value.toLowerCase());
    },
  );

  test('are refused by method and path', async () => {
    const code = `
ask(get(host, '/v1/users/1'), host)
ask(get(host, '/v1/users/1').replace('GET', 'DELETE', 1), host)
ask(get(host, '/v2/users'), host)
ask(get(host, '/v1/../v2'), host)
ask(get(host, '/v1/%2e%2e/v2'), host)
ask(get(host, '/v1/a%2fb'), host)`;
    const { stdout, reasons, received } = await attempt(code, {
      allow: [{ host, methods: ['GET'], paths: ['/v1/**'], secrets: ['TOKEN'] }],
    });
    expect(stdout).toBe('200\n403\n403\n403\n403\n403\n');
    expect(reasons).toEqual(['method_not_allowed', ...Array(4).fill('path_not_allowed')]);
    expect(received.requests.map(({ url }) => url)).toEqual(['/v1/users/1']);
  });

  test('are not sent if the use of the secret cannot be recorded', async () => {
    await far().received();
    const code = `${rawRequests}\nask(get('${host}', '/', f'Authorization: Bearer {token}'), '${host}')`;
    const onSecretUse = () => {
      throw new Error('the disk is full');
    };
    const result = await run({ language: 'python', code, allow, secrets: [boundSecret('TOKEN', value)], onSecretUse });
    expect(result.stdout).toBe('403\n');
    expect((await far().received()).requests).toEqual([]);
  });

  test('of a name whose certificate is for another one are answered with 502, without the value', async () => {
    const other = 'wrong.far.example';
    await far().received();
    const code = `${rawRequests}\nask(get('${other}', '/', f'Authorization: Bearer {token}'), '${other}')`;
    const secrets = [boundSecret('TOKEN', value, { host: other })];
    const result = await run({ language: 'python', code, secrets, allow: [{ host: other, secrets: ['TOKEN'] }] });
    expect(result.stdout).toBe('502\n');
    expect(result.events.flatMap(({ reason }) => reason ?? [])).toEqual(['bad_certificate']);
    expect((await far().received()).requests).toEqual([]);
  });

  test('need a server name in the handshake that is the name of the connection', async () => {
    const code = `
context.check_hostname = False
for name in ('other.far.example', None):
  try:
    plain = socket.create_connection((host, 443), timeout=20)
    context.wrap_socket(plain, server_hostname=name)
    print('connected')
  except OSError as error: print('reset')`;
    const { stdout, reasons } = await attempt(code);
    expect(stdout).toBe('reset\nreset\n');
    expect(reasons).toEqual(['sni_mismatch', 'sni_mismatch']);
  });
});
