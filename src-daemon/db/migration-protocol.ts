import { z } from 'zod';
import { databaseErrorReasons } from './database-error.ts';

/** The input of the migration thread. */
export const MigrationInput = z.strictObject({
  path: z.string().min(1),
  /** 32 bytes: the raw key of the cipher. */
  key: z.custom<Uint8Array>((key) => key instanceof Uint8Array && key.length === 32),
});
export type MigrationInput = z.infer<typeof MigrationInput>;

/** The single message of the migration thread. */
export const MigrationOutcome = z.discriminatedUnion('isDone', [
  z.strictObject({ isDone: z.literal(true) }),
  z.strictObject({ isDone: z.literal(false), reason: z.enum(databaseErrorReasons), message: z.string() }),
]);
export type MigrationOutcome = z.infer<typeof MigrationOutcome>;
