import { cpus, loadavg, release, totalmem, type } from 'node:os';
import type { BareInterpreters } from './bare.ts';
import type { BenchDaemon } from './bench-daemon.ts';

/** Describes the machine, without which figures cannot be compared. */
export async function describeMachine({ docker, imageId }: BenchDaemon): Promise<string> {
  const { ServerVersion, CgroupVersion, DefaultRuntime, Runtimes } = await docker.info();
  const [first] = cpus();
  const memoryGib = (totalmem() / 2 ** 30).toFixed(0);
  const [load = 0] = loadavg();
  return [
    `${new Date().toISOString()}  ${type()} ${release()}, ${cpus().length} x ${first?.model ?? 'unknown'}, ${memoryGib} GiB`,
    `load before: ${load.toFixed(2)} (others on the machine make every figure worse; the ratios less so)`,
    `Docker ${ServerVersion}, cgroup v${CgroupVersion}, ${DefaultRuntime} of ${Object.keys(Runtimes ?? {}).join(', ')}`,
    `image ${imageId.slice(7, 19)}, Node ${process.version}`,
  ].join('\n');
}

/** Returns the programs that the tables call "bare", or the reason why there are none. */
export function describeBare(bare: BareInterpreters | string): string {
  if (typeof bare === 'string') return `bare: left out, ${bare}`;
  return ['bare: the interpreters of the image, run directly with an empty environment', ...bare.lines].join('\n');
}
