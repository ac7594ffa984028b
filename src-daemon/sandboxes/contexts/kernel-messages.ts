import { z } from 'zod';

/** Maximum size of one message. Drivers replace larger data. */
const messageBytes = 16 * 1024 * 1024;
const mostMatches = 1000;

const id = z.union([z.string().max(16), z.int()]).transform(String);
const data = z.record(z.string().max(128), z.string());
const displayId = z.string().max(256);
const position = z.int().min(0);

/** Messages of a kernel (resources/sandbox/kernels/KERNELS.md). They are not trusted: a cell can write them as well. */
const KernelMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('display'), id, data, displayId: displayId.optional() }),
  z.strictObject({ type: z.literal('update_display'), id, data, displayId }),
  z.strictObject({ type: z.literal('result'), id, data }),
  z.strictObject({
    ...{ type: z.literal('error'), id },
    ...{ name: z.string(), message: z.string(), traceback: z.string() },
  }),
  z.strictObject({
    ...{ type: z.literal('done'), id },
    ...{ status: z.enum(['ok', 'error', 'interrupted']), exitCode: z.int().min(0).max(255).optional() },
  }),
  z.strictObject({
    ...{ type: z.literal('complete'), id },
    matches: z.array(z.string()).transform((matches) => matches.slice(0, mostMatches)),
    ...{ start: position, end: position },
  }),
  z.strictObject({ type: z.literal('inspect'), id, found: z.boolean(), data: data.optional() }),
]);
export type KernelMessage = z.output<typeof KernelMessage>;

interface ReaderOptions {
  /** A returned promise delays further messages. */
  onMessage: (message: KernelMessage) => void | Promise<void>;
  /** Called for a message that breaks the rules. It is dropped. */
  onBadMessage: () => void;
}

/** Reads messages that each end with NUL. At most one message is held in memory. */
export function createKernelMessageReader({ onMessage, onBadMessage }: ReaderOptions) {
  let parts: Uint8Array[] = [];
  let heldBytes = 0;
  let isTooLong = false;

  return {
    async push(chunk: Uint8Array): Promise<void> {
      let from = 0;
      for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
        hold(chunk.subarray(from, end));
        from = end + 1;
        const message = takeMessage();
        if (message === undefined) onBadMessage();
        else await onMessage(message);
      }
      hold(chunk.subarray(from));
    },
  };

  function hold(part: Uint8Array): void {
    heldBytes += part.length;
    isTooLong ||= heldBytes > messageBytes;
    if (isTooLong) parts = [];
    // A copy, because a part can be small and the buffer of its chunk large.
    else if (part.length > 0) parts.push(Uint8Array.from(part));
  }

  function takeMessage(): KernelMessage | undefined {
    const text = isTooLong ? undefined : Buffer.concat(parts).toString('utf8');
    parts = [];
    heldBytes = 0;
    isTooLong = false;
    return text === undefined ? undefined : parse(text);
  }
}

function parse(text: string): KernelMessage | undefined {
  try {
    return KernelMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
