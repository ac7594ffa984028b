import { describe, expect, it, vi } from 'vitest';
import { ApiRefusal } from '../../../src-cli/cli-error.ts';
import type { ApiClient } from '../../../src-cli/client/api-client.ts';
import { secretTargets } from '../../../src-cli/network/secret-targets.ts';

const secrets = [
  { name: 'BOUND', hosts: [{ host: 'api.example.com' }, { host: '*.example.org' }] },
  { name: 'VARIABLE' },
];

/** Connects to a daemon that has these secrets. */
const connecting = (call: () => Promise<unknown> = async () => ({ secrets })) =>
  vi.fn(async () => ({ call }) as unknown as ApiClient);
const bound = (host?: string) => ({ name: 'BOUND', host });

describe('the hosts of --secret-at', () => {
  it('are those of the secret if none is named', async () => {
    expect(await secretTargets([bound(), { name: 'OTHER', host: 'b.example.com' }], connecting())).toEqual([
      { name: 'BOUND', host: 'api.example.com' },
      { name: 'BOUND', host: '*.example.org' },
      { name: 'OTHER', host: 'b.example.com' },
    ]);
  });

  it('need no daemon if each is named', async () => {
    const connect = connecting();
    expect(await secretTargets([bound('api.example.com')], connect)).toEqual([bound('api.example.com')]);
    expect(connect).not.toHaveBeenCalled();
  });

  it.each([
    ['NONE', 'there is no secret named NONE. Store it with: strongroom secrets set NONE --host HOST'],
    ['VARIABLE', 'VARIABLE has no hosts, so programs get its value: --secret VARIABLE.'],
  ])('of %s are an error with the next step', async (name, message) => {
    await expect(secretTargets([{ name, host: undefined }], connecting())).rejects.toThrow(message);
  });

  it('must be named with a key that must not list secrets', async () => {
    const error = { code: 'forbidden', message: 'No.', requestId: 'req_1' } as const;
    const connect = connecting(async () => Promise.reject(new ApiRefusal(403, { error })));
    await expect(secretTargets([bound()], connect)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Name one: --secret-at NAME=HOST'),
    });
  });
});
