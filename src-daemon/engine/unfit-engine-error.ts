import { AppError } from '../core/app-error.ts';

/** The engine answers but does not give a sandbox what it must have; the message says what, and what to change. */
export class UnfitEngineError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('engine_unavailable', message, { cause });
    this.name = 'UnfitEngineError';
  }
}
