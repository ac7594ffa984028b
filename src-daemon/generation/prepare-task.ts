import type { GenerateRequest } from '../../src-shared/contracts/generation.contract.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
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
  if (language === undefined)
    throw new AppError('unknown_language', 'No language has this id or alias; GET /api/v1/languages lists them.', {
      details: [{ path: 'language', message: 'is no language or alias' }],
    });
  const { id, name, version } = language;
  const packages = request.packages === false ? [] : deps.packageLabels(actor.accountId, id);
  const secretNames = deps.secretNames(actor, request.secrets ?? []);
  if (request.execute !== false) {
    if (!actor.scopes.has('execute')) throw new AppError('forbidden', 'This API key lacks the scope "execute".');
    deps.runs.check(actor, executeRequestOf(request, id, ''));
  }
  return { prompt, language: { id, name, version }, packages, secretNames, network, previous };
}
