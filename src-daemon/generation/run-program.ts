import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import { type ExecuteResponse, ExecutionEvent } from '../../src-shared/contracts/executions.contract.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import type { RunFor } from '../core/run-purpose.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import type { RunProgram } from './generate-program.ts';
import { executeRequestOf } from './generation-request.ts';

/** Runs of the executions feature. */
export interface Runs {
  /** Refuses what a run would be refused for. */
  check(actor: Actor, request: ExecuteRequest): void;
  /** Runs and tells as it goes; cancelled when `signal` aborts. */
  relayFor(actor: Actor, request: ExecuteRequest, run: RunFor): AsyncIterable<StreamEvent>;
}

/** Makes the runs of generated programs: their events become the generation's, their audit row bears the prompt. */
export function createRunProgram({ runs, recordAudit }: { runs: Runs; recordAudit: RecordAudit }): RunProgram {
  return async ({ live, actor, request, endpoint, task }, code, attempt) => {
    const { prompt } = request;
    const { model } = endpoint;
    const events = runs.relayFor(actor, executeRequestOf(request, task.language.id, code), {
      signal: live.cancellation.signal,
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
      const told = ExecutionEvent.parse({ event: received.event, data: received.data });
      if (told.event === 'error') throw new AppError(told.data.error.code, told.data.error.message);
      if (told.event === 'started') live.append({ event: 'run_started', data: { attempt, id: told.data.id } });
      else if (told.event === 'finished') {
        answer = told.data;
        live.append({ event: 'run_finished', data: told.data });
      } else live.append(told);
    }
    if (answer === undefined) throw new AppError('engine_unavailable', 'The run ended without an answer. Try again.');
    return answer;
  };
}
