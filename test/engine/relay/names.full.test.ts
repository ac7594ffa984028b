import { expect, test } from 'vitest';
import { hasCommand } from '../../../scripts/engine/debian.ts';
import { describeWithRelay, requestProgram, startRelaySession } from '../../support/init/relay-suite.ts';

const rules = [
  ...['deny', 'rule', 'api.example', '443,80', 'rule', '*.wild.example', '443'],
  ...['rule', 'git.example', '80', 'rule', 'deep.wild.example', '8443'],
];

const node = (program: string) => [process.execPath, '-e', program];

const lookUp = (name: string, options = '{}') =>
  node(`require('node:dns').lookup('${name}', ${options}, (error, found) => console.log(error?.code ?? found))`);
const askCares = (name: string, type = 'resolve4') =>
  node(`require('node:dns').${type}('${name}', (error, found) => console.log(error?.code ?? String(found)))`);

describeWithRelay('an allowed name', () => {
  test('has one address for glibc, Python, and both resolvers of Node', async () => {
    const { run, python } = await startRelaySession(rules);
    expect((await run(['getent', 'ahosts', 'api.example'])).output).toMatch(/^127\.64\.0\.1 /);
    expect((await run(['getent', 'hosts', 'API.example'])).output).toMatch(/^127\.64\.0\.1 /);
    expect((await python('import socket; print(socket.gethostbyname("api.example"))')).output).toBe('127.64.0.1\n');
    expect((await run(lookUp('api.example'))).output).toBe('127.64.0.1\n');
    expect((await run(askCares('api.example'))).output).toBe('127.64.0.1\n');
    expect((await run(askCares('a.b.wild.example'))).output).toBe('127.64.0.2\n');
    expect((await run(askCares('api.example'))).output).toBe('127.64.0.1\n');
  });

  test('has no records of other types', async () => {
    const { run } = await startRelaySession(rules);
    expect((await run(askCares('api.example', 'resolve6'))).output).toBe('ENODATA\n');
    expect((await run(askCares('api.example', 'resolveMx'))).output).toBe('ENODATA\n');
    expect((await run(askCares('api.example', 'resolveTxt'))).output).toBe('ENODATA\n');
    expect((await run(lookUp('api.example', '{family: 6}'))).output).toBe('ENOTFOUND\n');
  });

  test('is reached by Python, curl, git and Bash, with the name and port in the label', async () => {
    const { run, python, labels } = await startRelaySession(rules);
    expect((await python(requestProgram, 'api.example', '443')).output).toContain('tcp api.example 443');
    expect((await run(['curl', '-sS', 'http://api.example/path'])).output).toBe('tcp api.example 80');
    await run(['git', 'ls-remote', 'http://git.example/repository.git']);
    const bash = 'exec 3<>/dev/tcp/x.wild.example/443; echo hi >&3; cat <&3';
    expect((await run(['bash', '-c', bash])).output).toContain('tcp x.wild.example 443');
    const expected = ['tcp api.example 443', 'tcp api.example 80', 'tcp git.example 80', 'tcp x.wild.example 443'];
    expect([...new Set(labels)]).toEqual(expected);
  });

  // The Docker client is a static Go program, which reads DNS answers without glibc.
  test.skipIf(!hasCommand('docker') && process.env.CI !== 'true')('is reached by a static Go program', async () => {
    const { run, labels } = await startRelaySession(rules);
    await run(['docker', '-H', 'tcp://api.example:443', 'version']);
    await run(['docker', '-H', 'tcp://refused.example:443', 'version']);
    expect([...new Set(labels)]).toEqual(['tcp api.example 443', 'dns refused.example']);
  });

  test('has the ports of all rules that match it, and refuses other ports at once', async () => {
    const { python } = await startRelaySession(rules);
    for (const port of ['443', '8443']) {
      expect((await python(requestProgram, 'deep.wild.example', port)).output).toContain(
        `tcp deep.wild.example ${port}`,
      );
    }
    expect((await python(requestProgram, 'deep.wild.example', '80')).errors).toContain('ConnectionRefusedError');
  });

  test('never takes a port of the program', async () => {
    const { python } = await startRelaySession(rules);
    const { output, errors } = await python(`
import socket
server = socket.create_server(('127.0.0.1', 443))
print(socket.gethostbyname('one.wild.example'))
late = socket.create_server(('127.0.0.1', 80))
print(socket.gethostbyname('api.example'))
client = socket.create_connection(('127.0.0.1', 443))
print(server.accept()[1] == client.getsockname())`);
    expect([output, errors]).toEqual(['127.64.0.1\n127.64.0.2\nTrue\n', '']);
  });

  test('cannot be served on a port that the program has taken on all addresses', async () => {
    const { python } = await startRelaySession(rules);
    const { output } = await python(`
import socket
server = socket.create_server(('0.0.0.0', 443))
for _ in range(3):
  try: socket.gethostbyname('one.wild.example')
  except OSError as error: print(error.errno)
server.close()
print(socket.gethostbyname('one.wild.example'))`);
    expect(output).toBe('-3\n-3\n-3\n127.64.0.1\n');
  });
});

describeWithRelay('a name', () => {
  test('that is not allowed does not exist, and is reported once', async () => {
    const { run, labels } = await startRelaySession(rules);
    for (const name of ['evil.example', 'wild.example', 'EVIL.example', 'api.example.evil']) {
      expect((await run(askCares(name))).output).toBe('ENOTFOUND\n');
      expect((await run(lookUp(name))).output).toBe('ENOTFOUND\n');
    }
    expect(labels).toEqual(['dns evil.example', 'dns wild.example', 'dns api.example.evil']);
  });

  test('is reported for the first 64 names only', async () => {
    const { python, labels } = await startRelaySession(['deny']);
    await python(`
import socket
for index in range(200):
  try: socket.gethostbyname(f'n{index}.example')
  except OSError: pass`);
    expect(labels).toEqual(Array.from({ length: 64 }, (_, index) => `dns n${index}.example`));
  });

  test('has an address with "ask", and the ports 443 and 80 in addition to those of its rules', async () => {
    const { python, labels } = await startRelaySession(['ask', 'rule', 'other.example', '22']);
    for (const [name, port] of Object.entries({ 'any.example': '443', 'any.test': '80', 'other.example': '22' }))
      expect((await python(requestProgram, name, port)).output).toContain(`tcp ${name} ${port}`);
    expect((await python(requestProgram, 'other.example', '443')).output).toContain('tcp other.example 443');
    expect((await python(requestProgram, 'any.example', '22')).errors).toContain('ConnectionRefusedError');
    expect(labels.filter((label) => label.startsWith('dns'))).toEqual([]);
  });

  test('of the machine itself has its loopback address', async () => {
    const { run } = await startRelaySession(['deny']);
    expect((await run(askCares('localhost'))).output).toBe('127.0.0.1\n');
    expect((await run(askCares('app.localhost'))).output).toBe('127.0.0.1\n');
    expect((await run(['getent', 'ahosts', 'app.localhost'])).output).toContain('127.0.0.1');
  });

  test('of an address does not exist, and is not reported', async () => {
    const { run, labels } = await startRelaySession(['ask']);
    expect((await run(node(`require('node:dns').reverse('127.64.0.1', (e) => console.log(e.code))`))).output).toBe(
      'ENOTFOUND\n',
    );
    expect(labels).toEqual([]);
  });
});
