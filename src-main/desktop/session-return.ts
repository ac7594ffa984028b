import { z } from 'zod';
import { readKept, writeKept } from '../kept-file.ts';

const Note = z.strictObject({ signedIn: z.boolean() });

export type SessionReturn = ReturnType<typeof createSessionReturn>;

/**
 * Whether the window may be let in again without a password: only where somebody was signed in when the app last
 * ended. A window that was locked, logged out or closed before that asks, whatever the key store remembers and however
 * the app came to its end. No note is a no.
 */
export function createSessionReturn({ path }: { path: string }) {
  let { signedIn } = readKept(path, Note, { signedIn: false });
  return {
    isAllowed: (): boolean => signedIn,
    note: (next: boolean): void => {
      if (next === signedIn) return;
      signedIn = next;
      writeKept(path, { signedIn });
    },
  };
}
