import { secretsQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';

/** Asks the daemon for the current version of a secret; undefined if it does not exist. */
export async function findSecretVersion(name: string): Promise<number | undefined> {
  const secrets = await sessionQueries().fetchQuery({ ...secretsQuery, staleTime: 0 });
  return secrets.find((secret) => secret.name === name)?.version;
}
