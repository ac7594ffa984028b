import { coversHost } from '../../src-shared/contracts/network/host-pattern.ts';
import { codeReaderOf } from '../../src-shared/formats/code-variables.ts';
import type { Actor } from '../core/actor.ts';
import { requireSecretRight } from '../core/rights.ts';
import type { ReadableDb } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import type { SecretRule, SecretSelection } from '../work/secret-grants.ts';
import { findSecret, listSecrets, type SecretRow } from './secrets.store.ts';

export interface SelectedSecrets {
  /** Secrets that become environment variables, unless the request sets these itself. */
  variables: SecretRow[];
  /** Secrets with hosts that network rules name. */
  bound: SecretRow[];
}

/**
 * Returns the secrets that a request selects and its credential may use. A secret with hosts is never a variable.
 * @throws AppError `forbidden`, `unknown_secret`, `secret_not_bound`, `secret_proxy_only`
 */
export function selectSecrets(
  db: ReadableDb,
  actor: Actor,
  { secrets, rules }: Pick<SecretSelection, 'secrets' | 'rules'>,
): SelectedSecrets {
  const bound = selectBound(db, actor, rules ?? []);
  if (secrets === 'all')
    return { variables: selectAll(db, actor).filter(({ hosts }) => hosts === null), bound: [...bound.values()] };
  const rows = [...new Set(secrets)].map((name) => bound.get(name) ?? selectOne(db, actor, { name, path: 'secrets' }));
  for (const row of rows)
    if (row.hosts !== null && !bound.has(row.name)) throw notUsable(row.name, rules !== undefined);
  return { variables: rows.filter(({ name }) => !bound.has(name)), bound: [...bound.values()] };
}

/** Some secrets are older than the rule that none may have a name that code is taken from. */
export const isInjected = ({ name }: SecretRow): boolean => codeReaderOf(name) === undefined;

/** Returns the secrets that a credential may use and programs can get. */
export function usableSecrets(db: ReadableDb, actor: Actor): SecretRow[] {
  return selectAll(db, actor).filter(isInjected);
}

function selectBound(db: ReadableDb, actor: Actor, rules: readonly SecretRule[]): Map<string, SecretRow> {
  const bound = new Map<string, SecretRow>();
  for (const [index, { host, secrets = [] }] of rules.entries())
    for (const name of secrets) {
      const path = `network.allow[${index}].secrets`;
      const row = bound.get(name) ?? selectOne(db, actor, { name, path });
      const problem = bindingProblem(row, host);
      if (problem !== undefined) throw notBound(path, problem);
      bound.set(name, row);
    }
  return bound;
}

function bindingProblem(row: SecretRow, host: string): string | undefined {
  const { name, hosts } = row;
  if (hosts === null) return `the secret ${name} has no hosts: store it with hosts that include ${host}`;
  if (!isInjected(row))
    return `interpreters or tools take code from variables named ${name}: store it under another name`;
  if (hosts.some((own) => coversHost(own.host, host))) return undefined;
  return `the hosts of the secret ${name} do not include ${host}: change the rule or the secret`;
}

/** Returns the error for a secret with hosts that a request selects, but that no rule names. */
function notUsable(name: string, hasRules: boolean): AppError {
  if (hasRules) return notBound('secrets', `the secret ${name} has hosts, but no network rule names it`);
  const message = `The secret ${name} has hosts, so it is no environment variable. Name it in a rule of network.allow instead.`;
  return new AppError('secret_proxy_only', message, {
    details: [{ path: 'secrets', message: `"${name}" has hosts, so a network rule must name it` }],
  });
}

function notBound(path: string, message: string): AppError {
  return new AppError('secret_not_bound', `${path}: ${message}.`, { details: [{ path, message }] });
}

function selectAll(db: ReadableDb, { secretNames, scopes, accountId }: Actor): SecretRow[] {
  if (secretNames === null && !scopes.has('secrets')) return [];
  const rows = listSecrets(db, accountId);
  return secretNames === null ? rows : rows.filter(({ name }) => secretNames.includes(name));
}

function selectOne(db: ReadableDb, actor: Actor, { name, path }: { name: string; path: string }): SecretRow {
  requireRight(actor, name);
  const row = findSecret(db, actor.accountId, name);
  if (row !== undefined) return row;
  const details = [{ path, message: `"${name}" is no secret of this account` }];
  throw new AppError('unknown_secret', `This account has no secret named ${name}. Store it first, or leave it out.`, {
    details,
  });
}

function requireRight(actor: Actor, name: string): void {
  requireSecretRight(actor, name);
  if (actor.secretNames === null && !actor.scopes.has('secrets'))
    throw new AppError('forbidden', 'This API key lacks the scope "secrets", so it cannot name secrets.');
}
