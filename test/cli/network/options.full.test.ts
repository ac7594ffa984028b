/** The network options of commands that run programs: the requests that they send, and the errors of wrong ones. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addAskOption, addNetworkOptions, readNetwork } from '../../../src-cli/network/network-options.ts';
import { ended, started, stubApiOfFile } from './stub-api.ts';

const api = stubApiOfFile();

const connect = async () => {
  throw new Error('the options need no daemon');
};

/** Reads these options without a terminal, and returns the network of the request. */
async function networkOf(args: string[]): Promise<unknown> {
  const command = addAskOption(addNetworkOptions(new Command()))
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  const { stdin, stderr } = process;
  const flags = command.parse(args, { from: 'user' }).opts();
  return (await readNetwork(flags, { surroundings: { stdin, stderr }, isStdinTaken: true, connect })).network;
}

function writeRules(name: string, text: string): string {
  const path = join(api.folder, name);
  writeFileSync(path, text);
  return path;
}

describe('the network of a run', () => {
  it.each([
    [['--network'], 'full'],
    [[], undefined],
    [['--allow', 'api.example.com'], { allow: [{ host: 'api.example.com' }] }],
    [['--allow', 'API.Example.com/tls'], { allow: [{ host: 'api.example.com' }] }],
    [['--allow', 'api.example.com:8443'], { allow: [{ host: 'api.example.com', ports: [8443] }] }],
    [['--allow', 'old.example.com/http'], { allow: [{ host: 'old.example.com', protocol: 'http' }] }],
    [['--allow', 'db.example.com:5432/tcp'], { allow: [{ host: 'db.example.com', ports: [5432], protocol: 'tcp' }] }],
    [
      ['--allow', '*.example.com', '--allow', 'other.example.com:80/http'],
      { allow: [{ host: 'other.example.com', ports: [80], protocol: 'http' }, { host: '*.example.com' }] },
    ],
  ])('%j', async (args, network) => {
    expect(await networkOf(args)).toEqual(network);
  });

  it.each([
    [['--secret-at', 'TOKEN=api.example.com'], [{ host: 'api.example.com', secrets: ['TOKEN'] }]],
    [
      ['--allow', 'api.example.com:8443', '--secret-at', 'A=api.example.com', '--secret-at', 'B=api.example.com'],
      [{ host: 'api.example.com', ports: [8443], secrets: ['A', 'B'] }],
    ],
    [
      ['--allow', 'x.example.com:22/tcp', '--secret-at', 'A=x.example.com'],
      [
        { host: 'x.example.com', ports: [22], protocol: 'tcp' },
        { host: 'x.example.com', secrets: ['A'] },
      ],
    ],
    [
      ['--allow', '*.example.com', '--secret-at', 'A=api.example.com'],
      [{ host: 'api.example.com', secrets: ['A'] }, { host: '*.example.com' }],
    ],
  ])('puts secrets into the rules of their hosts: %j', async (args, allow) => {
    expect(await networkOf(args)).toEqual({ allow });
  });

  it('adds options to the rules of a file, and moves a secret before a pattern', async () => {
    const rules = {
      allow: [{ host: '*.example.com' }, { host: 'api.example.com', methods: ['GET'] }],
      onBlocked: 'deny',
    };
    const path = writeRules('rules.json', JSON.stringify(rules));
    const args = ['--network-rules', path, '--allow', 'other.org', '--secret-at', 'A=api.example.com'];
    expect(await networkOf(args)).toEqual({
      allow: [
        { host: 'api.example.com', methods: ['GET'], secrets: ['A'] },
        { host: '*.example.com' },
        { host: 'other.org' },
      ],
      onBlocked: 'deny',
    });
  });

  it('is sent with the request', async () => {
    api.answer({ 'POST /api/v1/execute': () => ({ events: [started, ended] }) });
    const { exitCode, stderr } = await api.run(['exec', '--allow', 'api.example.com', 'python', 'pass']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(api.bodyOf('POST', '/api/v1/execute')).toMatchObject({ network: { allow: [{ host: 'api.example.com' }] } });
  });

  it('reads rules from stdin only if stdin is not the input of the program', async () => {
    const rules = { allow: [{ host: 'api.example.com' }] };
    api.answer({ 'POST /api/v1/execute': () => ({ events: [started, ended] }) });
    await api.run(['exec', '--network-rules', '-', '--no-stdin', 'python', 'pass'], JSON.stringify(rules));
    expect(api.bodyOf('POST', '/api/v1/execute')).toMatchObject({ network: rules });
    for (const args of [
      ['exec', '--network-rules', '-', 'python', 'pass'],
      ['run', '--network-rules', '-', '--no-stdin', '-'],
      ['repl', 'python', '--network-rules', '-'],
      ['vault', 'put', 'a', writeRules('a.py', ''), '--network-rules', '-'],
    ])
      expect(await api.run(args, '{}')).toMatchObject({
        exitCode: 64,
        stderr: expect.stringContaining('--network-rules - reads stdin, which this command uses for other input.'),
      });
  });
});

describe('a usage error', () => {
  it.each([
    ['https://api.example.com/', 'Enter the host only, without https:// and path.'],
    ['api.example.com/udp', 'The protocol must be tls, http, tcp.'],
    ['api.example.com/v1/x', 'Enter HOST[:PORT][/tcp|/http]'],
    ['api.example.com:', 'Enter HOST[:PORT][/tcp|/http]'],
    ['', 'Enter HOST[:PORT][/tcp|/http]'],
    ['::1', 'Enter HOST[:PORT][/tcp|/http]'],
    ['127.0.0.1', 'The host must be a name, not an address.'],
    ['0x7f000001:443', 'The host must be a name, not an address.'],
    ['localhost', 'The host must not be localhost, which is the sandbox itself.'],
    ['*', 'The host must be a host name, such as api.example.com.'],
    ['a.*.example.com', 'The host must be a host name, such as api.example.com.'],
    ['bücher.example', 'The host must be in ASCII; write an international name in Punycode'],
    ['api.example.com.', 'The host must not end with a dot.'],
    ['api.example.com:0', 'The port must be from 1 to 65535.'],
    ['api.example.com:65536', 'The port must be from 1 to 65535.'],
    ['db.example.com/tcp', 'tcp needs a port, such as db.example.com:5432/tcp.'],
    ['api.example.com:8080/http', 'HTTP without encryption is possible at port 80 only.'],
  ])('names what is wrong with --allow %j', async (value, message) => {
    await expect(networkOf(['--allow', value])).rejects.toThrow(message);
  });

  it('has the code of usage errors, and nothing is sent', async () => {
    const { exitCode, stdout, stderr } = await api.run(['exec', '--allow', '10.0.0.1', 'python', 'pass']);
    expect({ exitCode, stdout, stderr }).toEqual({
      ...{ exitCode: 64, stdout: '' },
      stderr:
        "strongroom: option '--allow <host[:port][/protocol]>' argument '10.0.0.1' is invalid. The host must be a name, not an address.\n",
    });
    expect(api.requests).toEqual([]);
  });

  it.each([
    ['api.example.com', 'The name must'],
    ['=api.example.com', 'Enter NAME or NAME=HOST, such as API_TOKEN=api.example.com.'],
    ['A-B=api.example.com', 'The name must begin with a letter or _'],
    ['PATH=api.example.com', 'The name must not be PATH'],
    ['A=api.example.com:8443', 'Enter the host without port and protocol. For another port add --allow HOST:PORT.'],
    ['A=10.0.0.1', 'The host must be a name, not an address.'],
  ])('names what is wrong with --secret-at %j', async (value, message) => {
    await expect(networkOf(['--secret-at', value])).rejects.toThrow(message);
  });

  it.each([
    ['not JSON', '{allow', 'bad.json is not JSON.'],
    ['another form', '[]', 'are not valid: '],
    ['an unknown field', '{"allow":[],"x":1}', 'Unrecognized key'],
    ['a wrong host', '{"allow":[{"host":"10.0.0.1"}]}', 'are not valid: allow.0.host must be a name, not an address.'],
    ['tcp without ports', '{"allow":[{"host":"a.b","protocol":"tcp"}]}', 'allow.0.ports are required for tcp.'],
  ])('names what is wrong with a file of rules: %s', async (_, text, message) => {
    const path = writeRules('bad.json', text);
    await expect(networkOf(['--network-rules', path])).rejects.toThrow(message);
  });

  it('is a missing file of rules, with the code of unreadable files', async () => {
    await expect(networkOf(['--network-rules', join(api.folder, 'none.json')])).rejects.toMatchObject({
      ...{ exitCode: 65, message: expect.stringContaining('the file does not exist') },
    });
  });

  it.each([
    ['--allow', 'a.example'],
    ['--secret-at', 'A=a.example'],
    ['--network-rules', 'x.json'],
  ])('is --network with %s', async (...option) => {
    const options = ['--network', ...option];
    for (const command of [
      ['exec', ...options, 'python', 'pass'],
      ['sandbox', 'create', ...options],
      ['repl', 'python', ...options],
    ])
      expect(await api.run(command)).toMatchObject({
        exitCode: 64,
        stderr: expect.stringContaining(`--network allows every host, so it cannot be used with ${option[0]}.`),
      });
  });

  it('is --ask without a terminal', async () => {
    const { exitCode, stderr } = await api.run(['exec', '--ask', 'python', 'pass']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 64,
      stderr:
        'strongroom: --ask needs a terminal as stdin and stderr, because it asks there. Name the hosts with --allow instead.\n',
    });
  });

  it('is more than 64 rules, and more secrets than a rule can have', async () => {
    const many = Array.from({ length: 65 }, (_, index) => ['--allow', `h${index}.example`]).flat();
    await expect(networkOf(many)).rejects.toThrow('The network rules are not valid: allow ');
    const secrets = Array.from({ length: 17 }, (_, index) => ['--secret-at', `S${index}=a.example`]).flat();
    await expect(networkOf(secrets)).rejects.toThrow('allow.0.secrets ');
  });
});
