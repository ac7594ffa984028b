/** A program that prints guesses learns no part of a value from the sizes, times and order of masked output. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOutputPump } from '../../../src-daemon/work/output/output-pump.ts';
import { createOutputText } from '../../../src-daemon/work/output/output-text.ts';
import { createOutputMask } from '../../../src-shared-node/masking/output-mask.ts';
import { attack, type Observe, pause } from '../../support/masks/mask-attacker.ts';

const value = 'q7Hs0Vb2LkZw9XeRt5Yu';

/** Observes the mask itself: sizes, whether text waits, and what a pause or the end passes on. */
function observerOf(values: readonly string[]): Observe {
  const mask = createOutputMask(values);
  return (steps) => {
    const stream = mask.newStream();
    const sizes = steps.flatMap((step) => {
      const text = step === pause ? stream.release() : stream.push(step);
      return [text.length, Number(stream.isHolding())];
    });
    return [...sizes, stream.releaseBut(5).length, stream.drop()];
  };
}

describe('the mask of output', () => {
  it('shows no letter of a value of 20 letters within 20,000 guesses', () => {
    const { guesses, learned } = attack(value, observerOf([value]));
    expect(guesses).toBeGreaterThan(20_000);
    expect(learned).toEqual([]);
  });

  it('shows nothing about a value of few letters either, next to other values', () => {
    expect(attack('1122', observerOf(['112233', '1122334455', 'other-value'])).learned).toEqual([]);
  });

  it('shows nothing about the rest of a long value whose beginning is known', () => {
    const long = createHash('sha512').update('a long value').digest('hex').repeat(2).slice(1, 151);
    const observe = observerOf([long]);
    const known = long.slice(0, 140);
    const { learned } = attack(long.slice(140), (steps) => observe([known, ...steps]));
    expect(learned).toEqual([]);
  });

  it('answers for a whole value only', () => {
    const observe = observerOf([value]);
    expect(observe([`${value}\n`])).not.toEqual(observe([`${'x'.repeat(value.length)}\n`]));
    expect(observe([`${value.slice(1)}\n`])).toEqual(observe([`${'x'.repeat(value.length - 1)}\n`]));
  });
});

describe('the events of a run', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** Prints parts with pauses in milliseconds. Returns the time and the text of each event. */
  async function eventsOf(
    parts: readonly (string | number)[],
    values = [value],
  ): Promise<[at: number, text: string][]> {
    const mask = createOutputMask(values);
    await mask.prepare();
    const events: [number, string][] = [];
    const begun = performance.now();
    const pump = createOutputPump({
      isReady: Promise.resolve(),
      output: createOutputText(mask),
      append: (_stream, text) => {
        if (text !== '') events.push([Math.round(performance.now() - begun), text]);
      },
    });
    for (const part of parts) {
      if (typeof part === 'string') pump.push('stdout', Buffer.from(part));
      await vi.advanceTimersByTimeAsync(typeof part === 'number' ? part : 0);
    }
    pump.stop();
    return events;
  }

  it('have the same sizes and times for every guess of one more letter', async () => {
    const seen = new Set<string>();
    for (const letter of ['0', '1', 'x', value[12], value[13]]) {
      const events = await eventsOf([
        `> ${value.slice(0, 12)}${letter}`,
        50,
        '\n',
        `${value.slice(0, 12)}${letter}`,
        500,
      ]);
      seen.add(JSON.stringify(events.map(([at, text]) => [at, text.length])));
    }
    expect([...seen]).toEqual([
      JSON.stringify([
        [50, 16],
        [150, 13],
      ]),
    ]);
  });

  it('come at once for a line, and 100 ms after a prompt without a line end', async () => {
    expect(await eventsOf(['line\n', 10, 'Name: ', 300])).toEqual([
      [0, 'line\n'],
      [110, 'Name: '],
    ]);
  });

  it('pass on a stream of tokens without line ends and pauses at least each second', async () => {
    const events = await eventsOf(Array.from({ length: 60 }, (_, at) => [`t${at} `, 50]).flat());
    expect(events.map(([at]) => at)).toEqual([1000, 2000, 3000]);
  });

  it('pass on each line of JSON-RPC at once, in the order of the messages', async () => {
    const lines = [1, 2, 3].map(
      (id) => `${JSON.stringify({ jsonrpc: '2.0', id, result: { text: 'a '.repeat(id) } })}\n`,
    );
    expect(await eventsOf([lines.join(''), 20, lines[0] ?? ''])).toEqual([
      [0, lines.join('')],
      [20, lines[0]],
    ]);
  });

  it('mask a value that is printed in parts without a pause of 100 ms, and none that is printed slower', async () => {
    const [first, second] = [value.slice(0, 10), value.slice(10)];
    expect(await eventsOf([`a ${first}`, 90, `${second} b\n`])).toEqual([[90, 'a *** b\n']]);
    const slow = await eventsOf([`a ${first}`, 200, `${second} b\n`]);
    expect(slow.map(([, text]) => text)).toEqual([`a ${first}`, '*** b\n']);
  });
});
