import { z } from 'zod';
import { createJsonMeter, type JsonLimits, type JsonMeter } from '../../core/json-meter.ts';
import type { AccountMemory } from '../../core/memory/ledger.ts';

const maxMatches = 1000;

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
    matches: z.array(z.string()).transform((matches) => matches.slice(0, maxMatches)),
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

/** Maximum size of one message. Drivers replace larger data. */
const messageBytes = 16 * 1024 * 1024;
/** Incomplete messages of all kernels of one sandbox. */
const budgetBytes = 32 * 1024 * 1024;
/** A message of a driver has at most some 500 values, the matches of a completion, on 3 levels. */
const jsonLimits: JsonLimits = { values: 4096, depth: 4 };
const firstBytes = 4096;
/** A larger buffer is released after its message. */
const keptBytes = 64 * 1024;

/** Memory for the incomplete messages of all kernels of one sandbox. */
export interface MessageBudget {
  /** Takes bytes of the budget. Returns false, and takes nothing, if it has not so many left. */
  take(bytes: number): boolean;
  release(bytes: number): void;
}

export function createMessageBudget(memory: AccountMemory): MessageBudget {
  const holding = memory.open();
  let left = budgetBytes;
  return {
    take(bytes) {
      if (bytes > left || !holding.tryGrow(bytes)) return false;
      left -= bytes;
      return true;
    },
    release(bytes) {
      left += bytes;
      holding.shrink(bytes);
    },
  };
}

/**
 * Collects the bytes of one message after the other. A message that is too large, exceeds the budget or is expensive to
 * parse is dropped while it arrives. The memory depends on the number of bytes and not on the number of chunks: a program
 * that writes single bytes must not cost an object for each.
 */
export function createMessageBytes(budget: MessageBudget) {
  let buffer = Buffer.alloc(0);
  let length = 0;
  let meter: JsonMeter = createJsonMeter(jsonLimits);
  let isRefused = false;

  return {
    add(part: Uint8Array): void {
      if (isRefused || part.length === 0) return;
      if (meter.read(part) !== undefined || !reserve(length + part.length)) {
        isRefused = true;
        discard();
        return;
      }
      buffer.set(part, length);
      length += part.length;
    },

    /** Returns the collected message, or undefined if it was dropped, and begins the next one. */
    take(): string | undefined {
      const text = isRefused ? undefined : buffer.toString('utf8', 0, length);
      if (buffer.length > keptBytes) discard();
      length = 0;
      meter = createJsonMeter(jsonLimits);
      isRefused = false;
      return text;
    },

    /** Drops the message that has begun. */
    discard,
  };

  /** Returns false if the message would be too large. */
  function reserve(bytes: number): boolean {
    if (bytes > messageBytes) return false;
    if (bytes <= buffer.length) return true;
    const size = Math.min(Math.max(firstBytes, 2 * bytes), messageBytes);
    if (!budget.take(size - buffer.length)) return false;
    const larger = Buffer.alloc(size);
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
    return true;
  }

  function discard(): void {
    budget.release(buffer.length);
    buffer = Buffer.alloc(0);
    length = 0;
  }
}
