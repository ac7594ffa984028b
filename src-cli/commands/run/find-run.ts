import { shortestIdPrefix } from '../../../src-shared/contracts/executions/execution-filter.ts';
import { type Execution, listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';

/** Help of an argument that names a run. */
export const runIdHelp = 'an id of `runs ls`, or at least 4 characters of its beginning';

/** Length of an id as the daemon makes it. */
const wholeId = /^run_[\w-]{22}$/;
const shownCandidates = 5;

/**
 * Returns the id of a run for the id or for its first characters, with or without `run_`.
 * @throws CliError `usage` if there is no such run, or more than one
 */
export async function findRunId(client: ApiClient, given: string): Promise<string> {
  if (wholeId.test(given)) return given;
  const prefix = given.startsWith('run_') ? given.slice('run_'.length) : given;
  if (!/^[\w-]{0,60}$/.test(prefix))
    throw new CliError('usage', `"${given}" is not an id. List the runs with: strongroom runs ls`);
  if (prefix.length < shortestIdPrefix)
    throw new CliError('usage', `"${given}" is too short: enter at least ${shortestIdPrefix} characters after run_.`);
  const found = await listMatches(client, prefix);
  const [run] = found;
  if (run === undefined)
    throw new CliError('usage', `No run has an id that begins with "${given}". List them with: strongroom runs ls`);
  if (found.length === 1) return run.id;
  const lines = found.slice(0, shownCandidates).map(({ id, name = '' }) => `\n  ${id}  ${visibleLine(name)}`);
  const more = found.length > shownCandidates ? '\n  …' : '';
  throw new CliError(
    'usage',
    `Several runs have ids that begin with "${given}". Enter more characters:${lines.join('')}${more}`,
  );
}

/** A request examines a part of a long history, so the search continues until it ends or finds enough. */
async function listMatches(client: ApiClient, idPrefix: string): Promise<Execution[]> {
  const found: Execution[] = [];
  let before: number | undefined;
  do {
    const query = { idPrefix, limit: shownCandidates + 1, before };
    const page = await client.call(listExecutions, { query });
    found.push(...page.executions);
    before = page.nextBefore ?? undefined;
  } while (before !== undefined && found.length <= shownCandidates);
  return found;
}
