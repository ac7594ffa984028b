/** The password of a signed-in owner: checked apart from logins, and guarded against a stolen session. */
import { describe, expect, it } from 'vitest';
import { changePassword, deleteAccount, login, verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { encryptCode } from '../../../src-shared/contracts/vault.contract.ts';
import { asBearer } from '../../support/api-client.ts';
import { keepProductCosts } from '../../support/daemon/product-passwords.ts';
import { testDaemonOfFile, testPassword } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();
const wrong = 'not the password';
const newPassword = 'another long password';
const windowMs = 15 * 60_000;

const failLogins = async (email: string, count: number) => {
  for (let failure = 0; failure < count; failure++)
    await daemon().client.answer(login, { body: { email, password: wrong } });
};

describe('five wrong logins for an e-mail', () => {
  it('keep the signed-in owner from no change of the password, and from no end of the account', async () => {
    const { email, session } = await daemon().newUser();
    await failLogins(email, 6);
    await session.call(changePassword, { body: { currentPassword: testPassword, newPassword } });
    expect(await daemon().client.refusal(login, { body: { email, password: newPassword } })).toMatchObject({
      code: 'rate_limited',
    });
    await session.call(deleteAccount, { body: { password: newPassword } });
  });
});

describe('five wrong passwords in a session', () => {
  it('close the checks of this session for fifteen minutes, and no other session nor the login', async () => {
    const user = await daemon().newUser();
    const { token } = await daemon().client.call(login, { body: { email: user.email, password: user.password } });
    const other = daemon().client.with(asBearer(token));
    const guess = { currentPassword: wrong, newPassword };
    for (let failure = 0; failure < 5; failure++)
      expect(await user.session.refusal(changePassword, { body: guess })).toMatchObject({
        code: 'invalid_credentials',
      });
    for (const body of [guess, { ...guess, currentPassword: user.password }])
      expect(await user.session.refusal(changePassword, { body })).toMatchObject({ code: 'rate_limited' });
    expect(await user.session.refusal(deleteAccount, { body: { password: user.password } })).toMatchObject({
      code: 'rate_limited',
    });
    expect((await user.session.answer(verify)).status).toBe(200);
    const { email, password } = user;
    expect((await daemon().client.answer(login, { body: { email, password } })).status).toBe(200);
    expect(await other.refusal(changePassword, { body: guess })).toMatchObject({ code: 'invalid_credentials' });
    await other.call(changePassword, { body: { currentPassword: password, newPassword } });
    expect((await user.session.answer(verify)).status).toBe(401);
  });

  it('are forgotten after fifteen minutes, and not by a restart', async () => {
    const user = await daemon().newUser();
    const body = { currentPassword: wrong, newPassword };
    for (let failure = 0; failure < 5; failure++) await user.session.answer(changePassword, { body });
    daemon().core.services.sweep();
    const right = { currentPassword: user.password, newPassword };
    expect(await user.session.refusal(changePassword, { body: right })).toMatchObject({ code: 'rate_limited' });
    daemon().clock.pass(windowMs);
    await user.session.call(changePassword, { body: right });
  });
});

describe('a crowd of logins', () => {
  keepProductCosts();

  it('does not hold up the checks of those who are signed in', async () => {
    const { session } = await daemon().newUser();
    let answered = 0;
    const crowd = Array.from({ length: 40 }, (_, number) =>
      daemon()
        .client.answer(login, { body: { email: `many${number}@example.com`, password: wrong } })
        .then(({ status }) => {
          answered++;
          return status;
        }),
    );
    await session.call(changePassword, { body: { currentPassword: testPassword, newPassword } });
    await session.call(encryptCode, { body: { masterPassword: 'a master password', code: 'true' } });
    expect(answered).toBeLessThan(40);
    expect(await Promise.all(crowd)).toEqual(Array(40).fill(401));
  });
});
