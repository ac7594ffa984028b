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
 * What a log line keeps of an error: its class, words, code, stack and causes. Its other properties stay out, because
 * libraries hang whole requests and replies on theirs.
 */
export function describeError(error: unknown): ErrorDescription {
  return describe(error, 0);
}

function describe(error: unknown, depth: number): ErrorDescription {
  // What is thrown without being an error can be any value, a secret too.
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
