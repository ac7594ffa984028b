import type { KernelListener, LiveKernel, ProcessEnd } from '../../../src-daemon/engine/live-sandbox.ts';

/** A kernel in memory that sends exactly the bytes of the test, for messages that no driver sends. */
export function createMemoryKernel() {
  const ended = Promise.withResolvers<ProcessEnd>();
  const written: string[] = [];
  const signals: number[] = [];
  let listener: KernelListener | undefined;
  let isKilled = false;
  let endsWhenKilled = true;

  function end(isOutOfMemory: boolean): void {
    ended.resolve({ exitCode: null, signal: 'SIGKILL', durationMs: 1, cpuMs: 1, isOutOfMemory });
  }

  return {
    /** As LiveSandbox. */
    async startKernel(_options: unknown, given: KernelListener): Promise<LiveKernel> {
      listener = given;
      return {
        pid: 7,
        ended: ended.promise,
        write: async (bytes) => void written.push(Buffer.from(bytes).toString()),
        signal: (signal) => void signals.push(signal),
        kill: () => {
          isKilled = true;
          if (endsWhenKilled) end(false);
        },
      };
    },
    /** Operations that the daemon has written: `operation NUL id NUL payload NUL`. */
    written,
    signals,
    isKilled: () => isKilled,
    /** A kill takes time from now on: the kernel continues until `end`. */
    delayKill(): void {
      endsWhenKilled = false;
    },
    end,
    /** Sends bytes as messages. */
    raw: async (bytes: string | Uint8Array) =>
      await listener?.onMessages(typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
    /** Sends whole messages. */
    async send(...messages: object[]): Promise<void> {
      await listener?.onMessages(Buffer.from(messages.map((message) => `${JSON.stringify(message)}\0`).join('')));
    },
    print: async (text: string | Uint8Array) => await listener?.onOutput('stdout', Buffer.from(text)),
  };
}
