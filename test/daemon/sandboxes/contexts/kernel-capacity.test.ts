/** The admission of kernels to the memory of a sandbox, with figures that a real one cannot show at will. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hasKernel } from '../../../../src-daemon/engine/guest/kernel-command.ts';
import { requireLanguage } from '../../../../src-daemon/engine/languages/languages.ts';
import type { SandboxUsage } from '../../../../src-daemon/engine/live-sandbox.ts';
import { createKernelCapacity } from '../../../../src-daemon/sandboxes/contexts/kernel-capacity.ts';
import { createMemorySandbox } from '../../../support/sandboxes/memory-sandbox.ts';

const mebibyte = 1024 * 1024;

function languageOf(id: string) {
  const language = requireLanguage(id);
  if (!hasKernel(language)) throw new Error(`${id} has no kernel`);
  return language;
}

function capacityOf(memoryMb: number) {
  const usage: SandboxUsage = {
    ...{ memoryBytes: 10 * mebibyte, memoryCacheBytes: 0, memoryPeakBytes: 0, pids: 1 },
    ...{ diskBytes: 0, diskUsedBytes: 0 },
  };
  const live = createMemorySandbox({ parts: { usage: async () => ({ ...usage }) } });
  return { usage, capacity: createKernelCapacity({ live, memoryMb, language: 'python' }) };
}

async function countKernels({ capacity }: ReturnType<typeof capacityOf>, language: string): Promise<number> {
  for (let count = 0; count < 100; count += 1) {
    const seat = capacity.seat(languageOf(language));
    try {
      await seat.take();
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^(?:sandbox_memory_full|too_many_channels)$/) });
      return count;
    }
    seat.settle();
  }
  return 100;
}

describe('the capacity for kernels', () => {
  it('ends with the memory, also while kernels have not grown yet', async () => {
    expect(await countKernels(capacityOf(512), 'typescript')).toBe(10);
    expect(await countKernels(capacityOf(160), 'javascript')).toBe(4);
  });

  it('ends with the processes', async () => {
    expect(await countKernels(capacityOf(4096), 'bash')).toBe(100);
    const full = capacityOf(4096);
    full.usage.pids = 240;
    expect(await countKernels(full, 'javascript')).toBe(0);
    expect(await countKernels(full, 'bash')).toBe(100);
  });

  it('does not count the cache of files, but counts the disk', async () => {
    const cached = capacityOf(512);
    Object.assign(cached.usage, { memoryBytes: 500 * mebibyte, memoryCacheBytes: 480 * mebibyte });
    expect(await countKernels(cached, 'typescript')).toBe(10);
    const written = capacityOf(512);
    written.usage.diskUsedBytes = 256 * mebibyte;
    expect(await countKernels(written, 'typescript')).toBe(5);
  });

  it('waits for kernels that boot before it refuses, and has the memory of those that ended', async () => {
    const { capacity, usage } = capacityOf(160);
    usage.memoryBytes = 80 * mebibyte;
    const first = capacity.seat(languageOf('javascript'));
    await first.take();
    let isRefused: unknown;
    const second = capacity.seat(languageOf('javascript')).take();
    second.catch((error: unknown) => (isRefused = error));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isRefused).toBeUndefined();
    usage.memoryBytes = 105 * mebibyte;
    first.settle();
    await expect(second).rejects.toMatchObject({ code: 'sandbox_memory_full' });
    first.leave();
    usage.memoryBytes = 80 * mebibyte;
    await capacity.seat(languageOf('javascript')).take();
  });

  it('has a place for the kernel that waits in the sandbox, and refuses nothing without figures', async () => {
    const { capacity, usage } = capacityOf(128);
    usage.memoryBytes = 127 * mebibyte;
    await capacity.seat(languageOf('python')).take();
    usage.memoryBytes = -1;
    await capacity.seat(languageOf('typescript')).take();
  });
});

it('kernels whose figures arrive together do not take the same memory', async () => {
  const figures = Promise.withResolvers<SandboxUsage>();
  const live = createMemorySandbox({ parts: { usage: () => figures.promise } });
  const capacity = createKernelCapacity({ live, memoryMb: 160, language: 'python' });
  let taken = 0;
  for (let count = 0; count < 10; count += 1)
    void capacity
      .seat(languageOf('javascript'))
      .take()
      .then(() => taken++);
  const { usage } = capacityOf(160);
  figures.resolve(usage);
  for (let tick = 0; tick < 10; tick += 1) await nextTick();
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThanOrEqual(await countKernels(capacityOf(160), 'javascript'));
});
