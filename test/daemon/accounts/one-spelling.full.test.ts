/** Tokens, keys, proofs, nonces and cursors have one spelling: another text for the same bytes or number is refused. */
import { describe, expect, it } from 'vitest';
import { refresh, verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { execute, listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { keepSession, restoreSession } from '../../../src-shared/contracts/remembered.contract.ts';
import { handshake } from '../../../src-shared/contracts/service.contract.ts';
import { readCode } from '../../../src-shared/contracts/vault.contract.ts';
import type { EndpointSpec } from '../../../src-shared/endpoint.ts';
import { asKey } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { provenShell } from '../../support/shell-proof.ts';

const daemon = testDaemonOfFile();
const standard = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** All other texts that Node's lenient decoder takes for the same bytes, of some kinds. */
function otherSpellings(text: string, encoding: 'base64' | 'base64url'): string[] {
  const bytes = Buffer.from(text, encoding);
  const bare = text.replace(/=+$/, '');
  const padding = '='.repeat((4 - (bare.length % 4)) % 4);
  const lastDigits = Array.from(standard, (digit) => (encoding === 'base64' ? digit : urlDigit(digit)));
  const tails = lastDigits.map((digit) => bare.slice(0, -1) + digit + text.slice(bare.length));
  const otherAlphabet = encoding === 'base64' ? bytes.toString('base64url') + padding : bytes.toString('base64');
  const shapes = [bare, bare + padding, `${text}=`, `${text}==`, ` ${text}`, `${text}\n`, `${text}\r\n`];
  const inside = ['\n', ' ', '\t'].map((space) => `${text.slice(0, 8)}${space}${text.slice(8)}`);
  const all = [...tails, otherAlphabet, ...shapes, ...inside].filter((other) => other !== text);
  return [...new Set(all)].filter((other) => Buffer.from(other, encoding).equals(bytes));
}

const urlDigit = (digit: string) => digit.replace('+', '-').replace('/', '_');

describe('the spellings of the test', () => {
  it('are many texts for the same bytes', () => {
    expect(otherSpellings(Buffer.alloc(64, 7).toString('base64'), 'base64').length).toBeGreaterThanOrEqual(16 + 6);
    expect(otherSpellings(Buffer.alloc(32, 255).toString('base64url'), 'base64url').length).toBeGreaterThan(8);
  });
});

describe('a challenge of the remembered session', () => {
  it('and its proof are taken in one spelling, and once', async () => {
    const { session } = await daemon().newUser();
    const { challenge, proof } = await provenShell(daemon(), 'keep');
    for (const other of otherSpellings(challenge, 'base64'))
      expect((await session.refusal(keepSession, { body: { challenge: other, proof } })).details).toMatchObject([
        { path: 'challenge' },
      ]);
    for (const other of otherSpellings(proof, 'base64'))
      expect((await session.refusal(keepSession, { body: { challenge, proof: other } })).details).toMatchObject([
        { path: 'proof' },
      ]);
    await session.call(keepSession, { body: { challenge, proof } });
    const again = [challenge, ...otherSpellings(challenge, 'base64')];
    for (const text of again)
      expect((await session.answer(keepSession, { body: { challenge: text, proof } })).status).not.toBe(204);
  });

  it('brings no session back in another spelling', async () => {
    const { session } = await daemon().newUser();
    await session.call(keepSession, { body: await provenShell(daemon(), 'keep') });
    const { challenge, proof } = await provenShell(daemon(), 'restore');
    await daemon().client.call(restoreSession, { body: { challenge, proof } });
    for (const other of [challenge, ...otherSpellings(challenge, 'base64')])
      expect((await daemon().client.answer(restoreSession, { body: { challenge: other, proof } })).status).not.toBe(
        200,
      );
  });
});

describe('a session token', () => {
  it('is taken in one spelling of each of its parts', async () => {
    const { token } = await daemon().newUser();
    const parts = token.split('.');
    const others = parts.flatMap((part, at) =>
      otherSpellings(part, 'base64url').map((other) => parts.with(at, other).join('.')),
    );
    const inOneLine = others.filter((other) => !/[\r\n]/.test(other));
    for (const other of [...inOneLine, `${token}.`, `.${token}`, `${token}~`, token.toUpperCase()])
      for (const spec of [verify, refresh])
        expect(await answerTo(spec, { authorization: `Bearer ${other}` }), other).toBe(401);
  });

  it('comes after Bearer, in whatever case, and one space', async () => {
    const { token } = await daemon().newUser();
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR'])
      expect(await answerTo(verify, { authorization: `${scheme} ${token}` }), scheme).toBe(200);
    for (const before of ['Bearer', 'Bearer  ', 'Bearer\t', 'Bearer,', 'Bearer=', 'Token ', ''])
      expect(await answerTo(verify, { authorization: `${before}${token}` }), before).toBe(401);
  });

  const answerTo = async (spec: EndpointSpec, headers: Record<string, string>) =>
    (await daemon().client.answer(spec, { headers })).status;
});

describe('an API key', () => {
  it('is taken in one spelling', async () => {
    const { apiKey } = await daemon().newUser();
    const [, id = '', rest = ''] = apiKey.split('_');
    const others = [
      ...[apiKey.toUpperCase(), apiKey.toLowerCase(), `${apiKey}=`, `${apiKey}==`, `0${apiKey}`, `${apiKey}0`],
      ...[`SRK_${id}_${rest}`, `srk_0${id}_${rest}`, `srk_${id}_0${rest}`, `srk_${id} _${rest}`, `srk-${id}-${rest}`],
      ...[`${apiKey}, ${apiKey}`, `"${apiKey}"`, `Bearer ${apiKey}`, encodeURIComponent(apiKey.replace('_', '%5f'))],
    ];
    for (const other of others.filter((text) => text !== apiKey))
      expect((await daemon().client.with(asKey(other)).answer(verify)).status, other).toBe(401);
  });
});

describe('the nonce of a handshake', () => {
  it('is taken in one spelling', async () => {
    for (const bytes of [16, 32, 64]) {
      const nonce = Buffer.alloc(bytes, 0xfb).toString('base64');
      expect((await daemon().client.answer(handshake, { body: { nonce } })).status).toBe(200);
      for (const other of otherSpellings(nonce, 'base64'))
        expect(await daemon().client.refusal(handshake, { body: { nonce: other } })).toMatchObject({
          details: [{ path: 'nonce' }],
        });
    }
  });
});

describe('a number', () => {
  it('that is a cursor or a revision is taken in one spelling', async () => {
    const { client } = await daemon().newUser();
    const spellings = ['007', '0x7', '+7', ' 7', '7 ', '7.0', '7e0', '٧', '7\n'];
    for (const [spec, field] of [
      [listExecutions, 'before'],
      [listExecutions, 'limit'],
      [listAuditLog, 'before'],
      [readCode, 'revision'],
    ] as const)
      for (const text of spellings)
        expect((await client.refusal(spec, { query: { [field]: text } })).details, text).toMatchObject([
          { path: field },
        ]);
    expect((await client.answer(listExecutions, { query: { before: '7' } })).status).toBe(200);
  });

  it('that is the id of an event is taken in one spelling', async () => {
    const { client } = await daemon().newUser();
    const body = { language: 'bash', code: '' };
    for (const id of ['007', '+7', '7.0', '7e0', '0x7'])
      expect(await client.refusal(execute, { body, headers: { 'last-event-id': id } }), id).toMatchObject({
        code: 'invalid_request',
      });
  });
});

describe('an input file in base64', () => {
  it('is taken in one spelling', async () => {
    const { client } = await daemon().newUser();
    for (const content of ['QQ==', 'QUI='])
      for (const other of otherSpellings(content, 'base64')) {
        const files = [{ path: 'in', content: other, encoding: 'base64' }];
        const { details } = await client.refusal(execute, { body: { language: 'bash', code: '', files } });
        expect(details, JSON.stringify(other)).toMatchObject([{ path: 'files[0].content' }]);
      }
  });
});
