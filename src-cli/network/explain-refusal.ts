import { effectiveRule, type Network, type NetworkRule } from '../../src-shared/contracts/network/network-rules.ts';
import { isWithinCeiling } from '../../src-shared/contracts/network/rule-limits.ts';
import { readSettings } from '../../src-shared/contracts/settings.contract.ts';
import { ApiRefusal } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import { shellTarget } from './host-target.ts';

interface Refused {
  client: ApiClient;
  network: Network | undefined;
}

/** Does work whose request names a network, and adds the next command to the message of a refusal. @throws ApiRefusal */
export async function withNetwork<Result>(refused: Refused, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiRefusal ? await withNetworkAdvice(error, refused) : error;
  }
}

/** Adds to a refused network, or to a refused secret of one, the command that would allow it. Returns other errors as they are. */
export async function withNetworkAdvice<Thrown extends Error>(
  error: Thrown,
  { client, network }: Refused,
): Promise<Thrown | ApiRefusal> {
  if (!(error instanceof ApiRefusal)) return error;
  const advice = error.code === 'network_not_allowed' ? await ceilingAdvice(client, network) : secretAdvice[error.code];
  return advice === undefined ? error : error.withMessage(`${error.message} ${advice}`);
}

const secretAdvice: Partial<Record<string, string>> = {
  secret_not_bound: 'Store the secret with this host: strongroom secrets set NAME --host HOST',
  secret_proxy_only:
    'Write --secret-at NAME instead of --secret NAME: it allows the hosts of the secret, and puts the value into requests to them.',
};

async function ceilingAdvice(client: ApiClient, network: Network | undefined): Promise<string | undefined> {
  if (network === 'full') return 'Allow it with: strongroom network allow --full';
  if (network === undefined || network === 'none') return undefined;
  const refused = await refusedRules(client, network.allow);
  if (refused.length === 0)
    return 'The settings allow these hosts, so it is the API key that does not. Create one with: strongroom keys create … --network-host HOST';
  return `Allow it with: strongroom network allow ${[...new Set(refused.flatMap(targetsOf))].join(' ')}`;
}

/** Returns the rules outside of the ceiling; all rules if the key must not read the settings. */
async function refusedRules(client: ApiClient, rules: readonly NetworkRule[]): Promise<readonly NetworkRule[]> {
  try {
    const { network } = await client.call(readSettings, {});
    return rules.filter((rule) => !isWithinCeiling(effectiveRule(rule), network.ceiling));
  } catch (error) {
    if (error instanceof ApiRefusal) return rules;
    throw error;
  }
}

/** Returns the arguments of `strongroom network allow` for a rule, one for each port. */
function targetsOf(given: NetworkRule): string[] {
  const { host, ports, protocol } = effectiveRule(given);
  if (protocol === 'http') return [shellTarget({ host, protocol })];
  return ports.map((port) => shellTarget({ host, port, ...(protocol === 'tcp' && { protocol }) }));
}
