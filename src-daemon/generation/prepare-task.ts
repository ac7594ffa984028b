import type { GenerateRequest } from '../../src-shared/contracts/generation.contract.ts';
import type { Actor } from '../core/actor.ts';
import { unknownLanguage } from '../core/repeated-errors.ts';
import { requireScope } from '../core/rights.ts';
import { executeRequestOf } from './generation-request.ts';
import type { CodingTask } from './model/messages.ts';
import type { Runs } from './run-program.ts';

export interface TaskDeps {
  runs: Pick<Runs, 'check'>;
  /** By id or alias. */
  findLanguage: (name: string) => CodingTask['language'] | undefined;
  /** The package list of a language, each as an approval names it. */
  packageLabels: (accountId: number, language: string) => string[];
  /** The names of the secrets that a request selects and its credential may use. @throws AppError */
  secretNames: (actor: Actor, secrets: 'all' | readonly string[]) => string[];
}

/**
 * What a model is told of a request. What would keep the program from being run is refused before the model is asked.
 * @throws AppError `unknown_language`, `forbidden`, `unknown_secret`, and what a run is refused for
 */
export function prepareTask(deps: TaskDeps, actor: Actor, request: GenerateRequest): CodingTask {
  const { prompt, previous, network = 'none' } = request;
  const language = deps.findLanguage(request.language);
  if (language === undefined) throw unknownLanguage(request.language);
  const { id, name, version } = language;
  const packages = request.packages === false ? [] : deps.packageLabels(actor.accountId, id);
  const secretNames = deps.secretNames(actor, request.secrets ?? []);
  if (request.execute !== false) {
    requireScope(actor, 'execute');
    deps.runs.check(actor, executeRequestOf(request, id, ''));
  }
  return { prompt, language: { id, name, version }, packages, secretNames, network, previous };
}
