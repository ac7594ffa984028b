import { z } from 'zod';
import { shownText } from './shown-text.ts';

/** A message of the engine while it pushes an image (Docker Engine API, `/images/{name}/push`). */
export const PushEvent = z.object({
  /** The layer; absent in messages about the image. */
  id: z.string().optional(),
  status: z.string().optional(),
  progressDetail: z.object({ current: z.number().default(0), total: z.number().default(0) }).nullish(),
  error: z.string().optional(),
  aux: z.unknown().optional(),
});
type PushEvent = z.infer<typeof PushEvent>;

/** Smaller layers are reported once, when they are there. */
const largeBytes = 16 << 20;
const quarters = 4;
const nothing = { current: 0, total: 0 };
/** An image has 127 layers at most. */
const mostLayers = 200;

/**
 * Returns a function that prints a line for each quarter of a large layer, for each layer that is there, and for one whose
 * upload failed: the engine tries again for a minute.
 */
export function createPushProgress(onLine: (line: string) => void): (event: PushEvent) => void {
  /** The last line of each layer. */
  const printed = new Map<string, string>();

  return ({ id, status = '', progressDetail }) => {
    if (id === undefined || (!printed.has(id) && printed.size === mostLayers)) return;
    const text = textOf(status, progressDetail ?? nothing);
    if (text === undefined || text === printed.get(id)) return;
    printed.set(id, text);
    onLine(`  ${shownText(id)}: ${text}`);
  };
}

function textOf(status: string, { current, total }: { current: number; total: number }): string | undefined {
  if (/^(Pushed|Layer already exists|Mounted from)/.test(status)) return shownText(status);
  if (status.startsWith('Retrying')) return 'failed, and the engine tries again';
  const quarter = total < largeBytes ? 0 : Math.floor((current / total) * quarters);
  return quarter > 0 && quarter < quarters ? `${(quarter * 100) / quarters} %` : undefined;
}
