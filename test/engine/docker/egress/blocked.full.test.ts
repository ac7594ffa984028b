import { expect, test } from 'vitest';
import type { NetworkRule } from '../../../../src-shared/contracts/network/network-rules.ts';
import { describeRules, farName } from './rule-runs.ts';

const curl = 'curl -sS --max-time 15 "$@" 2>&1; echo " exit $?"';
const tls: NetworkRule[] = [{ host: '*.far.example' }];

describeRules('a run with network rules', { plan: 202 }, ({ run, far, names }) => {
  test.each([
    { what: 'a name that no rule allows', host: 'other.example', reason: 'name_not_allowed', port: 0 },
    { what: 'the suffix of a wildcard', host: 'far.example', reason: 'name_not_allowed', port: 0 },
    { what: 'a name with a private address', host: 'private.far.example' },
    { what: 'a name with one private address of two', host: 'mixed.far.example' },
    { what: 'a name with the address of a metadata service', host: 'metadata.far.example' },
    { what: 'a name with an address of this machine', host: 'own.far.example' },
    { what: 'a name with a public address of a neighbour on a link', host: 'neighbour.far.example' },
    { what: 'a name with a mapped private address', host: 'mapped.far.example' },
  ])('cannot reach $what', async ({ host, reason = 'closed_address', port = 443 }) => {
    const url = `https://${host}/`;
    await far().received();
    const result = await run({ code: curl, args: [url], allow: tls });
    expect(result.events.filter(({ phase }) => phase === 'blocked')).toMatchObject([{ host, port, reason }]);
    expect(result.stdout).toMatch(/exit (6|7|35|56)/);
    expect(await far().received()).toEqual({ connections: 0, requests: [] });
  });

  test('cannot reach an address, another port, or anything by UDP', async () => {
    await far().received();
    const code = `
import socket
def attempt(family, kind, address):
  with socket.socket(family, kind) as one:
    one.settimeout(3)
    try:
      one.connect(address)
      if kind == socket.SOCK_DGRAM:
        one.send(b'x')
        one.recv(10)
      print('reached')
    except OSError as error: print(type(error).__name__, error.errno)
attempt(socket.AF_INET, socket.SOCK_STREAM, ('${far().far.address}', 443))
attempt(socket.AF_INET6, socket.SOCK_STREAM, ('2001:db8::1', 443))
attempt(socket.AF_INET, socket.SOCK_DGRAM, ('${far().far.address}', 53))
known = socket.gethostbyname('${farName}')
attempt(socket.AF_INET, socket.SOCK_STREAM, (known, 80))
attempt(socket.AF_INET, socket.SOCK_DGRAM, (known, 443))
attempt(socket.AF_INET, socket.SOCK_DGRAM, (known, 53))`;
    const result = await run({ language: 'python', code, allow: tls });
    expect(result.stderr).toBe('');
    expect(result.stdout).not.toContain('reached');
    expect(result.stdout.split('\n').slice(0, 3).join()).toMatch(/OSError 101,OSError (99|101|97),OSError 101/);
    expect(result.stdout.match(/ConnectionRefusedError 111/g)).toHaveLength(3);
    expect(await far().received()).toEqual({ connections: 0, requests: [] });
  });

  test('cannot send another name in its handshake or its request', async () => {
    await far().received();
    const code = `
curl -sS --max-time 15 --connect-to other.far.example:443:${farName}:443 https://other.far.example/ 2>&1; echo " exit $?"
curl -sS --max-time 15 -H 'Host: other.far.example' https://checked.far.example/ 2>&1; echo " exit $?"
curl -sS --max-time 15 --proxy-insecure -x https://checked.far.example:443 http://other.far.example/ 2>&1; echo " exit $?"`;
    const allow: NetworkRule[] = [{ host: farName }, { host: 'checked.far.example', methods: ['GET'] }];
    const result = await run({ code, allow });
    const reasons = result.events.flatMap(({ reason }) => reason ?? []);
    expect(reasons).toEqual(['sni_mismatch', 'host_mismatch', 'host_mismatch']);
    expect((await far().received()).requests).toEqual([]);
  });

  test('asks the name server nothing for names that no rule allows, however many there are', async () => {
    const { asked } = names();
    asked.length = 0;
    const code = `
import socket
found = 0
for number in range(10000):
  try: socket.gethostbyname(f'data-{number}.evil.example')
  except socket.gaierror: found += 1
print(found)`;
    const result = await run({ language: 'python', code, allow: tls });
    expect(result.stdout).toBe('10000\n');
    expect(asked).toEqual([]);
    expect(result.events.length).toBeLessThanOrEqual(64);
  });

  test('looks a name up once for a connection, so that a second answer does not count', async () => {
    const { asked } = names();
    asked.length = 0;
    await run({ code: curl, args: [`https://${farName}/`], allow: tls });
    expect(asked.filter((name) => name === farName).length).toBeLessThanOrEqual(2);
  });

  test('follows a redirect only to a host that is allowed', async () => {
    const url = `http://plain.far.example/redirect/blocked.example`;
    const allow: NetworkRule[] = [{ host: 'plain.far.example', protocol: 'http' }];
    const result = await run({ code: curl, args: ['-L', url], allow });
    expect(result.stdout).toContain('exit 6');
    expect(result.events.filter(({ phase }) => phase === 'blocked')).toMatchObject([{ host: 'blocked.example' }]);
  });

  test('does not lose its ports to a wildcard', async () => {
    const code = `
import socket, urllib.request
server = socket.create_server(('127.0.0.1', 443))
other = socket.create_server(('0.0.0.0', 8443))
print(urllib.request.urlopen('https://${farName}/', timeout=15).status)
socket.create_connection(('127.0.0.1', 443)).close()
socket.create_connection(('localhost', 8443)).close()
print(server.accept()[1][0], other.accept()[1][0])`;
    const result = await run({ language: 'python', code, allow: tls.map((rule) => ({ ...rule, methods: ['GET'] })) });
    expect([result.stdout, result.stderr]).toEqual(['200\n127.0.0.1 127.0.0.1\n', '']);
  });
});
