import type { ErrorBody } from '../src-shared/error-body.ts';
import { exitCodeOfStatus, exitCodes } from './exit-codes.ts';

/** The errors of the command itself; all others are the API's own codes. */
type OwnCode =
  | 'usage'
  | 'no_daemon'
  | 'not_logged_in'
  | 'not_allowed'
  | 'interrupted'
  | 'broken_pipe'
  | 'file_error'
  | 'unexpected_answer'
  | 'failed';

interface CliErrorOptions {
  exitCode?: number;
  cause?: unknown;
  reason?: string | undefined;
  pid?: number | undefined;
}

/** An error of the command itself, with a stable code, a message that names the next step, and the exit code. */
export class CliError extends Error {
  readonly code: string;
  readonly exitCode: number;
  readonly details: { path: string; message: string }[] | undefined;
  readonly requestId: string | undefined;
  /** The code of the daemon or of the offline helper for the reason why it did not start or work. */
  readonly reason: string | undefined;
  /** The process that holds the data folder, if that is the reason. */
  readonly pid: number | undefined;

  constructor(code: OwnCode, message: string, options: CliErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'CliError';
    this.code = code;
    this.exitCode = options.exitCode ?? exitCodesOfOwn[code];
    this.details = undefined;
    this.requestId = undefined;
    this.reason = options.reason;
    this.pid = options.pid;
  }
}

/** An error response of the API. */
export class ApiRefusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly exitCode: number;
  readonly details: { path: string; message: string }[] | undefined;
  readonly requestId: string | undefined;
  readonly #error: ErrorBody['error'];

  constructor(status: number, { error }: ErrorBody) {
    super(error.message);
    this.#error = error;
    this.name = 'ApiRefusal';
    this.code = error.code;
    this.status = status;
    this.exitCode = exitCodeOfStatus(status);
    this.details = error.details;
    this.requestId = error.requestId;
  }

  /** Returns the same refusal with another message. */
  withMessage(message: string): ApiRefusal {
    return new ApiRefusal(this.status, { error: { ...this.#error, message } });
  }
}

const exitCodesOfOwn: Record<OwnCode, number> = {
  usage: exitCodes.usage,
  no_daemon: exitCodes.noDaemon,
  not_logged_in: exitCodes.notAllowed,
  not_allowed: exitCodes.notAllowed,
  interrupted: exitCodes.cancelled,
  broken_pipe: exitCodes.brokenPipe,
  file_error: exitCodes.refused,
  unexpected_answer: exitCodes.internal,
  failed: exitCodes.failure,
};
