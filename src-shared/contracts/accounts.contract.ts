import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { email, password, text, timestamp, typedPassword } from '../fields.ts';

export const UserInfo = z
  .strictObject({ id: z.int(), email: z.string(), createdAt: timestamp() })
  .meta({ id: 'UserInfo', description: 'An account on this machine.' });
export type UserInfo = z.infer<typeof UserInfo>;

export const SessionInfo = z
  .strictObject({
    id: z.string(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    lastUsedAt: timestamp().nullable(),
    ipAddress: z.string(),
    userAgent: z.string().nullable(),
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type SessionInfo = z.infer<typeof SessionInfo>;

const token = z
  .string()
  .meta({ description: 'A session token, valid for one hour. It is a credential: keep it in memory only.' });

/** Session of a new login. */
export const Login = z.strictObject({ token, user: UserInfo }).meta({ id: 'Login' });
export type Login = z.infer<typeof Login>;

const exampleAccount = { email: 'me@example.com', password: 'correct horse battery' };
const Registration = z.strictObject({ email: email(), password: password() }).meta({ examples: [exampleAccount] });

export const register = defineEndpoint({
  method: 'POST',
  path: '/api/register',
  tag: 'Accounts',
  summary: 'Register a new user',
  description: 'Creates an account on this machine. The API key has every scope and is returned only here.',
  access: 'open',
  body: Registration,
  replies: { 201: z.strictObject({ token, apiKey: z.string(), user: UserInfo }).meta({ id: 'AuthResponse' }) },
  errors: ['email_taken', 'registration_closed', 'rate_limited'],
});

export const registerWithoutKey = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/register',
  tag: 'Accounts',
  summary: 'Register a new user without an API key',
  description:
    'Like `POST /api/register`, with the same limits, but creates no API key. For programs that use the session only, such ' +
    'as the interface.',
  access: 'open',
  body: Registration,
  replies: { 201: Login },
  errors: ['email_taken', 'registration_closed', 'rate_limited'],
});

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/login',
  tag: 'Accounts',
  summary: 'Login',
  description:
    'After 5 failed logins in 15 minutes for one e-mail, further logins for it are refused. Existing sessions and API keys ' +
    'keep working.',
  access: 'open',
  body: z
    .strictObject({ email: text().min(1).max(254), password: typedPassword() })
    .meta({ examples: [exampleAccount] }),
  replies: { 200: Login },
  errors: ['invalid_credentials', 'rate_limited'],
});

export const verify = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/verify',
  tag: 'Accounts',
  summary: 'Verify token',
  description:
    'Checks the `token` in the body, if there is one; the headers are then ignored. Without it, the credential in the ' +
    'headers is checked. `token` is a session token or an API key.',
  access: 'token',
  body: z
    .strictObject({ token: z.string().optional().meta({ description: 'A session token or an API key.' }) })
    .meta({ id: 'VerifyInput', examples: [{}] })
    .optional(),
  replies: {
    200: z
      .strictObject({
        valid: z.literal(true),
        user: UserInfo,
        credential: z.enum(['session', 'apiKey']),
        expiresAt: timestamp().nullable().meta({ description: 'null: the API key does not expire.' }),
      })
      .meta({ id: 'Verification' }),
  },
});

export const refresh = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/refresh',
  tag: 'Accounts',
  summary: 'Refresh token',
  description:
    'Replaces a session token up to 7 days after its issue. The old token stays valid for other requests for 60 s. ' +
    'Refreshing with it again later ends every session of the same login. Only the `Authorization` header is read.',
  access: 'refresh',
  replies: { 200: z.strictObject({ token }).meta({ id: 'Refreshed' }) },
});

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/logout',
  tag: 'Accounts',
  summary: 'Log out',
  description:
    'Ends the session immediately, with every token of the same login and the sandboxes that it created. With `lock` the ' +
    'sandboxes stay until their own limits, or until a later login of the account logs out or changes its password.',
  access: 'session',
  body: z
    .strictObject({
      lock: z.boolean().optional().meta({ description: 'A window was locked: its owner will log in again.' }),
    })
    .meta({ examples: [{ lock: true }] })
    .optional(),
  replies: {
    200: z
      .strictObject({
        sandboxesEnded: z.int().meta({ description: 'Number of sandboxes that ended with the session.' }),
      })
      .meta({ id: 'Logout' }),
  },
});

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/auth/sessions',
  tag: 'Accounts',
  summary: 'List sessions',
  description: 'The sessions of the account that are valid; `current` marks the one that asks.',
  access: 'admin',
  replies: { 200: z.strictObject({ sessions: z.array(SessionInfo) }) },
});

export const revokeSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/auth/sessions/:id',
  tag: 'Accounts',
  summary: 'End a session',
  description: 'Ends it immediately, with every token of the same login and the sandboxes that it created.',
  access: 'admin',
  params: z.strictObject({ id: z.string() }),
  replies: { 204: 'empty' },
  errors: ['session_not_found'],
});

export const changePassword = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/auth/password',
  tag: 'Accounts',
  summary: 'Change password',
  description:
    'Ends the other sessions; API keys stay valid. After 5 wrong passwords in 15 minutes in one session, further attempts ' +
    'are refused; failed logins do not count here.',
  access: 'session',
  body: z
    .strictObject({ currentPassword: typedPassword(), newPassword: password() })
    .meta({ examples: [{ currentPassword: 'correct horse battery', newPassword: 'a battery of correct horses' }] }),
  replies: {
    200: z.strictObject({ sessionsEnded: z.int(), apiKeysKept: z.int() }).meta({ id: 'PasswordChange' }),
  },
  errors: ['invalid_credentials', 'rate_limited'],
});

export const deleteAccount = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/account',
  tag: 'Accounts',
  summary: 'Delete the account',
  description: 'Permanently deletes secrets, vault, runs and credentials. The audit log of the account is kept.',
  access: 'session',
  body: z.strictObject({ password: typedPassword() }).meta({ examples: [{ password: 'correct horse battery' }] }),
  replies: { 204: 'empty' },
  errors: ['invalid_credentials', 'rate_limited'],
});
