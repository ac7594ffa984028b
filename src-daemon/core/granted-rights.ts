import type { Scope } from '../../src-shared/scopes.ts';
import { AppError } from '../errors/app-error.ts';
import type { Actor } from './actor.ts';
import { allowedHosts, allowedSecrets, mayAllowHost, mayInjectAll } from './rights.ts';

/** Rights of something that a credential makes: a key, network rules of a script, a setting. It has no right that is absent. */
export interface GrantedRights {
  scopes?: readonly Scope[];
  /** Null: the secrets that its scopes allow. */
  secretNames?: readonly string[] | null;
  /** Null: every host that the account's settings allow. */
  networkHosts?: readonly string[] | null;
  /** Epoch ms; null: it has no end. */
  expiresAt?: number | null;
}

/**
 * Checks that what a credential makes can do no more than the credential itself.
 * @param path the field that gives the right, if it has another name than the right
 * @throws AppError `forbidden`, which names the field and what the credential may grant
 */
export function requireGrantable(actor: Actor, granted: GrantedRights, path?: string): void {
  const faults: Record<keyof GrantedRights, string | undefined> = {
    scopes: scopesFault(actor, granted.scopes),
    secretNames: secretsFault(actor, granted.secretNames),
    networkHosts: hostsFault(actor, granted.networkHosts),
    expiresAt: endFault(actor, granted.expiresAt),
  };
  for (const [right, message] of Object.entries(faults))
    if (message !== undefined)
      throw new AppError('forbidden', message, { details: [{ path: path ?? right, message }] });
}

function scopesFault({ scopes }: Actor, granted: GrantedRights['scopes'] = []): string | undefined {
  const missing = granted.find((scope) => !scopes.has(scope));
  return missing && `This API key lacks the scope "${missing}" and cannot grant it.`;
}

function secretsFault(actor: Actor, granted: GrantedRights['secretNames']): string | undefined {
  if (granted === undefined || (granted === null && actor.secretNames === null)) return undefined;
  if (granted !== null && mayInjectAll(actor, granted)) return undefined;
  if (actor.secretNames === null)
    return 'This API key lacks the scope "secrets", so it cannot grant the use of a secret.';
  return `An API key can grant only the secrets that it may use itself: name these. ${allowedSecrets(actor)}`;
}

function hostsFault(actor: Actor, granted: GrantedRights['networkHosts']): string | undefined {
  const { networkHosts: own } = actor;
  if (own === null || granted === undefined) return undefined;
  if (granted?.every((host) => mayAllowHost(actor, host))) return undefined;
  return `An API key can grant only the hosts that it may use itself: name these. ${allowedHosts(own)}`;
}

/** A key with an end makes nothing that outlives it. A session does: it is its owner, who logs in again. */
function endFault({ credential }: Actor, end: GrantedRights['expiresAt']): string | undefined {
  if (end === undefined || credential.kind === 'session' || credential.expiresAt === null) return undefined;
  if (end !== null && end <= credential.expiresAt) return undefined;
  const last = new Date(credential.expiresAt).toISOString();
  return `This API key expires at ${last} and cannot create one that expires later: set an earlier end.`;
}
