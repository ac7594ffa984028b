import { readFile } from 'node:fs/promises';
import type { BenchDaemon } from './bench-daemon.ts';

/** Returns a line for each warm container: the memory of its control group, without and with its shim's private pages. */
export async function warmMemory({ docker, instanceId }: BenchDaemon): Promise<string[]> {
  const filters = { label: ['app.strongroom.role=sandbox', `app.strongroom.instance=${instanceId}`] };
  const lines: string[] = [];
  for (const { Id, Command } of await docker.listContainers({ filters })) {
    const stats = await docker.getContainer(Id).stats({ stream: false, 'one-shot': true });
    const { usage = 0, stats: parts } = stats.memory_stats as { usage?: number; stats?: Record<string, number> };
    const cache = parts?.total_inactive_file ?? parts?.inactive_file ?? 0;
    const { State } = await docker.getContainer(Id).inspect();
    const shim = await parentMemory(State.Pid);
    const own = (usage - cache) / 2 ** 20;
    lines.push(
      `  ${own.toFixed(1).padStart(6)} ${(own + shim).toFixed(1).padStart(6)}  ${Command.split(' ').slice(1, 2).join(' ') || 'init alone'}`,
    );
  }
  return lines;
}

/** Returns the private pages of a container's shim, in MiB. Its code is shared with the other shims. */
async function parentMemory(pid: number): Promise<number> {
  try {
    const parent = /^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    const rollup = await readFile(`/proc/${parent}/smaps_rollup`, 'utf8');
    const dirty = /^Private_Dirty:\s+(\d+) kB/m.exec(rollup)?.[1];
    return Number(dirty ?? 0) / 1024;
  } catch {
    return 0;
  }
}
