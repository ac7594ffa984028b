import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { email, password, text, timestamp, typedPassword } from '../fields.ts';

export const User = z
  .strictObject({ id: z.int(), email: z.string(), createdAt: timestamp() })
  .meta({ id: 'User', description: 'An account of this machine.' });
export type User = z.infer<typeof User>;

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

const token = z.string().meta({ description: 'A session token, valid for one hour. It is a key: keep it in memory.' });

/** What lets a window in. */
export const Login = z.strictObject({ token, user: User }).meta({ id: 'Login' });
export type Login = z.infer<typeof Login>;

const Registration = z.strictObject({ email: email(), password: password() });

export const register = defineEndpoint({
  method: 'POST',
  path: '/api/register',
  tag: 'Accounts',
  summary: 'Register a new user',
  description: 'Makes an account on this machine. The API key has every scope and is shown only here.',
  access: 'open',
  body: Registration,
  replies: { 201: z.strictObject({ token, apiKey: z.string(), user: User }).meta({ id: 'Registration' }) },
  errors: ['email_taken', 'registration_closed', 'rate_limited'],
});

export const registerWithoutKey = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/register',
  tag: 'Accounts',
  summary: 'Register a new user without an API key',
  description:
    'As `POST /api/register`, with the same limits, but no API key is made: for a program that goes on with the session, ' +
    'as the interface does.',
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
  description: 'After 5 failures in 15 minutes for one e-mail, logins for it are refused; sessions and keys go on.',
  access: 'open',
  body: z.strictObject({ email: text().min(1).max(254), password: typedPassword() }),
  replies: { 200: Login },
  errors: ['invalid_credentials', 'rate_limited'],
});

export const verify = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/verify',
  tag: 'Accounts',
  summary: 'Verify token',
  description:
    'Judges the `token` of the body where there is one, and needs no other credential then: what the headers have is not ' +
    'looked at. Without it, the credential of the headers is judged. `token` is a session token or an API key.',
  access: 'token',
  body: z
    .strictObject({ token: z.string().optional().meta({ description: 'A session token or an API key.' }) })
    .meta({ id: 'VerifyInput' })
    .optional(),
  replies: {
    200: z
      .strictObject({
        valid: z.literal(true),
        user: User,
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
    'Replaces a session token up to 7 days after its issue. The old one serves other requests for 60 s more; ' +
    'refreshing with it again later ends every session that came from the same login. Only `Authorization` is looked at.',
  access: 'refresh',
  replies: { 200: z.strictObject({ token }).meta({ id: 'Refreshed' }) },
});

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/logout',
  tag: 'Accounts',
  summary: 'Log out',
  description: 'Ends the session at once, with every token that came from the same login.',
  access: 'session',
  replies: { 204: 'empty' },
});

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/auth/sessions',
  tag: 'Accounts',
  summary: 'List sessions',
  access: 'admin',
  replies: { 200: z.strictObject({ sessions: z.array(SessionInfo) }) },
});

export const revokeSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/auth/sessions/:id',
  tag: 'Accounts',
  summary: 'End a session',
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
    'Ends the other sessions; API keys stay. After 5 wrong passwords in 15 minutes in one session its checks are refused; ' +
    'failed logins do not count here.',
  access: 'session',
  body: z.strictObject({ currentPassword: typedPassword(), newPassword: password() }),
  replies: {
    200: z.strictObject({ sessionsEnded: z.int(), apiKeysKept: z.int() }).meta({ id: 'PasswordChange' }),
  },
  errors: ['invalid_credentials', 'rate_limited'],
});

export const deleteAccount = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/account',
  tag: 'Accounts',
  summary: 'End the account',
  description: 'Removes secrets, vault, runs and credentials for good. The audit rows are kept.',
  access: 'session',
  body: z.strictObject({ password: typedPassword() }),
  replies: { 204: 'empty' },
  errors: ['invalid_credentials', 'rate_limited'],
});
