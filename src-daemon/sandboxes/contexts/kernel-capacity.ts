import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import type { KernelLanguage } from '../../engine/guest/kernel-command.ts';
import type { SandboxUsage } from '../../engine/live-sandbox.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';

const mebibyte = 1024 * 1024;
/** Memory and processes that kernels leave to init, the relay and the programs of cells. */
const reserve = { memoryBytes: 24 * mebibyte, processes: 8 };

/** Memory and processes that one kernel needs. */
interface Need {
  memoryBytes: number;
  processes: number;
}

/** The place of one kernel in the memory of its sandbox. */
export interface KernelSeat {
  /** Resolves when the sandbox can hold the kernel. @throws AppError `sandbox_memory_full`, `too_many_channels` */
  take(): Promise<void>;
  /** The kernel has booted, so the sandbox reports its memory. */
  settle(): void;
  /** The kernel has ended. */
  leave(): void;
}

interface TakenSeat extends Need {
  /** Resolves when the kernel has booted or ended. */
  booted: PromiseWithResolvers<void>;
  isBooting: boolean;
}

/**
 * Admits kernels to a sandbox while its memory and its processes suffice for all of them. Otherwise the kernel of the machine
 * would kill one that has variables.
 */
export function createKernelCapacity({
  live,
  memoryMb,
  language,
}: Pick<ActiveSandbox, 'live' | 'memoryMb' | 'language'>) {
  const seats = new Set<TakenSeat>();

  return {
    /** Returns the place of a kernel that is about to start. */
    seat({ id, kernel }: KernelLanguage): KernelSeat {
      const { memoryMb: idleMb, growthMb = 0, threads = 1 } = kernel;
      const need = { memoryBytes: (idleMb + growthMb) * mebibyte, processes: threads };
      const seat: TakenSeat = { ...need, booted: Promise.withResolvers(), isBooting: true };
      const settle = () => {
        seat.isBooting = false;
        seat.booted.resolve();
      };
      return {
        async take() {
          const sit = () => {
            if (seat.isBooting) seats.add(seat);
          };
          // The container was created with this kernel, or with memory for it.
          if (seats.size === 0 && id === language) return sit();
          await waitForCapacity(need, sit);
        },
        settle,
        leave() {
          settle();
          seats.delete(seat);
        },
      };
    },
  };

  /**
   * A kernel that boots uses a part of what it needs, so a refusal waits until it has booted. `sit` takes it in
   * the same step in which the capacity was found, because the figures for several kernels can arrive together.
   */
  async function waitForCapacity(need: Need, sit: () => void): Promise<void> {
    for (;;) {
      const missing = missingPart(need, await live.usage());
      if (missing === undefined) return sit();
      const booting = [...seats].find((seat) => seat.isBooting);
      if (booting === undefined) throw fullError(missing, memoryMb);
      await booting.booted.promise;
    }
  }

  function missingPart(need: Need, usage: SandboxUsage): keyof Need | undefined {
    // An engine that reports no figures refuses nothing.
    if (usage.memoryBytes < 0) return undefined;
    const all = sumOf([...seats, need]);
    const next = sumOf([...[...seats].filter((seat) => seat.isBooting), need]);
    const used = usage.memoryBytes - Math.max(0, usage.memoryCacheBytes) + next.memoryBytes;
    // Kernels that have not run yet will use more; the content of the disk counts as memory.
    const expected = all.memoryBytes + Math.max(0, usage.diskUsedBytes);
    if (Math.max(used, expected) + reserve.memoryBytes > memoryMb * mebibyte) return 'memoryBytes';
    return usage.pids + next.processes + reserve.processes > sandboxLimits.processes ? 'processes' : undefined;
  }
}

function sumOf(needs: readonly Need[]): Need {
  const sum = (part: keyof Need) => needs.reduce((total, need) => total + need[part], 0);
  return { memoryBytes: sum('memoryBytes'), processes: sum('processes') };
}

function fullError(missing: keyof Need, memoryMb: number): AppError {
  if (missing === 'memoryBytes')
    return new AppError(
      'sandbox_memory_full',
      `The memory of the sandbox (${memoryMb} MiB) has no room for another context. Delete a context, end processes or delete ` +
        'files in it, or create a sandbox with more memory.',
    );
  return new AppError(
    'too_many_channels',
    `The sandbox can have ${sandboxLimits.processes} processes and threads, and too few are left for another context. Delete a ` +
      'context or end processes in it.',
  );
}
