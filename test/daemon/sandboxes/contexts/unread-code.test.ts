/** Code that a kernel has not read when it ends. Its input is closed before its end is reported. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SandboxEndedError } from '../../../../src-daemon/engine/live-sandbox.ts';
import { createKernelContext } from '../../../../src-daemon/sandboxes/contexts/context.ts';
import { createMessageBudget } from '../../../../src-daemon/sandboxes/contexts/kernel-messages.ts';
import { KernelEndedError, startKernelSession } from '../../../../src-daemon/sandboxes/contexts/kernel-session.ts';
import { StdinClosedError } from '../../../../src-daemon/wire/program-input.ts';
import { createOutputMask } from '../../../../src-shared-node/masking/output-mask.ts';
import { newAccountMemory } from '../../../support/memory/account-memory.ts';
import { createMemoryKernel } from '../../../support/sandboxes/memory-kernel.ts';

const operation = { name: 'run', payload: 'code' } as const;

/** A kernel that reads nothing. The test, or a kill, closes its input and then ends it. */
function startDeafKernel() {
  const kernel = createMemoryKernel();
  const input = Promise.withResolvers<void>();
  async function end(isOutOfMemory: boolean): Promise<void> {
    input.reject(new StdinClosedError());
    await nextTick();
    kernel.end(isOutOfMemory);
  }
  const session = startKernelSession({
    live: {
      startKernel: async (options, listener) => ({
        ...(await kernel.startKernel(options, listener)),
        write: () => input.promise,
        kill: () => void end(false),
      }),
    },
    kernel: { language: 'python', env: {}, cwd: '' },
    mask: { ...createOutputMask([]), isPrepared: Promise.resolve() },
    messageBudget: createMessageBudget(newAccountMemory()),
    hasInterruptMessage: false,
  });
  const isReady = nextTick()
    .then(() => kernel.send({ type: 'ready' }))
    .then(() => session.ready);
  return { session, isReady, end, loseSandbox: input.reject };
}

describe('code that a kernel has not read', () => {
  it.each([true, false])('ends as the kernel does (out of memory: %s)', async (isOutOfMemory) => {
    const { session, isReady, end } = startDeafKernel();
    await isReady;
    const outcome = session.perform(operation).catch((error: unknown) => error);
    await end(isOutOfMemory);
    expect(await outcome).toBeInstanceOf(KernelEndedError);
    expect(await outcome).toMatchObject({ end: { isOutOfMemory } });
  });

  it('ends with the sandbox', async () => {
    const { session, isReady, loseSandbox } = startDeafKernel();
    await isReady;
    const outcome = session.perform(operation);
    loseSandbox(new SandboxEndedError('engine_lost'));
    await expect(outcome).rejects.toMatchObject({ name: 'SandboxEndedError' });
  });

  it('ends with a restart, which continues with a new kernel', async () => {
    const kernels = [startDeafKernel(), startDeafKernel()];
    const sessions = kernels.map(({ session }) => session).values();
    const refused = Promise.withResolvers<unknown>();
    let ends = 0;
    const context = createKernelContext({
      ...{ id: 'default', language: 'python', now: Date.now, onEnded: () => void ends++ },
      sandbox: { isPaused: () => false, whenRunning: async () => undefined },
      startKernel: () => sessions.next().value ?? startDeafKernel().session,
    });
    await Promise.all(kernels.map(({ isReady }) => isReady));
    context.add({
      perform: async (session) => void (await session.perform(operation).catch(refused.resolve)),
      refuse: refused.resolve,
    });
    await nextTick();
    await context.restart();
    expect(await refused.promise).toBeInstanceOf(KernelEndedError);
    expect(ends).toBe(0);
  });
});

it('a kernel that reports before the call that starts it returns gets its first operation', async () => {
  const kernel = createMemoryKernel();
  const written: string[] = [];
  const session = startKernelSession({
    live: {
      startKernel: async (options, listener) => {
        const running = await kernel.startKernel(options, listener);
        await kernel.send({ type: 'ready' });
        for (let tick = 0; tick < 5; tick++) await nextTick();
        return { ...running, write: async (bytes) => void written.push(Buffer.from(bytes).toString()) };
      },
    },
    kernel: { language: 'python', env: {}, cwd: '' },
    mask: { ...createOutputMask([]), isPrepared: Promise.resolve() },
    messageBudget: createMessageBudget(newAccountMemory()),
    hasInterruptMessage: false,
  });
  await session.ready;
  void session.perform(operation).catch(() => undefined);
  await nextTick();
  expect(written).toEqual(['run\u00001\u0000code\u0000']);
});
