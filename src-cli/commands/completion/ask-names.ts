import { listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { listLanguages } from '../../../src-shared/contracts/languages.contract.ts';
import { listPackages } from '../../../src-shared/contracts/packages.contract.ts';
import { listSandboxes } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { listSecrets } from '../../../src-shared/contracts/secrets.contract.ts';
import { listCode } from '../../../src-shared/contracts/vault.contract.ts';
import { openDaemonConnection } from '../../../src-shared-node/daemon-connection.ts';
import { isAlive } from '../../../src-shared-node/is-alive.mjs';
import { findLocations } from '../../../src-shared-node/locations.ts';
import { addressOf } from '../../../src-shared-node/prove-daemon.ts';
import { readRunFile } from '../../../src-shared-node/run-file.ts';
import { within } from '../../../src-shared-node/within.ts';
import { type ApiClient, createApiClient } from '../../client/api-client.ts';
import type { RequestedDaemon } from '../../client/send.ts';
import { checkAddress } from '../../connection/given-address.ts';
import { findQuietKey } from '../../credential/quiet-key.ts';
import type { Surroundings } from '../../surroundings.ts';
import { type Candidate, insertable } from './candidate.ts';
import type { NameQuery } from './name-kinds.ts';

/** A Tab that takes longer is a nuisance. */
const limitMs = 1000;
const runsOffered = 50;

interface Asking {
  surroundings: Pick<Surroundings, 'env'>;
  dataDir: string | undefined;
  query: NameQuery;
}

/**
 * Returns names that the running daemon knows. Returns none if no daemon runs, if it does not answer in a second, or if the
 * key is not available without a question. It starts no daemon and reports no error.
 */
export async function askNames({ surroundings: { env }, dataDir, query }: Asking): Promise<Candidate[]> {
  const signal = AbortSignal.timeout(limitMs);
  const ask = async () => {
    const locations = findLocations(env, dataDir);
    const target = targetOf(env, locations.runFilePath);
    const apiKey = target && (await findQuietKey(env, locations));
    if (target === undefined || apiKey === undefined) return [];
    return listNames(createApiClient(target, { credential: { 'x-api-key': apiKey } }), query, signal);
  };
  return within(limitMs, ask()).then(insertable, () => []);
}

function targetOf({ STRONGROOM_URL: givenUrl }: Surroundings['env'], runFilePath: string): RequestedDaemon | undefined {
  if (givenUrl) return { url: checkAddress(givenUrl) };
  const running = readRunFile(runFilePath);
  if (running === undefined || !isAlive(running.pid)) return undefined;
  const url = addressOf(running.port);
  return { url, connect: async () => ({ url, agent: await openDaemonConnection(running) }) };
}

async function listNames(client: ApiClient, { kind, language }: NameQuery, signal: AbortSignal): Promise<Candidate[]> {
  // The audit log records only the first of the listings that complete names.
  const completion = { query: { purpose: 'completion' }, signal };
  switch (kind) {
    case 'language': {
      const { languages } = await client.call(listLanguages, { signal });
      return languages.map(({ id, name }) => ({ name: id, description: name }));
    }
    case 'secret': {
      const { secrets } = await client.call(listSecrets, completion);
      return secrets.map(({ name, description }) => ({ name, description }));
    }
    case 'script': {
      const { code } = await client.call(listCode, completion);
      return code.map(({ name, description }) => ({ name, description }));
    }
    case 'package': {
      const [{ packages }, { languages }] = await Promise.all([
        client.call(listPackages, { signal }),
        client.call(listLanguages, { signal }),
      ]);
      const named = languages.find(({ id, aliases }) => id === language || aliases.includes(language ?? ''));
      const own = packages.filter((found) => found.language === named?.packageList);
      return own.map(({ name, status }) => ({ name, description: status }));
    }
    case 'run': {
      const { executions } = await client.call(listExecutions, { query: { limit: runsOffered }, signal });
      return executions.map(({ id, name, language: used, status }) => ({
        name: id,
        description: `${name === undefined ? '' : `${name}, `}${used}, ${status}`,
      }));
    }
    case 'sandbox': {
      const { sandboxes } = await client.call(listSandboxes, { signal });
      return sandboxes.map(({ id, language: used, status }) => ({ name: id, description: `${used}, ${status}` }));
    }
  }
}
