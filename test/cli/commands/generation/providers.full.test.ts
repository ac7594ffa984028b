/** `providers test` for stored endpoints, and for addresses that are not stored. */
import { describe, expect, it } from 'vitest';
import { errorReply, stubApiOfFile } from '../../network/stub-api.ts';

const api = stubApiOfFile();
const trial = 'POST /api/v1/provider-trials';
const test = (...args: string[]) => ['providers', 'test', ...args];

describe('strongroom providers test', () => {
  const models = ['b\u001b[2J', 'a'];
  const ok = () => ({ body: { outcome: 'ok', message: 'It answers.', models } });

  it('lists the models of an address with a key from stdin, which is in no output', async () => {
    api.answer({ [trial]: ok });
    const url = 'https://api.example.com';
    const result = await api.run(test('--url', url, '--key', '--model', 'a'), 'sk-sentinel\n');
    expect(result).toMatchObject({ exitCode: 0, stdout: 'ok: It answers.\n  b␛[2J\n  a\n' });
    expect(JSON.stringify(result)).not.toContain('sk-sentinel');
    expect(api.bodyOf('POST', '/api/v1/provider-trials')).toEqual({ baseUrl: url, apiKey: 'sk-sentinel', model: 'a' });
  });

  it('can use the key of a stored endpoint, and exits with 1 if the address fails', async () => {
    api.answer({ [trial]: () => ({ body: { outcome: 'refused', message: 'No server listens.' } }) });
    const result = await api.run(test('local', '--url', 'http://127.0.0.1:1'));
    expect(result).toMatchObject({ exitCode: 1, stdout: 'refused: No server listens.\n' });
    expect(api.bodyOf('POST', '/api/v1/provider-trials')).toEqual({ baseUrl: 'http://127.0.0.1:1', keyOf: 'local' });
  });

  it('tests a stored endpoint as before', async () => {
    api.answer({ 'POST /api/v1/providers/local/test': ok, [trial]: () => errorReply(500, 'internal', 'wrong') });
    expect(await api.run(test('local'))).toMatchObject({ exitCode: 0 });
  });

  it.each([
    [[], 'Name a stored endpoint (strongroom providers ls), or an address: --url ADDRESS.'],
    [['local', '--key'], '--key is for an endpoint that is not stored yet: add --url ADDRESS.'],
    [['local', '--model', 'm'], '--model is for an endpoint that is not stored yet: add --url ADDRESS.'],
  ])('%j is a usage error', async (args, message) => {
    expect(await api.run(test(...args))).toMatchObject({ exitCode: 64, stderr: expect.stringContaining(message) });
    expect(api.requests).toEqual([]);
  });
});
