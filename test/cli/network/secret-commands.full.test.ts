/** The commands that set and change hosts and descriptions of secrets. */
import { describe, expect, it } from 'vitest';
import { stubApiOfFile } from './stub-api.ts';

const api = stubApiOfFile();
const usage = (message: string) => ({ exitCode: 64, stdout: '', stderr: expect.stringContaining(message) });
const time = '2026-11-24T12:00:00.000Z';
const secret = {
  ...{ name: 'TOKEN', description: 'for the API', version: 1, createdAt: time, updatedAt: time, lastUsedAt: null },
  hosts: [{ host: 'api.example.com' }, { host: '*.example.org', in: ['query:key'] }],
};

describe('secrets', () => {
  async function bodyOfSet(args: string[]): Promise<unknown> {
    api.answer({ 'PUT /api/v1/secrets/TOKEN': () => ({ body: secret }) });
    const { exitCode, stderr } = await api.run(['secrets', 'set', 'TOKEN', ...args], 'value');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return api.bodyOf('PUT', '/api/v1/secrets/TOKEN');
  }

  it.each([
    [[], {}],
    [['--host', 'API.example.com'], { hosts: [{ host: 'api.example.com' }] }],
    [
      ['--host', 'a.example', '--host', '*.b.example', '--header', 'X-Key', '--in', 'body:/auth/token'],
      {
        hosts: [
          { host: 'a.example', in: ['x-key', 'body:/auth/token'] },
          { host: '*.b.example', in: ['x-key', 'body:/auth/token'] },
        ],
      },
    ],
    [
      ['--host', 'a.example', '--placeholder-prefix', 'sk-'],
      { hosts: [{ host: 'a.example' }], placeholderPrefix: 'sk-' },
    ],
    [['--no-hosts'], { hosts: [] }],
  ])('set %j', async (args, body) => {
    expect(await bodyOfSet(args)).toEqual({ value: 'value', ...body });
  });

  it.each([
    [['--host', '10.0.0.1'], 'The host must be a name, not an address.'],
    [['--header', 'x-key'], 'Name the host with --host'],
    [['--placeholder-prefix', 'sk-'], 'Name the host with --host'],
    [['--host', 'a.example', '--header', 'Host'], 'The value cannot be sent in "host": it must be a header'],
    [['--host', 'a.example', '--in', 'cookie:x'], 'The value cannot be sent in "cookie:x"'],
    [['--host', 'a.example', '--placeholder-prefix', 'a b'], 'The beginning must be 1 to 32 letters'],
    [['--no-hosts', '--host', 'a.example'], '--no-hosts removes all hosts'],
    [['--no-hosts', '--in', 'query:key'], '--no-hosts removes all hosts'],
  ])('set refuses %j before it reads the value', async (args, message) => {
    expect(await api.run(['secrets', 'set', 'TOKEN', ...args])).toEqual(usage(message));
    expect(api.requests).toEqual([]);
  });

  it.each([
    [['--description', 'new'], { description: 'new' }],
    [['--host', 'a.example'], { hosts: [{ host: 'a.example' }] }],
    [['--no-hosts', '--description', ''], { description: '', hosts: [] }],
  ])('edit %j sends these fields and reads no value', async (args, body) => {
    api.answer({ 'PATCH /api/v1/secrets/TOKEN': () => ({ body: secret }) });
    const { exitCode, stdout } = await api.run(['secrets', 'edit', 'TOKEN', ...args]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'TOKEN: version 1\n' });
    expect(api.bodyOf('PATCH', '/api/v1/secrets/TOKEN')).toEqual(body);
  });

  it('edit without a change, and with options that do not fit, sends nothing', async () => {
    expect(await api.run(['secrets', 'edit', 'TOKEN'])).toEqual(usage('Name what changes'));
    expect(await api.run(['secrets', 'edit', 'no name'])).toEqual(usage('The name of a secret'));
    expect(await api.run(['secrets', 'edit', 'TOKEN', '--in', 'query:k'])).toEqual(usage('Name the host with --host'));
    expect(api.requests).toEqual([]);
  });

  it('ls shows hosts', async () => {
    const { hosts: _, ...plain } = secret;
    api.answer({ 'GET /api/v1/secrets': () => ({ body: { secrets: [secret, { ...plain, name: 'PLAIN' }] } }) });
    expect((await api.run(['secrets', 'ls'])).stdout).toBe(
      [
        'NAME   VERSION  LAST USED  HOSTS                          DESCRIPTION',
        'TOKEN  1        never      api.example.com *.example.org  for the API',
        'PLAIN  1        never      -                              for the API',
        '',
      ].join('\n'),
    );
  });
});
