import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { base64Of } from '../fields.ts';
import { Login } from './accounts.contract.ts';

/** Operations for which the desktop shell must prove its identity. */
export const shellPurposes = ['keep', 'restore'] as const;
export type ShellPurpose = (typeof shellPurposes)[number];

export const ShellChallenge = base64Of(64);

const ShellProof = z.strictObject({ challenge: ShellChallenge, proof: base64Of(32) }).meta({
  id: 'ShellProof',
  description:
    'A challenge of this daemon, at most 30 s old and not used before, and the proof: HMAC-SHA256(K, purpose ‖ 0x00 ‖ ' +
    'challenge) in base64. K is HKDF-SHA256(proofKey, info "strongroom/shell-proof/1"); proofKey is in the run file, ' +
    'which only its owner can read; purpose is "keep" or "restore".',
  examples: [{ challenge: `${'A'.repeat(86)}==`, proof: `${'A'.repeat(43)}=` }],
});
export type ShellProof = z.infer<typeof ShellProof>;

const tag = 'Accounts';

export const challengeShell = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/remembered/challenge',
  tag,
  summary: 'Challenge the desktop shell',
  description: 'Returns the challenge that the proof of one following request must use, within 30 s.',
  access: 'open',
  replies: { 200: z.strictObject({ challenge: ShellChallenge }) },
});

export const readRemembered = defineEndpoint({
  method: 'GET',
  path: '/api/v1/auth/remembered',
  tag,
  summary: 'Read whether this computer remembers a session of the account',
  description: 'The remembered session itself can only be restored by the desktop shell.',
  access: 'session',
  replies: { 200: z.strictObject({ remembered: z.boolean() }).meta({ id: 'Remembered' }) },
});

export const keepSession = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/auth/remembered',
  tag,
  summary: 'Remember the session on this computer',
  description:
    'Stores a token of the same login in the key store and replaces a previous one. The desktop shell alone can restore ' +
    'the session with it, up to 7 days after the last restore and 30 days after the login. The token is invalid once the ' +
    'session ends.',
  access: 'session',
  body: ShellProof,
  replies: { 204: 'empty' },
  errors: ['shell_not_proven', 'locked', 'key_store_unavailable'],
});

export const forgetKeptSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/auth/remembered',
  tag,
  summary: 'Forget the remembered session',
  description: 'Deletes the stored token. The session itself stays valid.',
  access: 'session',
  replies: { 204: 'empty' },
});

export const restoreSession = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/remembered/session',
  tag,
  summary: 'Restore the remembered session',
  description: 'For the desktop shell, which proves its identity. Replaces the remembered token, like a refresh.',
  access: 'open',
  body: ShellProof,
  replies: { 200: Login },
  errors: ['shell_not_proven', 'nothing_remembered', 'locked', 'key_store_unavailable'],
});
