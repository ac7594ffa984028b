import type { Scope } from '../../src-shared/scopes.ts';
import type { Actor } from './actor.ts';
import { AppError } from './app-error.ts';

type Rights = Pick<Actor, 'scopes' | 'secretNames'>;

/** How many names an error shows. */
const namesShown = 20;

/** Work of an account, and the credential that began it; null where that is not known any more. */
export interface BegunWork {
  credentialId: string | null;
}

/** Whether a credential may use every secret of its account: by the scope `secrets`, and not narrowed to some. */
export function mayUseAllSecrets({ scopes, secretNames }: Rights): boolean {
  return scopes.has('secrets') && secretNames === null;
}

/** @throws AppError `forbidden`, which names the missing scope */
export function requireScope({ scopes }: Pick<Actor, 'scopes'>, scope: Scope): void {
  if (!scopes.has(scope)) throw new AppError('forbidden', `This API key lacks the scope "${scope}".`);
}

export function mayUseSecret({ secretNames }: Rights, name: string): boolean {
  return secretNames === null || secretNames.includes(name);
}

/** The same for a name that there is and one that there is not. @throws AppError `forbidden`, which says what it may */
export function requireSecretRight(actor: Rights, name: string): void {
  if (mayUseSecret(actor, name)) return;
  throw new AppError('forbidden', `This API key may not use the secret ${name}. ${allowedSecrets(actor)}`);
}

/** Says which secrets a narrowed credential may use. */
export function allowedSecrets({ secretNames }: Rights): string {
  const names = secretNames ?? [];
  if (names.length === 0) return 'It may use no secret.';
  const more = names.length > namesShown ? ` and ${names.length - namesShown} more` : '';
  return `It may use only: ${names.slice(0, namesShown).join(', ')}${more}.`;
}

/**
 * Refuses what decides which code runs later with all secrets, unless the credential could run such code itself.
 * @throws AppError `forbidden`, which names every right that is missing
 */
export function requireCodeRights({ scopes, secretNames }: Rights, act: string): void {
  const missing = (['execute', 'secrets'] as const).filter((scope) => !scopes.has(scope));
  const faults = [
    ...missing.map((scope) => `lacks the scope "${scope}"`),
    ...(secretNames === null ? [] : ['is narrowed to some secrets (secretNames)']),
  ];
  if (faults.length === 0) return;
  throw new AppError(
    'forbidden',
    `${act} needs the rights that their code has in later runs. This API key ${faults.join(', and ')}.`,
  );
}

/**
 * Whether a credential may read what others of its account ran: what a program prints and leaves can be made of secrets
 * that this credential may not use.
 */
export function mayReadAllWork(actor: Rights): boolean {
  return mayUseAllSecrets(actor) || actor.scopes.has('audit');
}

export function mayRead(actor: Actor, work: BegunWork): boolean {
  return mayReadAllWork(actor) || isOwn(actor, work);
}

/** The scope `audit` lets a credential read the work of others, not end it. @throws AppError `forbidden` */
export function requireCancelRight(actor: Actor, work: BegunWork): void {
  if (mayUseAllSecrets(actor) || isOwn(actor, work)) return;
  throw new AppError('forbidden', 'This API key may not use every secret, so it can cancel only what it made itself.');
}

function isOwn({ credential }: Actor, { credentialId }: BegunWork): boolean {
  return credential.id === credentialId;
}
