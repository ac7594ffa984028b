/** The forwarder of the installer, in a sandbox, with a proxy that records the requests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusedHostIn } from '../../../../src-daemon/engine/refused-host.ts';
import { describeWithDocker, resourcesDir, run } from '../docker-fixture.ts';

const forwarder = readFileSync(join(resourcesDir, 'installer/forwarder.py')).toString('base64');
const encoded = Buffer.from('clerk:pass word').toString('base64');

/** Sends each request to the forwarder and prints what the proxy and the client received. */
const program = `
import base64, json, socket, sys, threading
exec(compile(base64.b64decode('${forwarder}'), 'forwarder.py', 'exec'))
received = []
def serve(listener):
  while True:
    connection, _ = listener.accept()
    text = b''
    connection.settimeout(0.3)
    try:
      while chunk := connection.recv(65536): text += chunk
    except OSError: pass
    received.append(text.decode('latin1'))
    connection.sendall(b'HTTP/1.1 ' + (b'407 No' if b'/denied' in text else b'200 OK') + b'\\r\\nContent-Length: 0\\r\\n\\r\\n')
    connection.close()
listener = socket.create_server(('127.0.0.1', 0))
threading.Thread(target=serve, args=(listener,), daemon=True).start()
lines = []
def ask(address, request):
  received.clear()
  client = socket.create_connection(('127.0.0.1', int(address.rsplit(':', 1)[1])))
  client.settimeout(5)
  client.sendall(request.encode('latin1'))
  answer = b''
  try:
    while chunk := client.recv(65536): answer += chunk
  except OSError: pass
  return [received[:], answer.decode('latin1').split('\\r\\n')[0]]
hosts = ['a:80', 'a:443']
address = start_forwarder('http://clerk:pass%20word@127.0.0.1:' + str(listener.getsockname()[1]), hosts, None, lines.append)
closed = start_forwarder('http://clerk:pass%20word@127.0.0.1:9', hosts, None, lines.append)
answers = [ask(address, request) for request in json.load(sys.stdin)]
print(json.dumps([answers, ask(closed, 'GET http://a/ HTTP/1.1\\r\\n\\r\\n'), lines]))
`;

describeWithDocker('the forwarder to a proxy', (fixture) => {
  async function send(...requests: string[]) {
    const stdin = JSON.stringify(requests);
    const { stdout, stderr } = await run(fixture().engine, { language: 'python', code: program, stdin });
    expect(stderr).toBe('');
    return JSON.parse(stdout) as [[string[], string][], [string[], string], string[]];
  }

  test('adds the password after the request line, once for each connection', async () => {
    const get = 'GET http://a/x HTTP/1.1\r\nHost: a\r\nProxy-Authorization: other\r\nUpgrade: websocket\r\n\r\n';
    const [[first, tunnel]] = await send(get + get, 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\nbytes');
    const own = `Proxy-Authorization: Basic ${encoded}\r\n`;
    expect(first).toEqual([
      [`GET http://a/x HTTP/1.1\r\n${own}Host: a\r\nConnection: close\r\n\r\n${get}`],
      'HTTP/1.1 200 OK',
    ]);
    expect(tunnel?.[0]).toEqual([`CONNECT a:443 HTTP/1.1\r\n${own}Host: a:443\r\n\r\nbytes`]);
  });

  test('refuses requests that could send the password to a server', async () => {
    const heads = [
      'TRACE http://a/ HTTP/1.1\r\nMax-Forwards: 0',
      'OPTIONS http://a/ HTTP/1.1',
      'GET / HTTP/1.1\r\nHost: a',
      'GET ftp://a/ HTTP/1.1',
      'POST http://a/ HTTP/1.1\nHost: a\nContent-Length: 500\n\nbody\r\nX: y',
      'POST http://a/ HTTP/1.1\r\nHost: a\nContent-Length: 500\n\nbody',
      'POST http://a/ HTTP/1.1\r\nHost: a\rContent-Length: 500',
      'GET http://a/ HTTP/1.1\r\nX: y\r\n folded',
      'GET http://a/ HTTP/1.1 \r\nHost: a',
      'GET http://a/\0 HTTP/1.1',
    ];
    const [answers] = await send(...heads.map((head) => `${head}\r\n\r\n`));
    expect(answers).toEqual(heads.map(() => [[], 'HTTP/1.1 400 Bad Request']));
  });

  test('refuses a request for a host that is not of the package index, and reports each such host once', async () => {
    const heads = [
      'CONNECT b:443 HTTP/1.1',
      'CONNECT a:8443 HTTP/1.1',
      'GET http://b/ HTTP/1.1\r\nHost: a',
      'GET http://b/ HTTP/1.1\r\nHost: b',
      'GET http://a:8080/ HTTP/1.1',
      'CONNECT [::1]:443 HTTP/1.1',
    ];
    const [answers, , lines] = await send(...heads.map((head) => `${head}\r\n\r\n`));
    expect(answers).toEqual(heads.map(() => [[], 'HTTP/1.1 403 Forbidden']));
    expect(lines.slice(0, -1).map(refusedHostIn)).toEqual(['b:443', 'a:8443', 'b:80', 'a:8080', '[::1]:443']);
  });

  test('takes no user name in an address for a host', async () => {
    const heads = ['GET http://a@b/ HTTP/1.1', 'GET http://a:80@b/ HTTP/1.1', 'GET http://a#@b/ HTTP/1.1'];
    const [answers] = await send(...heads.map((head) => `${head}\r\n\r\n`));
    expect(answers).toEqual(heads.map(() => [[], 'HTTP/1.1 400 Bad Request']));
  });

  test('reports a proxy that does not answer or does not accept the password, without it', async () => {
    const [, unreached, lines] = await send('GET http://a/denied HTTP/1.1\r\n\r\n');
    expect(unreached).toEqual([[], '']);
    expect(lines).toEqual([
      expect.stringMatching(/^The proxy 127\.0\.0\.1:\d+ did not accept its user name and password \(407\)$/),
      'The proxy 127.0.0.1:9 could not be reached: Connection refused',
    ]);
  });
});
