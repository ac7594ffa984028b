import { createHeapWatch } from '../../engine/heap-watch.ts';
import type { KernelListener, KernelOptions, LiveKernel, LiveSandbox, ProcessEnd } from '../../engine/live-sandbox.ts';
import { StdinClosedError } from '../../wire/program-input.ts';
import type { SandboxMask } from '../life/sandbox.ts';
import { createMaskedStreams, createSequence, type OutputStream } from '../output/masked-streams.ts';
import { createKernelMessageReader, type KernelMessage, type MessageBudget } from './kernel-messages.ts';
import { createLateOutput, type LateChunk } from './late-output.ts';

/** Time in which a kernel must report that it has booted. */
const bootLimitMs = 30_000;
/** A kernel that sends more bad messages is ended. */
const badMessagesAllowed = 100;
const sigint = 2;
/** Added to the number of a signal that only the kernel receives, and not its process group. */
const kernelOnly = 128;

export type FinalMessage = Extract<KernelMessage, { type: 'done' | 'complete' | 'inspect' }>;
export type RichMessage = Extract<
  KernelMessage,
  { type: 'display' | 'update_display' | 'clear_output' | 'result' | 'error' }
>;

export interface KernelOperation {
  name: 'run' | 'complete' | 'inspect';
  payload: string;
  /** Called with masked text in order. */
  onOutput?: (stream: OutputStream, text: string) => void;
  /** Called with rich output, not masked, in order with the other output. */
  onRich?: (message: RichMessage) => Promise<void>;
}

type KernelEnd = Pick<ProcessEnd, 'exitCode' | 'signal' | 'isOutOfMemory'>;

/** The kernel exited, or was killed, before it had answered. */
export class KernelEndedError extends Error {
  override readonly name = 'KernelEndedError';
  readonly end: KernelEnd;
  constructor(end: KernelEnd = { exitCode: null, signal: null, isOutOfMemory: false }) {
    super('the kernel ended');
    this.end = end;
  }
}

interface KernelSessionOptions {
  live: Pick<LiveSandbox, 'startKernel'>;
  kernel: KernelOptions;
  mask: SandboxMask;
  /** Shared by the kernels of the sandbox. */
  messageBudget: MessageBudget;
  /** True if the kernel is interrupted by a message, and not by SIGINT. */
  hasInterruptMessage: boolean;
  /** True if the kernel passes SIGINT on to the programs that it must reach. */
  isSignalledAlone?: boolean | undefined;
}

interface Current {
  id: string;
  operation: KernelOperation;
  output: ReturnType<typeof createMaskedStreams>;
  answer: PromiseWithResolvers<FinalMessage>;
}

const finalTypes = { run: 'done', complete: 'complete', inspect: 'inspect' } as const;

export type KernelSession = ReturnType<typeof startKernelSession>;

/** Starts a kernel, which does one operation at a time. Its messages and output are handled in their order. */
export function startKernelSession(options: KernelSessionOptions) {
  const inOrder = createSequence();
  let current: Current | undefined;
  let lastId = 0;
  let badMessages = 0;
  const reader = createKernelMessageReader({ budget: options.messageBudget, onMessage, onBadMessage });
  const late = createLateOutput(options.messageBudget);
  const kernel = bootKernel(options, {
    onOutput: (stream, chunk) => inOrder(async () => await onOutput(stream, chunk)),
    onMessages: (chunk) => inOrder(() => reader.push(chunk)),
  });
  let endCause: unknown;
  kernel.ended.catch((cause: unknown) => {
    endCause = cause;
    current?.answer.reject(cause);
    void inOrder(async () => {
      reader.close();
      late.take();
    });
  });

  return {
    ready: kernel.ready,
    ended: kernel.ended,
    kill: kernel.kill,

    /** Does an operation. @throws KernelEndedError also if the kernel was killed after its answer; SandboxEndedError */
    async perform(operation: KernelOperation): Promise<FinalMessage> {
      if (endCause !== undefined) throw endCause;
      const id = String(++lastId);
      const { mask } = options;
      const append = (stream: OutputStream, text: string) => operation.onOutput?.(stream, text);
      const output = createMaskedStreams({ mask, append, inOrder });
      current = { id, operation, output, answer: Promise.withResolvers() };
      const { answer } = current;
      let message: FinalMessage;
      try {
        if (operation.onOutput !== undefined) inOrder(() => pushAll(output, late.take())).catch(answer.reject);
        kernel.send(operation.name, id, operation.payload).catch(rejectUnlessClosed(answer));
        message = await answer.promise;
      } finally {
        // The output that preceded the end of a kernel is still being masked.
        await inOrder(output.finish);
        current = undefined;
      }
      if (kernel.isKilled()) await kernel.ended;
      return message;
    },

    /** Interrupts the operation in progress. */
    interrupt(): void {
      if (current === undefined) return;
      if (options.hasInterruptMessage) void kernel.send('interrupt', current.id, '').catch(() => undefined);
      else kernel.signal(options.isSignalledAlone ? sigint + kernelOnly : sigint);
    },
  };

  /** Output between cells waits for the next one. What a kernel prints while it boots is of no use to a cell. */
  async function onOutput(stream: OutputStream, chunk: Uint8Array): Promise<void> {
    if (current?.operation.onOutput !== undefined) await current.output.push(stream, chunk);
    else if (lastId > 0) late.push(stream, chunk);
  }

  /** Messages for an earlier operation come from code that runs on in the background; they are ignored. */
  async function onMessage(message: KernelMessage): Promise<void> {
    if (message.type === 'ready') {
      kernel.reportReady();
      return;
    }
    if (current?.id !== message.id) {
      if (!isEarlier(message.id, lastId)) onBadMessage();
      return;
    }
    const { operation, output, answer } = current;
    if (message.type === 'done' || message.type === 'complete' || message.type === 'inspect') {
      if (message.type !== finalTypes[operation.name]) return onBadMessage();
      await output.finish();
      answer.resolve(message);
      return;
    }
    // The message comes after the output that preceded it, also if that has no line end.
    await output.release();
    await operation.onRich?.(message);
  }

  function onBadMessage(): void {
    if (++badMessages >= badMessagesAllowed) kernel.kill();
  }
}

/** Starts the process of a kernel, and ends it if it does not report in time that it has booted. */
function bootKernel({ live, kernel: options }: KernelSessionOptions, listener: KernelListener) {
  const booted = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<never>();
  let running: LiveKernel | undefined;
  let isKilled = false;
  const timer = setTimeout(kill, bootLimitMs);
  timer.unref();
  booted.promise.catch(() => undefined);
  ended.promise.catch((cause: unknown) => {
    clearTimeout(timer);
    booted.reject(cause);
  });
  boot().catch(ended.reject);

  return {
    /** Resolves when the kernel accepts operations. @throws StartError, KernelEndedError, SandboxEndedError */
    ready: booted.promise,
    /** Rejects when the kernel has ended, with KernelEndedError, SandboxEndedError or StartError. */
    ended: ended.promise,
    reportReady(): void {
      clearTimeout(timer);
      // A waiting kernel reports before the call that started it returns, and could not be sent an operation until then.
      void started.promise.then(booted.resolve);
    },
    async send(operation: string, id: string, payload: string): Promise<void> {
      await running?.write(Buffer.from(`${operation}\0${id}\0${payload}\0`, 'utf8'));
    },
    signal: (signal: number): void => running?.signal(signal),
    kill,
    isKilled: () => isKilled,
  };

  function kill(): void {
    isKilled = true;
    running?.kill();
  }

  async function boot(): Promise<void> {
    const heap = createHeapWatch();
    running = await live.startKernel(options, {
      ...listener,
      onOutput: (stream, chunk) => {
        if (stream === 'stderr') heap.push(chunk);
        return listener.onOutput(stream, chunk);
      },
    });
    started.resolve();
    if (isKilled) running.kill();
    const end = await running.ended;
    throw new KernelEndedError({ ...end, isOutOfMemory: end.isOutOfMemory || heap.hasEnded(end) });
  }
}

/** A kernel whose input is closed has ended, and `ended` says how. */
function rejectUnlessClosed({ reject }: Pick<PromiseWithResolvers<FinalMessage>, 'reject'>) {
  return (error: unknown) => {
    if (!(error instanceof StdinClosedError)) reject(error);
  };
}

async function pushAll(output: Current['output'], chunks: readonly LateChunk[]): Promise<void> {
  for (const { stream, chunk } of chunks) await output.push(stream, chunk);
}

function isEarlier(id: string, lastId: number): boolean {
  return /^[0-9]{1,15}$/.test(id) && Number(id) <= lastId;
}
