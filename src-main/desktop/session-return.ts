import { z } from 'zod';
import { readKept, writeKept } from '../kept-file.ts';

const Note = z.strictObject({ signedIn: z.boolean() });

/**
 * Records whether the window may restore its session without a password: only if a user was signed in when the app last
 * exited. After a lock, a logout or a closed window the interface asks for the password, even if the key store has a
 * session. Without a record it asks as well.
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
