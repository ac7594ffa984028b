import { z } from 'zod';

/** What the remover of a daemon that was killed has to do: one line of JSON. It holds no credential. */
export const RemoverOrder = z.strictObject({
  /** The engine, as `connectTo` takes it. */
  host: z.string().min(1),
  instanceId: z.string().min(1),
  /** Everything that the daemon made has this label. */
  processId: z.string().min(1),
});
export type RemoverOrder = z.infer<typeof RemoverOrder>;

/** The line that ends a remover which has nothing to do: the daemon stopped and left nothing. */
export const stopLine = 'stop';
