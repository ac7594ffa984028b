import { AppError } from '../../errors/app-error.ts';

/** Returns the error for a process, or its input, that has ended. */
export function processEnded(): AppError {
  return new AppError(
    'process_ended',
    'The process, or its input, has ended already. Input that it has not read is lost.',
  );
}
