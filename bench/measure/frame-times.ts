import type { Page } from 'playwright';
import { percentile } from './percentile.ts';

/** The time between frames, and the cost of a frame on the page's main thread, in milliseconds. */
export interface FrameTimes {
  perSecond: number;
  p50: number;
  p95: number;
  worst: number;
  /** Processor time, which excludes other load of the machine. */
  cpu: number;
  /** Parts of the processor time: scripts, styles, layout. */
  parts: string;
}

interface Counting {
  frames: number[];
  handle: number;
}

/** Counts the frames of a page during `work`. */
export async function countFrames(page: Page, work: () => Promise<unknown>): Promise<FrameTimes> {
  const readCosts = await costsOf(page);
  await page.evaluate(() => {
    const counting: Counting = { frames: [], handle: 0 };
    const note = (at: number) => {
      counting.frames.push(at);
      counting.handle = requestAnimationFrame(note);
    };
    counting.handle = requestAnimationFrame(note);
    Object.assign(window, { counting });
  });
  const before = await readCosts();
  await work();
  const after = await readCosts();
  const frames = await page.evaluate(() => {
    const { counting } = window as unknown as { counting: Counting };
    cancelAnimationFrame(counting.handle);
    return counting.frames;
  });
  const times = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const span = (frames.at(-1) ?? 0) - (frames[0] ?? 0);
  const cost = (name: string) => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000) / times.length;
  return {
    perSecond: (times.length / span) * 1000,
    p50: percentile(times, 50),
    p95: percentile(times, 95),
    worst: times.reduce((max, time) => Math.max(max, time), 0),
    cpu: cost('TaskDuration'),
    parts: ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'].map((name) => cost(name).toFixed(1)).join(' + '),
  };
}

/** Chromium's own counters, in seconds of the page's thread. */
async function costsOf(page: Page): Promise<() => Promise<Map<string, number>>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  };
}
