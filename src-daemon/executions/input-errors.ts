import { AppError } from '../errors/app-error.ts';

/** Returns the error for input of a run that has ended. */
export function runFinished(): AppError {
  return new AppError(
    'execution_finished',
    'The run has ended, so its program reads no more input. Input that it has not read is lost.',
  );
}

export function inputEnded(): AppError {
  return new AppError('stdin_ended', 'The input of this run has ended: an earlier part of it was the last one.');
}

export function inputNotOpen(): AppError {
  return new AppError(
    'stdin_not_open',
    'This run takes no input while it runs. Start it with an open input to send more to it.',
  );
}
