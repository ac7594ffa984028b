import { z } from 'zod';

/** The order for the remover of a daemon that was killed: one line of JSON, without credentials. */
export const RemoverOrder = z.strictObject({
  /** Address of the engine, for `connectTo`. */
  host: z.string().min(1),
  instanceId: z.string().min(1),
  /** Value of the process label of everything that the daemon created. */
  processId: z.string().min(1),
});
export type RemoverOrder = z.infer<typeof RemoverOrder>;

/** The line that stops the remover: the daemon stopped cleanly and left nothing. */
export const stopLine = 'stop';
