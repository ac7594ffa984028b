import { describe, expect, it } from 'vitest';
import { createOutputLog, logLimit, rowLimit } from '../../../src-renderer/ui/output/output-log.ts';
import { shownText } from '../../../src-renderer/ui/output/shown-text.ts';
import { fc } from '../../support/random.ts';

const atOnce = (callback: () => void) => callback();
const rowsOf = (log: ReturnType<typeof createOutputLog>) => log.rows().map(({ raw }) => raw);

describe('the log of a run', () => {
  it('has the same rows however the text was cut into chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '\u001b[1m', 'é', '\r') })), (chunks) => {
        const inChunks = createOutputLog({ schedule: atOnce, now: () => 0 });
        for (const chunk of chunks) inChunks.append('stdout', chunk);
        const whole = createOutputLog({ schedule: atOnce, now: () => 0 });
        whole.append('stdout', chunks.join(''));
        expect(inChunks.rows()).toEqual(whole.rows());
      }),
    );
  });

  it('keeps the streams apart and in the order of their lines', () => {
    const log = createOutputLog({ schedule: atOnce, now: () => 0 });
    log.append('stdout', 'out ');
    log.append('stderr', 'err\n');
    log.append('stdout', 'continues\nnext\n');
    expect(log.rows().map(({ stream, raw }) => `${stream}: ${raw}`)).toEqual([
      'stdout: out continues',
      'stderr: err',
      'stdout: next',
    ]);
  });

  it('cuts a line of a megabyte into rows and gives it back whole', () => {
    const log = createOutputLog({ schedule: atOnce, now: () => 0 });
    const line = 'x'.repeat(1_000_000);
    log.append('stdout', `${line}\n`);
    expect(log.rows()).toHaveLength(1_000_000 / rowLimit);
    expect(
      log
        .rows()
        .slice(1)
        .every(({ continued }) => continued),
    ).toBe(true);
    expect(shownText(log)).toBe(`${line}\n`);
  });

  it('cuts neither an escape sequence nor a character in two', () => {
    const log = createOutputLog({ schedule: atOnce, now: () => 0 });
    log.append('stdout', `${'x'.repeat(rowLimit - 3)}\u001b[31mred`);
    expect(rowsOf(log)).toEqual(['x'.repeat(rowLimit - 3), '\u001b[31mred']);
    const other = createOutputLog({ schedule: atOnce, now: () => 0 });
    other.append('stdout', `${'x'.repeat(rowLimit - 1)}😀`);
    expect(rowsOf(other)).toEqual(['x'.repeat(rowLimit - 1), '😀']);
  });

  it('has a row of its own for what was left out, which no program can print', () => {
    const log = createOutputLog({ schedule: atOnce, now: () => 0 });
    log.append('stdout', '[… 12 bytes are missing here …]\nhalf a li');
    log.appendGap('stdout', '\n[… 34 bytes are missing here …]\n', 34);
    log.append('stdout', 'the end\n');
    expect(log.rows().map(({ missingBytes }) => missingBytes)).toEqual([undefined, undefined, 34, undefined]);
    expect(shownText(log)).toBe(
      '[… 12 bytes are missing here …]\nhalf a li\n[… 34 bytes are missing here …]\nthe end\n',
    );
  });

  it('holds no more than its limit', () => {
    const log = createOutputLog({ schedule: atOnce, now: () => 0 });
    for (let part = 0; part < 5; part++) log.append('stdout', 'x'.repeat(logLimit / 4));
    expect(shownText(log)).toBe(`${'x'.repeat(logLimit)}\n`);
  });

  it('stores of a progress bar what was written last, in the style that it began with', () => {
    const log = createOutputLog({ schedule: atOnce });
    log.append('stdout', '\u001b[32m');
    for (let percent = 0; percent <= 100; percent++) log.append('stdout', `${percent} %\r`);
    expect(log.rows()).toMatchObject([{ raw: '100 %\r', style: '\u001b[32m' }]);
    const part = 'x'.repeat(1000);
    for (let written = 0; written < 2 * logLimit; written += part.length) log.append('stdout', `${part}\r`);
    log.append('stdout', 'done\n');
    expect(rowsOf(log)).toEqual(['done']);
  });

  it('has the lines that were sent to the program where they were sent', () => {
    const log = createOutputLog({ schedule: atOnce });
    log.append('stdout', 'Name? ');
    log.appendInput('Ada');
    log.append('stdout', 'Hello Ada\n');
    expect(shownText(log)).toBe('Name? \n› Ada\nHello Ada\n');
  });

  it('counts its rows on after they were cleared', () => {
    const log = createOutputLog({ schedule: atOnce });
    log.append('stdout', 'one\ntwo\nhalf');
    log.clear();
    expect([log.rows().length, log.dropped(), log.complete()]).toEqual([0, 3, 3]);
    log.append('stdout', ' of it\nnext');
    expect(log.rows().map(({ number, raw }) => `${number} ${raw}`)).toEqual(['3  of it', '4 next']);
    expect(log.complete()).toBe(4);
  });

  it('has the time of arrival of each row', () => {
    let now = 1;
    const log = createOutputLog({ schedule: atOnce, now: () => now });
    log.append('stdout', 'be');
    now = 2;
    log.append('stdout', 'gun\nnext\n');
    expect(log.rows().map(({ at }) => at)).toEqual([1, 2]);
  });

  it('notifies its watchers once for all chunks of a frame', () => {
    const frames: (() => void)[] = [];
    const log = createOutputLog({ schedule: (callback) => frames.push(callback) });
    let notified = 0;
    log.watch(() => notified++);
    for (let chunk = 0; chunk < 1000; chunk++) log.append('stdout', `${chunk}\n`);
    expect(notified).toBe(0);
    for (const frame of frames) frame();
    expect([notified, log.version(), frames.length]).toEqual([1, 1, 1]);
  });
});
