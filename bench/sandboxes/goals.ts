import { percentile } from '../measure/percentile.ts';

/** One way to do something, measured several times. */
export interface Way {
  name: string;
  /** Done before each measurement, outside of the time. */
  prepare?: () => Promise<void>;
  /** @throws if the answer is wrong: a fast wrong answer is worth nothing */
  run: () => Promise<void>;
  /** Done after the last measurement. */
  finish?: () => Promise<void>;
}

/** Returns the milliseconds of each way, taken in turns, so that other load of the machine affects all equally. */
export async function interleave(ways: readonly Way[], rounds: number): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(ways.map(({ name }) => [name, []]));
  const warmups = 3;
  for (let round = -warmups; round < rounds; round++)
    for (const { name, prepare, run } of ways) {
      await prepare?.();
      const startedAt = performance.now();
      await run();
      if (round >= 0) times.get(name)?.push(performance.now() - startedAt);
    }
  for (const { finish } of ways) await finish?.();
  return times;
}

/** Prints the figures of each way. */
export function printTimes(times: ReadonlyMap<string, readonly number[]>): void {
  for (const [name, own] of times) {
    const [p50, p95] = [50, 95].map((percent) => `${percentile(own, percent).toFixed(1).padStart(9)} ms`);
    print(`  ${name.padEnd(34)} p50 ${p50}   p95 ${p95}   ${own.length} samples`);
  }
}

/** Prints a ratio and whether it meets its goal. Other figures, such as MiB, are given as their own ratio to 1. */
export function printGoal(goal: string, { value, limit, unit = 'x' }: { value: number; limit: number; unit?: string }) {
  const verdict = value <= limit ? 'met' : 'MISSED';
  print(`  ${verdict.padEnd(7)} ${goal}: ${value.toFixed(2)} ${unit}, at most ${limit} ${unit}`);
}

export const p50 = (times: ReadonlyMap<string, readonly number[]>, name: string): number =>
  percentile(times.get(name) ?? [], 50);

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
