/** Master passwords over HTTP: what could not be opened again is not sealed, and no other password opens it. */
import { expect, test } from 'vitest';
import { encryptCode, executeCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();
const refused: [what: string, masterPassword: string, message: string][] = [
  ['1,025 bytes', 'x'.repeat(1025), 'the maximum is 1,024 bytes in UTF-8'],
  ['none', '', 'must not be empty'],
  ['a lone surrogate', 'p\ud800ss', 'valid Unicode'],
];

test.each(refused)('%s: 400 that names the field, on sealing as on opening', async (_, masterPassword, message) => {
  daemon().clock.pass(60 * 60_000);
  const user = await daemon().newUser();
  const answers = [
    await user.client.refusal(encryptCode, { body: { masterPassword, code: 'print(1)' } }),
    await user.client.refusal(executeCode, { params: { name: 'job' }, body: { masterPassword } }),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(answer.details).toEqual([{ path: 'masterPassword', message: expect.stringContaining(message) }]);
  }
});

test('U+FFFD opens with itself and with nothing that could become it', async () => {
  const user = await daemon().newUser();
  const { encryptedPayload } = await user.client.call(encryptCode, {
    body: { masterPassword: 'p\ufffdss', code: 'print(1)' },
  });
  const stored = { params: { name: 'job' }, body: { encryptedPayload, language: 'python' } };
  await user.client.call(storeCode, stored);
  const invalid = Buffer.concat([Buffer.from('{"masterPassword":"p'), Buffer.from([0xe4]), Buffer.from('ss"}')]);
  const path = '/api/v1/zk/code/job/execute';
  for (const body of ['{"masterPassword":"p\\ud800ss"}', '{"masterPassword":"p\\udfffss"}', invalid]) {
    const answer = await user.client.send({ method: 'POST', path, body });
    expect(answer.status).toBe(400);
  }
});

test.each([
  ['1,025 bytes', Buffer.alloc(1025, 'x').toString('base64')],
  ['bytes that are not UTF-8', Buffer.from('p\u00e4ss', 'latin1').toString('base64')],
  ['base64 without padding', Buffer.from('pass').toString('base64').replace(/=+$/, '')],
  ['base64 in another spelling', 'cGFzc3R='],
])('an agent is refused with 400: %s', async (_, header) => {
  daemon().clock.pass(60 * 60_000);
  const user = await daemon().newUser();
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  });
  const headers = { accept: 'application/json, text/event-stream', 'x-strongroom-master-password': header };
  const answer = await user.client.send({ method: 'POST', path: '/mcp', body, headers });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('x-strongroom-master-password');
});
