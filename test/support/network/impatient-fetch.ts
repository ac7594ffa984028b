import { Agent } from 'undici';

/** Returns `fetch` as Node has it, with another limit than its 300 s for the headers of an answer. */
export function impatientFetch(headersTimeout: number): typeof fetch {
  // The clock of undici counts in steps of half a second.
  const dispatcher = new Agent({ headersTimeout, connections: 1, pipelining: 0 });
  return (input, init) => fetch(input, { ...init, dispatcher } as unknown as RequestInit);
}
