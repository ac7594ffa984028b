import { z } from 'zod';
import { createMessageBytes, type MessageBudget } from './message-bytes.ts';

const mostMatches = 1000;

const id = z.union([z.string().max(16), z.int()]).transform(String);
const data = z.record(z.string().max(128), z.string());
/** Bounded by the limits of a message. */
const metadata = z.record(z.string().max(128), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])));
const displayId = z.string().max(256);
const position = z.int().min(0);

/** Messages of a kernel (resources/sandbox/kernels/KERNELS.md). They are not trusted: a cell can write them as well. */
const KernelMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({
    type: z.literal('display'),
    id,
    data,
    metadata: metadata.optional(),
    displayId: displayId.optional(),
  }),
  z.strictObject({ type: z.literal('update_display'), id, data, metadata: metadata.optional(), displayId }),
  z.strictObject({ type: z.literal('result'), id, data, metadata: metadata.optional() }),
  z.strictObject({ type: z.literal('clear_output'), id, wait: z.boolean() }),
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
  budget: MessageBudget;
  /** A returned promise delays further messages. */
  onMessage: (message: KernelMessage) => void | Promise<void>;
  /** Called for a message that breaks the rules. It is dropped. */
  onBadMessage: () => void;
}

/** Reads messages that each end with NUL. At most one message is held in memory. */
export function createKernelMessageReader({ budget, onMessage, onBadMessage }: ReaderOptions) {
  const bytes = createMessageBytes(budget);

  return {
    async push(chunk: Uint8Array): Promise<void> {
      let from = 0;
      for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
        bytes.add(chunk.subarray(from, end));
        from = end + 1;
        const text = bytes.take();
        const message = text === undefined ? undefined : parse(text);
        if (message === undefined) onBadMessage();
        else await onMessage(message);
      }
      bytes.add(chunk.subarray(from));
    },

    /** Releases the memory of an incomplete message, when the kernel has ended. */
    close: bytes.discard,
  };
}

function parse(text: string): KernelMessage | undefined {
  try {
    return KernelMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
