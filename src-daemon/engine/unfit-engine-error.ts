import { AppError } from '../errors/app-error.ts';

/** The engine answers but does not provide what a sandbox requires. The message names it and says what to change. */
export class UnfitEngineError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('engine_unavailable', message, { cause });
    this.name = 'UnfitEngineError';
  }
}
