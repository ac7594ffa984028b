import { closeSync } from 'node:fs';

/** Uses an open file and closes it. */
export function closing<Result>(descriptor: number, use: (descriptor: number) => Result): Result {
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
