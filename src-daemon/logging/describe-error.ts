import { nameSources } from './source-stack.ts';

interface ErrorDescription {
  type: string;
  message: string;
  errorCode?: string | undefined;
  stack?: string | undefined;
  cause?: ErrorDescription | undefined;
}

const deepestCause = 3;

/**
 * Returns the parts of an error that are logged: class, message, code, stack and causes. Other properties are left out,
 * because libraries attach whole requests and replies to their errors.
 */
export function describeError(error: unknown): ErrorDescription {
  return describe(error, 0);
}

function describe(error: unknown, depth: number): ErrorDescription {
  // A thrown value that is not an Error can be anything, even a secret.
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const hasCause = error.cause !== undefined && depth < deepestCause;
  return {
    type: error.name,
    message: error.message,
    errorCode: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    stack: error.stack === undefined ? undefined : nameSources(error.stack),
    cause: hasCause ? describe(error.cause, depth + 1) : undefined,
  };
}
