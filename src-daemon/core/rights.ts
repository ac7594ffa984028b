import { coversHost } from '../../src-shared/contracts/network/host-pattern.ts';
import type { Scope } from '../../src-shared/scopes.ts';
import { AppError } from '../errors/app-error.ts';
import type { Actor } from './actor.ts';

type Rights = Pick<Actor, 'scopes' | 'secretNames'>;

/** Maximum number of names in an error message. */
const namesShown = 20;

/** Work of an account with the credential that started it; null if the credential is not known any more. */
export interface BegunWork {
  credentialId: string | null;
}

/**
 * Returns true if a credential may use every secret of its account: it has the scope `secrets` and no `secretNames`.
 */
export function mayUseAllSecrets({ scopes, secretNames }: Rights): boolean {
  return scopes.has('secrets') && secretNames === null;
}

/** Checks that only a session sets a field, for a reason that completes "because". @throws AppError `forbidden` */
export function requireSession(
  { credential }: Pick<Actor, 'credential'>,
  path: string,
  reason = 'it can lead to hosts of the local network',
): void {
  if (credential.kind === 'session') return;
  const message = `can only be set with a session, because ${reason}`;
  throw new AppError('forbidden', `${path} ${message}. Log in, or leave it out.`, { details: [{ path, message }] });
}

/** @throws AppError `forbidden`, which names the missing scope */
export function requireScope({ scopes }: Pick<Actor, 'scopes'>, scope: Scope): void {
  if (!scopes.has(scope)) throw new AppError('forbidden', `This API key lacks the scope "${scope}".`);
}

/**
 * Checks the right to list the names of secrets. A credential with `secretNames` may list these without the scope.
 * @throws AppError `forbidden`
 */
export function requireSecretNames(actor: Rights): void {
  if (actor.secretNames === null) requireScope(actor, 'secrets');
}

export function mayUseSecret({ secretNames }: Rights, name: string): boolean {
  return secretNames === null || secretNames.includes(name);
}

/** Returns true if a credential may inject each of these secrets. */
export function mayInjectAll({ scopes, secretNames }: Rights, names: readonly string[]): boolean {
  if (secretNames === null) return names.length === 0 || scopes.has('secrets');
  return names.every((name) => secretNames.includes(name));
}

/**
 * Checks the right to use a secret, whether the secret exists or not.
 * @throws AppError `forbidden`, which names the allowed secrets
 */
export function requireSecretRight(actor: Rights, name: string): void {
  if (mayUseSecret(actor, name)) return;
  throw new AppError('forbidden', `This API key may not use the secret ${name}. ${allowedSecrets(actor)}`);
}

/** Returns a sentence with the secrets that a restricted credential may use. */
export function allowedSecrets({ secretNames }: Rights): string {
  const names = secretNames ?? [];
  if (names.length === 0) return 'It may use no secret.';
  return `It may use only: ${listOf(names)}.`;
}

function listOf(names: readonly string[]): string {
  const more = names.length > namesShown ? ` and ${names.length - namesShown} more` : '';
  return `${names.slice(0, namesShown).join(', ')}${more}`;
}

/** Returns true if network rules of a credential can allow a host or pattern; the account's settings decide as well. */
export function mayAllowHost({ networkHosts }: Pick<Actor, 'networkHosts'>, host: string): boolean {
  return networkHosts === null || networkHosts.some((outer) => coversHost(outer, host));
}

/** Returns a sentence with the hosts that network rules of a restricted credential can allow. */
export function allowedHosts(hosts: readonly string[]): string {
  if (hosts.length === 0) return 'It may allow no host.';
  return `It may allow only: ${listOf(hosts)}.`;
}

/**
 * Rejects a change of the code that later runs with all secrets, unless the credential could run such code itself.
 * @throws AppError `forbidden`, which names every right that is missing
 */
export function requireCodeRights({ scopes, secretNames }: Rights, act: string): void {
  const missing = (['execute', 'secrets'] as const).filter((scope) => !scopes.has(scope));
  const faults = [
    ...missing.map((scope) => `lacks the scope "${scope}"`),
    ...(secretNames === null ? [] : ['is restricted to some secrets']),
  ];
  if (faults.length === 0) return;
  throw new AppError(
    'forbidden',
    `${act} needs the rights that their code has in later runs. This API key ${faults.join(', and ')}.`,
  );
}

/**
 * Returns true if a credential may read the runs of other credentials of its account. The output and files of a run can
 * contain secrets that this credential may not use.
 */
export function mayReadAllWork(actor: Rights): boolean {
  return mayUseAllSecrets(actor) || actor.scopes.has('audit');
}

export function mayRead(actor: Actor, work: BegunWork): boolean {
  return mayReadAllWork(actor) || isOwn(actor, work);
}

/** Checks the right to cancel work. The scope `audit` allows reading it only. @throws AppError `forbidden` */
export function requireCancelRight(actor: Actor, work: BegunWork): void {
  if (mayUseAllSecrets(actor) || isOwn(actor, work)) return;
  throw new AppError(
    'forbidden',
    'This API key may not use every secret, so it can cancel only the runs that it started itself.',
  );
}

/** Checks the right to pin or delete work in the history. @throws AppError `forbidden` */
export function requireHistoryRight(actor: Actor, work: BegunWork): void {
  if (mayUseAllSecrets(actor) || isOwn(actor, work)) return;
  throw new AppError(
    'forbidden',
    'This API key may not use every secret, so it can pin and delete only the runs that it started itself.',
  );
}

/** Checks the right to decide about the held connections of a run. @throws AppError `forbidden` */
export function requireDecisionRight(actor: Actor, work: BegunWork): void {
  if (mayUseAllSecrets(actor) || isOwn(actor, work)) return;
  throw new AppError(
    'forbidden',
    'This API key may not use every secret, so it can decide only about the connections of runs that it started itself.',
  );
}

/** Checks that a credential started the work itself. @throws AppError `forbidden` */
export function requireOwnWork(actor: Actor, work: BegunWork): void {
  if (isOwn(actor, work)) return;
  throw new AppError('forbidden', 'Only the API key or the session that started the run can send input to it.');
}

function isOwn({ credential }: Actor, { credentialId }: BegunWork): boolean {
  return credential.id === credentialId;
}
