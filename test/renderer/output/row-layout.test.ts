import { describe, expect, it } from 'vitest';
import { createOutputLog } from '../../../src-renderer/ui/output/output-log.ts';
import { createRowLayout } from '../../../src-renderer/ui/output/row-layout.ts';
import { columnsOf, offsetOfColumn } from '../../../src-renderer/ui/output/row-text.ts';
import { fc } from '../../support/random.ts';

const newLog = () => createOutputLog({ schedule: (callback) => callback() });

describe('the lines of an output', () => {
  it('are its rows, and parts of them where they are wrapped', () => {
    const log = newLog();
    const layout = createRowLayout();
    log.append('stdout', `short\n${'x'.repeat(25)}\n\nlast`);
    layout.update(log, undefined);
    expect([layout.lines(), layout.widest(), layout.lineOf(2)]).toEqual([4, 25, 2]);
    layout.update(log, 10);
    expect(layout.lines()).toBe(6);
    expect(layout.view(1, 5)).toEqual([
      { index: 1, part: 0 },
      { index: 1, part: 1 },
      { index: 1, part: 2 },
      { index: 2, part: 0 },
    ]);
    expect([layout.lineOf(1, 12), layout.lineOf(3), layout.indexAt(3), layout.indexAt(5)]).toEqual([2, 5, 1, 3]);
  });

  it('are the same however the output arrived', () => {
    const piece = fc.oneof(fc.constantFrom('\n', '\r', 'é', '漢', '\u001b[31m'), fc.string({ maxLength: 30 }));
    const chunk = fc.record({ stream: fc.constantFrom('stdout' as const, 'stderr' as const), text: piece });
    fc.assert(
      fc.property(fc.array(chunk), fc.integer({ min: 1, max: 20 }), (chunks, columns) => {
        const log = newLog();
        const stepwise = createRowLayout();
        for (const { stream, text } of chunks) {
          log.append(stream, text);
          stepwise.update(log, columns);
        }
        const atEnd = createRowLayout();
        atEnd.update(log, columns);
        expect(stepwise.view(0, stepwise.lines())).toEqual(atEnd.view(0, atEnd.lines()));
      }),
    );
  });

  it('start again after the output was cleared', () => {
    const log = newLog();
    const layout = createRowLayout();
    log.append('stdout', `${'x'.repeat(100)}\nopen`);
    layout.update(log, undefined);
    log.clear();
    log.append('stdout', ' end\n');
    layout.update(log, undefined);
    expect([layout.lines(), layout.widest()]).toEqual([1, 4]);
  });

  it('give wide characters two columns and combining marks none', () => {
    expect([columnsOf('abc'), columnsOf('漢字'), columnsOf('e\u0301'), columnsOf('😀!')]).toEqual([3, 4, 1, 3]);
    expect([offsetOfColumn('漢字x', 2), offsetOfColumn('abc', 2), offsetOfColumn('abc', 9)]).toEqual([1, 2, 3]);
  });
});
