import type { Preconditions } from '../../src-shared/contracts/preconditions.ts';
import {
  isMaskable,
  type SecretInput,
  type SecretMetadata,
  secretLimits,
} from '../../src-shared/contracts/secrets.contract.ts';
import { codeVariableProblem } from '../../src-shared/formats/code-variables.ts';
import type { ListingQuery } from '../../src-shared/listing-query.ts';
import type { Actor } from '../core/actor.ts';
import { createListingRecords } from '../core/listing-records.ts';
import { requirePreconditions } from '../core/precondition.ts';
import { mayUseSecret, requireSecretRight } from '../core/rights.ts';
import type { WritableDb } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import { invalidField } from '../errors/repeated-errors.ts';
import { createEditSecret, type SecretsDeps } from './edit-secret.ts';
import { createReleaseSecrets, type ReleaseDeps } from './release-secrets.ts';
import { isHeaderText, sealSecret } from './sealed-secret.ts';
import { changeBinding } from './secret-binding.ts';
import { secretState } from './secret-items.ts';
import {
  countSecrets,
  deleteSecret,
  findSecret,
  insertSecret,
  listSecrets,
  type SecretRow,
  updateSecretValue,
} from './secrets.store.ts';
import { metadataOf, requireSecret } from './stored-secret.ts';

interface SecretChange extends SecretInput {
  conditions?: Preconditions;
}

const noHeaderText =
  'must not contain CR, LF or NUL if the secret has hosts, because it is put into headers of requests';

interface WrittenSecret {
  isNew: boolean;
  secret: SecretMetadata;
}

export type SecretsService = ReturnType<typeof createSecretsService>;

/** Secrets of an account: values go in, and only a run or, if its owner allows it, a local program gets them out. */
export function createSecretsService(deps: SecretsDeps & ReleaseDeps) {
  const { database, recordAudit, now } = deps;
  const listings = createListingRecords(now);

  return {
    /**
     * Creates a secret or replaces its value; each value counts one version.
     * @throws AppError `forbidden`, `invalid_request` for another name in the body, a new name that code is taken from and
     *   hosts that cannot be used, `too_many_secrets`, `precondition_failed`
     */
    put(actor: Actor, name: string, { conditions = {}, ...input }: SecretChange): WrittenSecret {
      if (input.name !== undefined && input.name !== name) throw differentName(input.name, name);
      requireSecretRight(actor, name);
      return database.transaction((db) => {
        const before = findSecret(db, actor.accountId, name);
        requirePreconditions(conditions, { named: `secret named ${name}`, version: before?.version });
        if (before === undefined) refuseCodeVariable(name);
        const { value, description } = input;
        const binding = changeBinding(before, input);
        if (binding.hosts !== null && !isHeaderText(value)) throw invalidField('value', noHeaderText);
        const row = before ?? makeRow(db, actor, name);
        const version = row.version + 1;
        const context = { accountId: actor.accountId, id: row.id, version };
        updateSecretValue(db, {
          id: row.id,
          description: description ?? row.description,
          version,
          sealedValue: sealSecret(actor.accountKey, context, value),
          masked: isMaskable(value) ? 1 : 0,
          updatedAt: now(),
          ...binding,
        });
        const written = requireSecret(db, actor, name);
        const item = { ...secretState(written), keptFrom: version };
        const hosts = binding.hosts === null ? {} : { hosts: binding.hosts };
        if (before === undefined) recordAudit(db, actor, { ...event('secret.create', name, hosts), item });
        else recordAudit(db, actor, { ...event('secret.update', name, { version, ...hosts }), item });
        return { isNew: before === undefined, secret: metadataOf(written) };
      });
    },

    edit: createEditSecret(deps),

    release: createReleaseSecrets(deps),

    /** Those that the credential may use, by name and without any value; the look itself is recorded. */
    list(actor: Actor, query: ListingQuery = {}): SecretMetadata[] {
      return database.transaction((db) => {
        if (listings.mustRecord(actor, query)) recordAudit(db, actor, { action: 'secret.list', metadata: {} });
        const rows = listSecrets(db, actor.accountId).filter(({ name }) => mayUseSecret(actor, name));
        return rows.map(metadataOf);
      });
    },

    /** @throws AppError `forbidden`, `secret_not_found` */
    remove(actor: Actor, name: string): void {
      requireSecretRight(actor, name);
      database.transaction((db) => {
        const { id, version } = requireSecret(db, actor, name);
        deleteSecret(db, id);
        const item = { kind: 'secret', id: String(id), version, digest: null } as const;
        recordAudit(db, actor, { ...event('secret.delete', name, {}), item });
      });
    },
  };

  function makeRow(
    db: WritableDb,
    { accountId }: Actor,
    name: string,
  ): Pick<SecretRow, 'id' | 'version' | 'description'> {
    if (countSecrets(db, accountId) >= secretLimits.secrets)
      throw new AppError(
        'too_many_secrets',
        `An account has at most ${secretLimits.secrets} secrets. Delete one first.`,
      );
    const id = insertSecret(db, { accountId, name, description: '', createdAt: now() });
    return { id, version: 0, description: '' };
  }
}

function differentName(inBody: string, inPath: string): AppError {
  return invalidField('name', `is ${JSON.stringify(inBody)} in the body, but "${inPath}" in the path; send one name`);
}

/** A secret is given to every program that asks for all of them: none may decide what code such a program runs. */
function refuseCodeVariable(name: string): void {
  const problem = codeVariableProblem(name);
  if (problem === undefined) return;
  throw new AppError('invalid_request', `name: ${name} ${problem}. Choose another name, or set it in a run's env.`, {
    details: [{ path: 'name', message: problem }],
  });
}

function event<Action extends 'secret.create' | 'secret.update' | 'secret.delete', More extends object>(
  action: Action,
  name: string,
  more: More,
) {
  return { action, resourceId: name, metadata: { name, ...more } };
}
