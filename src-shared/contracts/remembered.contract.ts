import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { base64Of } from '../fields.ts';
import { Login } from './accounts.contract.ts';

/** What the desktop shell proves itself for. */
export const shellPurposes = ['keep', 'restore'] as const;
export type ShellPurpose = (typeof shellPurposes)[number];

export const ShellChallenge = base64Of(64);

const ShellProof = z.strictObject({ challenge: ShellChallenge, proof: base64Of(32) }).meta({
  id: 'ShellProof',
  description:
    'A challenge of this daemon that is at most 30 s old and was not used before, and HMAC-SHA256(K, purpose ‖ 0x00 ‖ ' +
    'challenge) in base64; K is HKDF-SHA256(proofKey, info "strongroom/shell-proof/1"), proofKey from the run file ' +
    'that only its owner can read, purpose "keep" or "restore".',
});
export type ShellProof = z.infer<typeof ShellProof>;

const tag = 'Accounts';

export const challengeShell = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/remembered/challenge',
  tag,
  summary: 'Challenge the desktop shell',
  access: 'open',
  replies: { 200: z.strictObject({ challenge: ShellChallenge }) },
});

export const readRemembered = defineEndpoint({
  method: 'GET',
  path: '/api/v1/auth/remembered',
  tag,
  summary: 'Tell whether this computer remembers a session of the account',
  access: 'session',
  replies: { 200: z.strictObject({ remembered: z.boolean() }).meta({ id: 'Remembered' }) },
});

export const keepSession = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/auth/remembered',
  tag,
  summary: 'Remember the session on this computer',
  description:
    'A token of the same login goes to the key store, in place of any that is there. It brings the session back for ' +
    'the desktop shell only, up to 7 days after it last did and 30 days after the login; it ends with the session.',
  access: 'session',
  body: ShellProof,
  replies: { 204: 'empty' },
  errors: ['shell_not_proven', 'locked', 'key_store_unavailable'],
});

export const forgetKeptSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/auth/remembered',
  tag,
  summary: 'Remember the session no longer',
  access: 'session',
  replies: { 204: 'empty' },
});

export const restoreSession = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/remembered/session',
  tag,
  summary: 'Bring the remembered session back',
  description: 'For the desktop shell that proves itself. The remembered token is replaced as by a refresh.',
  access: 'open',
  body: ShellProof,
  replies: { 200: Login },
  errors: ['shell_not_proven', 'nothing_remembered', 'locked', 'key_store_unavailable'],
});
