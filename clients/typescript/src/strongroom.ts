import { createAuditCalls } from './audit.ts';
import { createCalls, executionWork, resultOf, withoutTimeLimit } from './calls.ts';
import { readOptions, type StrongroomOptions } from './connection-options.ts';
import { createExecutionCalls } from './executions.ts';
import type {
  ExecuteRequest,
  ExecuteResponse,
  GenerateRequest,
  GenerateResponse,
  HealthResponse,
  Language,
} from './generated/api.ts';
import type { CallOptions, EventOf, Request } from './operations.ts';
import { createPackageCalls } from './packages.ts';
import { createSandboxCalls } from './sandboxes.ts';
import { createSecretCalls } from './secrets.ts';
import { splitInput, type WithInput } from './streamed-input.ts';
import { createVaultCalls } from './vault.ts';

/** An event of a run, in the order of its `id`; the last one is `finished` with the result. */
export type RunEvent = EventOf<'POST /api/v1/execute/stream'>;

/** An event of a generation, in the order of its `id`; the last one is `finished` with the result. */
export type GenerateEvent = EventOf<'POST /api/v1/generate/stream'>;

/** A client of one daemon with one API key. */
export class Strongroom {
  readonly #calls: ReturnType<typeof createCalls>;
  /** Runs of the history. */
  readonly executions: ReturnType<typeof createExecutionCalls>;
  readonly secrets: ReturnType<typeof createSecretCalls>;
  readonly packages: ReturnType<typeof createPackageCalls>;
  readonly vault: ReturnType<typeof createVaultCalls>;
  readonly audit: ReturnType<typeof createAuditCalls>;
  readonly sandboxes: ReturnType<typeof createSandboxCalls>;
  /** Calls any operation of the API: `client.request('GET /api/v1/settings')`. */
  readonly request: Request;

  /** @throws StrongroomError `invalid_argument` */
  constructor(options: StrongroomOptions = {}) {
    const calls = createCalls(readOptions(options));
    this.#calls = calls;
    this.request = calls.request;
    this.executions = createExecutionCalls(calls);
    this.secrets = createSecretCalls(calls);
    this.packages = createPackageCalls(calls);
    this.vault = createVaultCalls(calls);
    this.audit = createAuditCalls(calls);
    this.sandboxes = createSandboxCalls(calls);
  }

  /**
   * Runs code and returns its result. A program that fails is a result like any other: see `status` and `exitCode`. Aborting
   * cancels the run. A dropped connection is resumed. `stdin` can be parts, which are sent while the program runs.
   */
  run(request: WithInput<ExecuteRequest>, options: CallOptions = {}): Promise<ExecuteResponse> {
    return resultOf(this.stream(request, options));
  }

  /** Runs code and yields its events. The run starts with the first event that is read; leaving the loop cancels it. */
  stream(request: WithInput<ExecuteRequest>, options: CallOptions = {}): AsyncGenerator<RunEvent, void> {
    const { body, parts } = splitInput(request);
    return this.#calls.follow(
      'POST /api/v1/execute/stream',
      { body, ...withoutTimeLimit(options) },
      { ...executionWork, input: parts },
    );
  }

  /** Lets a model write a program, and runs it unless `execute` is false. */
  generate(request: GenerateRequest, options: CallOptions = {}): Promise<GenerateResponse> {
    return resultOf(this.generateStream(request, options));
  }

  /** Lets a model write a program, and yields the events. */
  generateStream(request: GenerateRequest, options: CallOptions = {}): AsyncGenerator<GenerateEvent, void> {
    return this.#calls.follow(
      'POST /api/v1/generate/stream',
      { body: request, ...withoutTimeLimit(options) },
      {
        resume: ({ id = '' }) => ({ name: 'GET /api/v1/generations/{id}/events', params: { id } }),
        cancel: ({ id = '' }) => ({ name: 'POST /api/v1/generations/{id}/cancel', params: { id } }),
      },
    );
  }

  /** Returns the state of the daemon. Needs no API key. */
  health(options: CallOptions = {}): Promise<HealthResponse> {
    return this.#calls.request('GET /api/v1/health', options);
  }

  async languages(options: CallOptions = {}): Promise<Language[]> {
    return (await this.#calls.request('GET /api/v1/languages', options)).languages;
  }
}
