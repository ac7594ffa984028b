/** Coming in: registration and login, and what holds back those who guess. */
import { describe, expect, it } from 'vitest';
import { login, register, registerWithoutKey, verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey, listApiKeys } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { asBearer, asKey } from '../../support/api-client.ts';
import { startTestDaemon, type TestDaemon, testDaemonOfFile, testPassword } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();
const minuteMs = 60_000;
const windowMs = 15 * minuteMs;
const wrong = 'not the password';

const logIn = (email: string, password: string) => daemon().client.answer(login, { body: { email, password } });
const codeOf = (json: unknown) => (json as { error?: { code: string } }).error?.code ?? 'none';

/** Returns the number of attempts that count for an e-mail. */
function countOf(email: string): number | undefined {
  const { read } = daemon().core.database;
  const sql = "SELECT count(*) AS count FROM attempts WHERE kind = 'login' AND subject = ?";
  return read.get<{ count: number }>(sql, [email])?.count;
}

async function actionsOf({ client }: Awaited<ReturnType<TestDaemon['newUser']>>): Promise<string[]> {
  const { logs } = await client.call(listAuditLog);
  return logs.map((entry) => entry.action);
}

describe('registration', () => {
  it('gives a session and an API key that serve at once, and one audit row', async () => {
    const user = await daemon().newUser();
    expect(await user.session.call(verify)).toMatchObject({ credential: 'session', user: { id: user.id } });
    expect(await user.client.call(verify)).toMatchObject({ credential: 'apiKey', expiresAt: null });
    expect(await actionsOf(user)).toEqual(['auth.register']);
  });

  it('without a key makes none, and writes the same audit row', async () => {
    daemon().clock.pass(60 * 60_000);
    const body = { email: 'without-key@example.com', password: testPassword };
    const made = await daemon().client.call(registerWithoutKey, { body });
    expect(Object.keys(made).toSorted()).toEqual(['token', 'user']);
    const session = daemon().client.with(asBearer(made.token));
    expect(await session.call(listApiKeys)).toEqual({ apiKeys: [] });
    const { logs } = await session.call(listAuditLog);
    expect(logs).toMatchObject([
      { action: 'auth.register', resource_type: 'account', resource_id: String(made.user.id), metadata: {} },
    ]);
    expect(await daemon().client.refusal(register, { body })).toMatchObject({ code: 'email_taken' });
    expect(await daemon().client.refusal(registerWithoutKey, { body })).toMatchObject({ code: 'email_taken' });
    const { apiKey } = await session.call(createApiKey, { body: { name: 'first', scopes: ['execute'] } });
    expect(await daemon().client.with(asKey(apiKey)).call(verify)).toMatchObject({ credential: 'apiKey' });
  });

  it('without a key counts towards the same limit, and is closed with the other', async () => {
    daemon().clock.pass(60 * 60_000);
    const first = await daemon().newUser();
    const attempt = (spec: typeof register | typeof registerWithoutKey, index: number) =>
      daemon().client.answer(spec, { body: { email: `limit-${index}@example.com`, password: testPassword } });
    for (let index = 1; index < 10; index++)
      expect((await attempt(index % 2 ? register : registerWithoutKey, index)).status, String(index)).toBe(201);
    for (const spec of [register, registerWithoutKey]) expect((await attempt(spec, 11)).status).toBe(429);
    expect(first.id).toBeGreaterThan(0);
  });

  it('refuses an e-mail that is taken, in whatever case', async () => {
    const { email } = await daemon().newUser();
    const body = { email: email.toUpperCase(), password: testPassword };
    expect(await daemon().client.refusal(register, { body })).toMatchObject({ code: 'email_taken' });
  });

  it('of one e-mail twice at once makes one account', async () => {
    const body = { email: 'twice@example.com', password: testPassword };
    const answers = await Promise.all([1, 2, 3].map(() => daemon().client.answer(register, { body })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409]);
  });

  it('takes a password of 8 and of 1,024 bytes, and of no more and no less', async () => {
    const attempt = (password: string) =>
      daemon().client.answer(register, { body: { email: `p${password.length}@example.com`, password } });
    for (const password of ['1234567', 'ääö', 'x'.repeat(1025), 'ä'.repeat(513), ''])
      expect(codeOf((await attempt(password)).json), String(password.length)).toBe('invalid_request');
    for (const password of ['12345678', 'ä'.repeat(512)]) expect((await attempt(password)).status).toBe(201);
  });

  it('takes an e-mail of 254 characters and no longer one', async () => {
    const domain = `${'d'.repeat(61)}.${'e'.repeat(61)}.${'f'.repeat(61)}.example`;
    const email = `${'a'.repeat(254 - domain.length - 1)}@${domain}`;
    const attempt = (address: unknown) =>
      daemon().client.answer(register, { body: { email: address, password: testPassword } });
    expect(email).toHaveLength(254);
    expect((await attempt(email)).status).toBe(201);
    for (const bad of [`a${email}`, 'no-at-sign', '@example.com', 'a@b', 'a b@example.com', '', null, 7, ['a@b.cd']])
      expect(codeOf((await attempt(bad)).json), String(bad)).toBe('invalid_request');
  });

  it('is limited to ten an hour, and a refused one does not count', async () => {
    const own = await startTestDaemon();
    try {
      const attempt = (email: string) =>
        own.client.answer(register, { body: { email, password: testPassword } }).then((answer) => answer);
      for (let number = 0; number < 10; number++) expect((await attempt(`n${number}@example.com`)).status).toBe(201);
      expect((await attempt('n0@example.com')).status).toBe(409);
      const refused = await attempt('eleventh@example.com');
      expect(codeOf(refused.json)).toBe('rate_limited');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
      own.clock.pass(60 * minuteMs);
      expect((await attempt('eleventh@example.com')).status).toBe(201);
    } finally {
      await own.stop();
    }
  });
});

describe('registrations with an e-mail that is taken', () => {
  it('are limited to twenty an hour, after which all e-mails get the same error', async () => {
    const own = await startTestDaemon();
    try {
      const attempt = (email: string) => own.client.answer(register, { body: { email, password: testPassword } });
      expect((await attempt('first@example.com')).status).toBe(201);
      for (let number = 0; number < 20; number++) expect((await attempt('First@example.com')).status).toBe(409);
      own.core.services.sweep();
      for (const email of ['first@example.com', 'unknown@example.com'])
        expect(codeOf((await attempt(email)).json), email).toBe('rate_limited');
      own.clock.pass(60 * minuteMs);
      expect((await attempt('first@example.com')).status).toBe(409);
      expect((await attempt('second@example.com')).status).toBe(201);
    } finally {
      await own.stop();
    }
  });
});

describe('login', () => {
  it('gives a session of its own, whatever the case of the e-mail', async () => {
    daemon().clock.pass(60 * minuteMs);
    const user = await daemon().newUser();
    const { token } = await daemon().client.call(login, {
      body: { email: user.email.toUpperCase(), password: user.password },
    });
    expect(token).not.toBe(user.token);
    expect(await daemon().client.with(asBearer(token)).call(verify)).toMatchObject({ user: { id: user.id } });
    expect(await actionsOf(user)).toEqual(['auth.login', 'auth.register']);
  });

  it('answers a wrong password and an unknown e-mail alike', async () => {
    const { email } = await daemon().newUser();
    const known = await logIn(email, wrong);
    const unknown = await logIn('unknown@example.com', wrong);
    const reported = ({ status, json, headers }: typeof known) => {
      const { code, message } = (json as { error: { code: string; message: string } }).error;
      return { status, code, message, challenge: headers['www-authenticate'] };
    };
    expect(reported(known)).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect(reported(unknown)).toEqual(reported(known));
  });

  it('of another normal form of the same password succeeds', async () => {
    const composed = { email: 'nfc@example.com', password: 'Brücke über den Fluß'.normalize('NFC') };
    await daemon().client.call(register, { body: composed });
    const decomposed = { ...composed, password: composed.password.normalize('NFD') };
    expect((await daemon().client.answer(login, { body: decomposed })).status).toBe(200);
  });
});

describe('after five failures in fifteen minutes', () => {
  it('even the right password is refused, with the seconds to wait, while sessions and keys go on', async () => {
    const user = await daemon().newUser();
    for (let failure = 0; failure < 5; failure++) expect((await logIn(user.email, wrong)).status).toBe(401);
    const refused = await logIn(user.email, user.password);
    expect(codeOf(refused.json)).toBe('rate_limited');
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(await user.session.call(verify)).toMatchObject({ valid: true });
    expect(await user.client.call(verify)).toMatchObject({ valid: true });
    const failures = (await actionsOf(user)).filter((action) => action === 'auth.login_failed');
    expect(failures).toHaveLength(5);
    daemon().clock.pass(windowMs);
    expect((await logIn(user.email, user.password)).status).toBe(200);
  });

  it('an unknown e-mail is refused just so', async () => {
    for (let failure = 0; failure < 5; failure++) expect((await logIn('ghost@example.com', wrong)).status).toBe(401);
    expect(codeOf((await logIn('GHOST@example.com', wrong)).json)).toBe('rate_limited');
  });

  it('that arrive at once are not checked beyond the fifth', async () => {
    const { email } = await daemon().newUser();
    const answers = await Promise.all(Array.from({ length: 12 }, () => logIn(email, wrong)));
    const codes = answers.map((answer) => codeOf(answer.json));
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(5);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(7);
  });

  it('the right password, however often at once, is no failure', async () => {
    for (const count of [6, 20]) {
      const user = await daemon().newUser();
      const answers = await Promise.all(Array.from({ length: count }, () => logIn(user.email, user.password)));
      expect(answers.map(({ status }) => status)).toEqual(Array(count).fill(200));
      expect((await logIn(user.email, wrong)).status).toBe(401);
      expect(countOf(user.email)).toBe(1);
    }
  });

  it('the owner gets in among four guesses at once, and the guesses count on', async () => {
    const { email, password } = await daemon().newUser();
    const guesses = Array.from({ length: 4 }, () => logIn(email, wrong));
    const owner = await Promise.all([logIn(email, password), logIn(email, password)]);
    expect(owner.map(({ status }) => status)).toEqual([200, 200]);
    for (const guess of guesses) expect((await guess).status).toBe(401);
  });

  it('a success before the fifth clears the count', async () => {
    const user = await daemon().newUser();
    for (let round = 0; round < 2; round++) {
      for (let failure = 0; failure < 4; failure++) expect((await logIn(user.email, wrong)).status).toBe(401);
      expect((await logIn(user.email, user.password)).status).toBe(200);
    }
  });

  it('a restart does not forget them', async () => {
    const { email, password } = await daemon().newUser();
    for (let failure = 0; failure < 5; failure++) await logIn(email, wrong);
    expect(countOf(email)).toBe(5);
    daemon().core.services.sweep();
    expect(codeOf((await logIn(email, password)).json)).toBe('rate_limited');
  });
});

describe('forty logins for unknown e-mails at once', () => {
  it('make no right password wait for a later time: all are answered, and counted', async () => {
    const owner = await daemon().newUser();
    const crowd = Array.from({ length: 40 }, (_, number) => logIn(`crowd${number}@example.com`, wrong));
    const answer = await logIn(owner.email, owner.password);
    expect(answer.status).toBe(200);
    for (const { status } of await Promise.all(crowd)) expect(status).toBe(401);
    const counted = daemon().core.database.read.get<{ count: number }>(
      "SELECT count(*) AS count FROM attempts WHERE subject LIKE 'crowd%'",
    );
    expect(counted?.count).toBe(40);
  });
});
