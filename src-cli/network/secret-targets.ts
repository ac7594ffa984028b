import { listSecrets } from '../../src-shared/contracts/secrets.contract.ts';
import { ApiRefusal, CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { SecretTarget } from './build-rules.ts';

/** A value of `--secret-at`. Without a host it means every host that the secret is bound to. */
export interface GivenSecret {
  name: string;
  host: string | undefined;
}

/**
 * Returns the hosts of each secret. The list of secrets is requested only if a host is absent, because each listing is an
 * entry of the audit log.
 * @throws CliError `usage`
 * @throws ApiRefusal
 */
export async function secretTargets(
  given: readonly GivenSecret[],
  connect: () => Promise<ApiClient>,
): Promise<SecretTarget[]> {
  if (given.every(({ host }) => host !== undefined)) return given.flatMap(({ name, host = '' }) => ({ name, host }));
  const hostsOf = await readHosts(await connect());
  return given.flatMap(({ name, host }) =>
    (host === undefined ? hostsOf(name) : [host]).map((one) => ({ name, host: one })),
  );
}

async function readHosts(client: ApiClient): Promise<(name: string) => string[]> {
  const secrets = await readSecrets(client);
  return (name) => {
    const found = secrets.find((secret) => secret.name === name);
    if (found === undefined)
      throw new CliError(
        'usage',
        `--secret-at: there is no secret named ${name}. Store it with: strongroom secrets set ${name} --host HOST`,
      );
    const hosts = (found.hosts ?? []).map(({ host }) => host);
    if (hosts.length > 0) return hosts;
    throw new CliError(
      'usage',
      `--secret-at: ${name} has no hosts, so programs get its value: --secret ${name}. To bind it to a host: strongroom secrets edit ${name} --host HOST`,
    );
  };
}

async function readSecrets(client: ApiClient) {
  try {
    return (await client.call(listSecrets, {})).secrets;
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.code !== 'forbidden') throw error;
    throw error.withMessage(
      'This API key must not list secrets, so the hosts of the secret are not known. Name one: --secret-at NAME=HOST',
    );
  }
}
