import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import { type ExecuteResponse, ExecutionEvent } from '../../src-shared/contracts/executions.contract.ts';
import type { GenerateRequest } from '../../src-shared/contracts/generation.contract.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import { AppError } from '../errors/app-error.ts';
import type { RunFor } from '../work/run-purpose.ts';
import type { RunProgram } from './generate-program.ts';

/** Functions of the executions feature. */
export interface Runs {
  /** Checks whether a run would be accepted. @throws AppError */
  check(actor: Actor, request: ExecuteRequest): void;
  /** Runs the code and streams the events. The run is cancelled when `signal` aborts. */
  attachedStreamFor(actor: Actor, request: ExecuteRequest, run: RunFor): AsyncIterable<StreamEvent>;
}

/** Creates the function that runs generated programs. Their events go to the generation; their audit row has the prompt. */
export function createRunProgram({ runs, recordAudit }: { runs: Runs; recordAudit: RecordAudit }): RunProgram {
  return async ({ work, actor, request, endpoint, task }, code, attempt) => {
    const { prompt } = request;
    const { model } = endpoint;
    const events = runs.attachedStreamFor(actor, executeRequestOf(request, task.language.id, code), {
      signal: work.cancellation.signal,
      purpose: {
        source: 'generate',
        keepsRequest: true,
        recordStart: (db, facts) =>
          recordAudit(db, actor, {
            action: 'code.generate_execute',
            metadata: { ...facts, prompt, model, attempts: attempt },
          }),
      },
    });
    let answer: ExecuteResponse | undefined;
    for await (const received of events) {
      const event = ExecutionEvent.parse({ event: received.event, data: received.data });
      if (event.event === 'error') throw new AppError(event.data.error.code, event.data.error.message);
      if (event.event === 'started') work.append({ event: 'run_started', data: { attempt, id: event.data.id } });
      else if (event.event === 'finished') {
        answer = event.data;
        work.append({ event: 'run_finished', data: event.data });
      } else work.append(event);
    }
    if (answer === undefined) throw new AppError('engine_unavailable', 'The run ended without a result. Try again.');
    return answer;
  };
}

/**
 * Returns the request that runs a generated program: with the options of the generation, and only the named secrets. Unless
 * the request says so, no package is installed that only the model names: it may have invented the name, and anyone can
 * publish a package of that name.
 */
export function executeRequestOf(request: GenerateRequest, language: string, code: string): ExecuteRequest {
  const { prompt, execute, provider, model, maxRepairs, previous, ...options } = request;
  const { secrets = [], inlinePackages = false } = options;
  return { ...options, secrets, inlinePackages, language, code };
}
