import type { GenerateRequest } from '../../src-shared/contracts/generation.contract.ts';
import type { Actor } from '../core/actor.ts';
import { requireScope } from '../core/rights.ts';
import { unknownLanguage } from '../errors/repeated-errors.ts';
import type { SecretSelection } from '../work/secret-grants.ts';
import type { CodingTask } from './model/messages.ts';
import { executeRequestOf, type Runs } from './run-program.ts';

export interface TaskDeps {
  runs: Pick<Runs, 'check'>;
  /** Finds a language by its id or alias. */
  findLanguage: (name: string) => CodingTask['language'] | undefined;
  /** Returns the package list of a language, each entry as in an approval. */
  packageLabels: (accountId: number, language: string) => string[];
  /** Returns the names of the secrets that a request selects and its credential may use. @throws AppError */
  secretNames: (actor: Actor, selection: Pick<SecretSelection, 'secrets' | 'rules'>) => string[];
}

/**
 * Prepares the description of the program that a model should write. A request whose program could not be run is refused
 * before the model is asked.
 * @throws AppError `unknown_language`, `forbidden`, `unknown_secret`, and the errors of `runs.check`
 */
export function prepareTask(deps: TaskDeps, actor: Actor, request: GenerateRequest): CodingTask {
  const { prompt, previous, network = 'none' } = request;
  const language = deps.findLanguage(request.language);
  if (language === undefined) throw unknownLanguage(request.language);
  const { id, name, version } = language;
  const listed = request.packages === false ? [] : deps.packageLabels(actor.accountId, id);
  const packages = [...listed, ...(request.withPackages ?? [])];
  const rules = typeof network === 'string' ? undefined : network.allow;
  const secretNames = deps.secretNames(actor, { secrets: request.secrets ?? [], rules });
  if (request.execute !== false) {
    requireScope(actor, 'execute');
    deps.runs.check(actor, executeRequestOf(request, id, ''));
  }
  return { prompt, language: { id, name, version }, packages, secretNames, network, previous };
}
